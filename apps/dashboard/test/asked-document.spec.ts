import { describe, expect, it } from '@jest/globals';
import { documentIn, withDocument } from '../src/loading/asked-document.ts';

const asked = { docType: 'RUC', taxId: '20990000019' } as const;

describe('a link to the form that loads documents', () => {
  it('names a document that can be loaded, with its kind', () => {
    expect(documentIn('RUC 20990000019')).toEqual(asked);
    expect(documentIn('CE SIM000001')).toEqual({ docType: 'CE', taxId: 'SIM000001' });
    expect(documentIn('CE sim000001')).toBeUndefined();
    expect(['20990000019', 'RUC 20990000010', 'DNI 20990000019', '', undefined].map(documentIn)).toEqual(Array(5).fill(undefined));
  });

  it('fills an empty form, whatever kind of document was chosen', () => {
    expect(withDocument({ docType: 'DNI', text: ' \n' }, asked)).toEqual({ docType: 'RUC', text: '20990000019' });
  });

  it('adds its document once to a list of the same kind that is not sent yet', () => {
    const list = { docType: 'RUC', text: '20990000027\n' } as const;
    const added = withDocument(list, asked)!;
    expect(added).toEqual({ docType: 'RUC', text: '20990000027\n20990000019' });
    expect(withDocument(added, asked)).toBe(added);
  });

  it('says of a CE that its number is one if it could be a RUC', () => {
    const card = { docType: 'CE', taxId: '20990000019' } as const;
    expect(withDocument({ docType: 'RUC', text: '' }, card)).toEqual({ docType: 'CE', text: 'CE 20990000019' });
    const added = withDocument({ docType: 'CE', text: 'SIM000001' }, card)!;
    expect(added.text).toBe('SIM000001\nCE 20990000019');
    expect(withDocument(added, card)).toBe(added);
  });

  it('leaves a list of another kind as it is', () => {
    expect(withDocument({ docType: 'DNI', text: '40000001' }, asked)).toBeUndefined();
  });
});
