import { describe, expect, it } from '@jest/globals';
import { databaseUrls } from '../src/connection/database-urls.js';

describe('the URL of the database', () => {
  it('names one server, as the driver knows it', () => {
    expect(databaseUrls('postgres://u:p%40@h:5432/vigia?sslmode=require')).toEqual(['postgres://u:p%40@h:5432/vigia?sslmode=require']);
    expect(databaseUrls('postgresql://h')).toEqual(['postgresql://h']);
  });

  it('names several servers, as libpq writes them, one of which takes writes', () => {
    expect(databaseUrls('postgres://u:p@one:5432,other/vigia?target_session_attrs=read-write&sslmode=require')).toEqual([
      'postgres://u:p@one:5432/vigia?sslmode=require',
      'postgres://u:p@other/vigia?sslmode=require',
    ]);
  });

  it.each([
    ['mysql://h/vigia', 'must be a URL that starts with postgres://'],
    ['postgres://one,,other/vigia', 'several hosts are separated by commas'],
    ['postgres://one:x,other/vigia', 'several hosts are separated by commas'],
    ['postgres://one,other/vigia?target_session_attrs=standby', 'target_session_attrs may only be read-write or primary'],
  ])('is refused with the reason: %s', (url, problem) => {
    expect(() => databaseUrls(url)).toThrow(problem);
  });
});
