import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { DatasetVersion, PayloadOf } from '@vigia/contracts';
import { GiveUp, type ServiceProcess, startServiceProcess, waitUntil } from '@vigia/testing';
import { startLoader, type RunningLoader } from '../running-loader.js';

export interface Registers {
  loader: RunningLoader;
  importer: ServiceProcess;
  /** Writes a file and returns its path, which the importer can read. */
  file(name: string, content: Buffer | string): string;
  /** Imports a file, as published on 20 November 2026 unless the file itself says otherwise, and waits until it is in force. */
  bringIn(dataset: string, name: string, content: Buffer | string, more?: Partial<PayloadOf<'datasets.import'>>): Promise<DatasetVersion>;
  stop(): Promise<void>;
}

const timeoutMs = 60_000;

/**
 * The loader together with the importer, and without a simulator unless one is to answer: a source that is neither configured nor imported
 * then has nobody to ask. Every load asks again, unless answers are to stay fresh.
 */
export async function startRegisters({ freshnessHours = 0, isSimulated = false } = {}): Promise<Registers> {
  const folder = mkdtempSync(join(tmpdir(), 'vigia-registers-'));
  chmodSync(folder, 0o755);
  const loader = await startLoader({ VIGIA_FRESHNESS_HOURS: String(freshnessHours) }, isSimulated ? {} : { sourcesUrl: null });
  const importer = await startServiceProcess('data-importer', {
    DATABASE_URL: loader.database.url,
    VIGIA_BROKER_URL: loader.brokerUrl,
    VIGIA_DATA_DIR: folder,
    VIGIA_DATA_LICENCES: 'deuda_financiera',
  });
  const file = (name: string, content: Buffer | string) => {
    const path = join(folder, name);
    writeFileSync(path, content);
    return path;
  };
  return {
    loader,
    importer,
    file,
    async bringIn(dataset, name, content, more = {}) {
      const asked = { dataset, actor: 'prueba', files: [file(name, content)], publishedOn: '2026-11-20', ...more };
      const { version } = (await loader.messages.request('datasets.import', asked, { timeoutMs })).version;
      return waitUntil(
        async () => {
          const { version: now } = await loader.messages.request('datasets.version', { version }, { timeoutMs });
          if (now.state === 'refused' || now.state === 'failed') throw new GiveUp(JSON.stringify([now.failure, now.problems]));
          return now.state === 'current' && now;
        },
        { what: `${dataset} is in force` },
      );
    },
    async stop() {
      await importer.kill();
      await loader.stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
