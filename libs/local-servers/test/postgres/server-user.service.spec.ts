import { afterAll, describe, expect, it } from '@jest/globals';
import { chmodSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { startEmbeddedPostgres } from '../../src/index.js';
import { makeScratchDir } from '../scratch-dir.js';

const scratch = makeScratchDir();
const closed = join(scratch.path, 'closed');
mkdirSync(closed, { mode: 0o700 });
afterAll(() => scratch.remove());

async function startOutcome(): Promise<string> {
  try {
    const server = await startEmbeddedPostgres({ dataDir: join(closed, 'pg') });
    await server.stop();
    return 'started';
  } catch (error) {
    return String(error);
  }
}

describe('a data directory below a folder that is closed to other users', () => {
  const asRoot = expect.stringMatching(`^LocalServerError: .*chmod o\\+x '${closed}'`);
  const asOrdinaryUser = 'started';

  it('fails for root with the folder and the remedy, and works for an ordinary user', async () => {
    expect(await startOutcome()).toEqual(process.getuid!() === 0 ? asRoot : asOrdinaryUser);
  });

  it('works after the remedy', async () => {
    chmodSync(closed, 0o701);
    expect(await startOutcome()).toBe('started');
  });
});
