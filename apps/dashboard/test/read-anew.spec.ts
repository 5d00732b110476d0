import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { QueryClient, QueryObserver } from '@tanstack/react-query';
import { readAnew } from '../src/gateway/read-anew.ts';

const counts = ['GET /panel/v1/portfolio/counts', {}];
const isOfPortfolio = (read: string) => read.startsWith('GET /panel/v1/portfolio');

describe('a query of the page', () => {
  let client: QueryClient;
  let asked: ((answer: string) => void)[];
  let isCancelled: boolean;
  let leave: () => void;

  const settled = () => new Promise<void>((resolve) => setTimeout(resolve));
  const shown = () => client.getQueryData(counts);
  const answer = async (text: string) => {
    asked.at(-1)!(text);
    await settled();
  };

  beforeEach(async () => {
    client = new QueryClient({ defaultOptions: { queries: { networkMode: 'always' } } });
    client.mount();
    asked = [];
    isCancelled = false;
    const queryFn = ({ signal }: { signal: AbortSignal }) => {
      signal.addEventListener('abort', () => (isCancelled = true));
      return new Promise<string>((resolve) => asked.push(resolve));
    };
    leave = new QueryObserver(client, { queryKey: counts, queryFn }).subscribe(() => undefined);
    await settled();
  });

  afterEach(() => {
    leave();
    client.clear();
    client.unmount();
  });

  it('is not cancelled by changes while it runs, and runs once more for all of them', async () => {
    await answer('before');
    for (let change = 1; change <= 5; change += 1) readAnew(client, isOfPortfolio);
    expect(asked).toHaveLength(2);
    await answer('during');
    expect([asked.length, shown()]).toEqual([3, 'during']);
    await answer('after');
    expect([asked.length, shown(), isCancelled]).toEqual([3, 'after', false]);
  });

  it('runs once more if a change comes during its first run', async () => {
    readAnew(client, isOfPortfolio);
    await answer('before');
    await answer('after');
    expect([asked.length, shown()]).toEqual([2, 'after']);
  });

  it('does not run for a change elsewhere, and is cancelled when no page shows it', async () => {
    await answer('before');
    readAnew(client, (read) => !isOfPortfolio(read));
    expect(asked).toHaveLength(1);
    readAnew(client, isOfPortfolio);
    leave();
    await settled();
    expect([asked.length, isCancelled]).toEqual([2, true]);
  });
});
