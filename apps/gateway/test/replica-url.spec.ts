import { describe, expect, it } from '@jest/globals';
import { parseReplicaUrl } from '../src/settings.js';

describe('the URL of a replica', () => {
  it('may name one host', () => {
    expect(parseReplicaUrl('postgres://gateway:s@replica:5432/vigia')).toBe('postgres://gateway:s@replica:5432/vigia');
  });

  it.each([
    ['postgres://gateway:s@one:5432,other:5432/vigia', 'must name one host'],
    ['postgres://gateway:s@replica/vigia?target_session_attrs=standby', 'must ask for the server that accepts writes'],
    ['replica:5432', 'must be a URL that starts with postgres://'],
  ])('is refused: %s', (url, problem) => {
    expect(() => parseReplicaUrl(url)).toThrow(problem);
  });
});
