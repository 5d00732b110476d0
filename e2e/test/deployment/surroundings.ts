import { randomBytes } from 'node:crypto';
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { anyBroker, brokerUrl, createEmptyDatabase, type TestDatabase } from '@vigia/testing';

const roles: Record<string, string> = {
  gateway: 'vigia_gateway',
  'profile-loader': 'vigia_loader',
  billing: 'vigia_billing',
  'webhook-dispatcher': 'vigia_dispatcher',
  'data-importer': 'vigia_importer',
};

/** What a deployed process finds: an empty database, a broker, and a folder with the secrets of each service. */
export class Surroundings {
  private constructor(
    readonly database: TestDatabase,
    readonly broker: string,
    private readonly folder: string,
  ) {}

  static async open(): Promise<Surroundings> {
    const database = await createEmptyDatabase();
    const broker = await brokerUrl(anyBroker(), database.url);
    const folder = mkdtempSync(join(tmpdir(), 'vigia-secrets-'));
    chmodSync(folder, 0o700);
    return new Surroundings(database, broker, folder);
  }

  async close(): Promise<void> {
    await this.database.drop();
    rmSync(this.folder, { recursive: true });
  }

  /** The path of a file that holds it. */
  secret(name: string, value: string): string {
    const path = join(this.folder, name);
    writeFileSync(path, value);
    return path;
  }

  key(): string {
    return `k1:${randomBytes(32).toString('base64url')}`;
  }

  /** A login of the service's own where it has a role; the migration step owns the database. */
  async loginUrl(service: string): Promise<string> {
    const role = roles[service];
    if (!role) return this.database.url;
    const login = `login_${randomBytes(4).toString('hex')}`;
    await this.database.query(`CREATE ROLE ${login} LOGIN NOINHERIT PASSWORD 'secret' IN ROLE ${role}`);
    const url = new URL(this.database.url);
    url.username = login;
    url.password = 'secret';
    return url.href;
  }
}
