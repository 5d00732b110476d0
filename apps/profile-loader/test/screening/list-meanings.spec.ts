import { describe, expect, it } from '@jest/globals';
import { topicOf } from '../../src/screening/lists/list-meanings.js';

describe('the topic of an entry of OpenSanctions', () => {
  it.each<[what: string, programmes: string[], topic: string]>([
    ['who is sanctioned', ['sanction'], 'sancion'],
    ['who is sanctioned and holds office', ['role.pep', 'sanction'], 'sancion'],
    ['who is sanctioned by another state', ['sanction.counter'], 'sancion'],
    ['that a sanctioned person owns', ['sanction.linked'], 'sancion'],
    ['who holds office', ['role.pep'], 'pep'],
    ['who held office', ['role.pep.frmr'], 'pep'],
    ['who is near to somebody in office', ['role.rca'], 'pep'],
    ['who is a politician', ['debarment', 'role.pol'], 'pep'],
    ['who is debarred, under a programme with a name', ['Exposed PEP sanction list', 'debarment'], 'inhabilitacion'],
    ['who is debarred, under a programme whose name ends as a topic does', ['National sanction', 'Former role.pep'], 'inhabilitacion'],
    ['who is wanted', ['crime.fraud', 'wanted'], 'inhabilitacion'],
    ['who is of interest', ['poi'], 'inhabilitacion'],
    ['who has no topic', [], 'inhabilitacion'],
  ])('for one %s (%j) is %s', (_what, programmes, topic) => {
    expect(topicOf('opensanctions', programmes)).toBe(topic);
  });

  it('is on other lists the topic of the list, whatever the programmes', () => {
    expect(topicOf('ofac_sdn', ['role.pep'])).toBe('sancion');
    expect(topicOf('world_bank', ['sanction'])).toBe('inhabilitacion');
  });
});
