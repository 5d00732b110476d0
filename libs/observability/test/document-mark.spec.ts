import { hash, randomBytes } from 'node:crypto';
import { afterEach, expect, it } from '@jest/globals';
import { documentMark, keyDocumentMarks } from '../src/index.js';

const taxId = '20990000019';

/** Other specs of this process have any key. */
afterEach(() => keyDocumentMarks(randomBytes(32).toString('hex')));

it('the mark of a document is the same under one key, another under another key, and never the plain hash', () => {
  const marks = ['one key of an installation', 'the key of another one'].map((key) => {
    keyDocumentMarks(key);
    expect(documentMark(taxId)).toBe(documentMark(taxId));
    expect(documentMark('20990000027')).not.toBe(documentMark(taxId));
    return documentMark(taxId);
  });
  expect(new Set([...marks, hash('sha256', taxId).slice(0, 12)]).size).toBe(3);
});

it('the mark of a document is what docs/deployment.md computes with openssl', () => {
  keyDocumentMarks('0123456789abcdef0123456789abcdef');
  expect(documentMark(taxId)).toBe('ef715df58d67');
});
