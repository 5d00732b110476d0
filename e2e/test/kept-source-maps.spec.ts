import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { basename } from 'node:path';
import { describe, expect, it } from '@jest/globals';

const { sourceMaps } = createRequire(import.meta.url)('../../test-runner/compiled.cjs') as { sourceMaps: Pick<Map<string, string>, 'get'> };

describe('the source map that is kept of a compiled spec', () => {
  it('names the spec without a folder, so that in a copied checkout a stack does not show the file of the other one', () => {
    const { sources } = JSON.parse(readFileSync(sourceMaps.get(import.meta.url)!, 'utf8')) as { sources: string[] };
    expect(sources).toEqual([basename(import.meta.url)]);
  });
});
