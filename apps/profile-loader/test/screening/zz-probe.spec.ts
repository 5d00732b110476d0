import { it } from '@jest/globals';
import { alignNames } from '../../src/screening/domain/align-names.js';
import { nameTokens } from '../../src/screening/domain/name-tokens.js';
const s = (a: string, b: string) => console.log(a, '|', b, alignNames(nameTokens(a).tokens, nameTokens(b).tokens).score);
it('probe', () => {
  s('MAMANI JUAN', 'QUISPE MAMANI JUAN');
  s('TELECOMUNICACIONES', 'TELECOMUNICACIONES ROJO');
  s('MADERAS', 'MADERAS OCAÑAR S.A.C.');
  s('AGROEXPORTADORA QORI WASI E.I.R.L.', 'CONSORCIO QORI WASI E.I.R.L.');
  s('AGROEXPORTADORA QORI WASI E.I.R.L.', 'QORI WASI');
  console.log(alignNames(['abcdefgh'], ['abcdefg', 'abcdefgx']).score, alignNames(['abcdefgh'], ['abcdefgx', 'abcdefg']).score);
  console.log(nameTokens('LOS OLIVOS S.C.R.L.').text, '|', nameTokens('LOS OLIVOS SRLTDA').text, '|', nameTokens('X S. R. LTDA.').text);
});
