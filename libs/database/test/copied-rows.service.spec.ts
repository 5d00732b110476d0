import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { createTestDatabase, type TestDatabase } from '@vigia/testing';
import { openSession, StatementError, type Session } from '../src/index.js';

const into = 'COPY given FROM STDIN';
const chunk = Buffer.from('1\n'.repeat(100_000));

describe('a COPY from a stream', () => {
  let database: TestDatabase;
  let session: Session;

  beforeAll(async () => {
    database = await createTestDatabase();
    session = await openSession({ url: database.url });
    await session.execute('CREATE TEMPORARY TABLE given (number int)');
  });

  beforeEach(async () => {
    await session.execute('TRUNCATE given');
  });

  afterAll(async () => {
    await session?.close();
    await database?.drop();
  });

  const count = async () => (await session.execute<{ count: number }>('SELECT count(*)::int FROM given'))[0]!.count;
  async function* chunks(...given: (Buffer | Error)[]): AsyncGenerator<Buffer> {
    for (const one of given) {
      if (one instanceof Error) throw one;
      yield await Promise.resolve(one);
    }
  }

  it('writes all rows, in however many chunks they come', async () => {
    await session.copy(into, chunks(chunk, Buffer.from('1\n2'), Buffer.from('3\n'), chunk));
    expect(await count()).toBe(200_002);
    await session.copy(into, Buffer.from('1\n'));
    expect(await count()).toBe(200_003);
  });

  it('writes no row if producing them fails, and the session stays usable', async () => {
    const failure = new Error('the file ends here');
    await expect(session.copy(into, chunks(chunk, failure))).rejects.toBe(failure);
    await expect(session.copy(into, chunks(failure))).rejects.toBe(failure);
    expect(await count()).toBe(0);
  });

  it('writes no row if the database refuses one, and fails while more rows are produced', async () => {
    const refused = session.copy(into, chunks(Buffer.from('one\n'), ...Array.from({ length: 40 }, () => chunk)));
    await expect(refused).rejects.toThrow(StatementError);
    await expect(session.copy('COPY nowhere FROM STDIN', chunks(chunk))).rejects.toThrow(StatementError);
    expect(await count()).toBe(0);
  });
});
