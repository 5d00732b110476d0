import type { Dataset, Notes, SourceFile } from '../dataset.js';
import { readRegister } from '../dropped-register.js';
import { UnreadableFile } from '../../reading/source-file.js';
import type { Fact } from '../rows.js';

const columns = {
  doc_type: 'text',
  nombre: 'text',
  expediente: 'text',
  juzgado: 'text',
  monto: 'amount',
  moneda: 'currency',
  desde: 'day',
  hasta: 'day',
  registro: 'text',
} as const;
const registers = ['REDJUM', 'REDAM'];
const required = ['monto', 'moneda', 'desde'] as const;

export const morososJudiciales: Dataset<'facts'> = {
  name: 'morosos_judiciales',
  kind: 'facts',
  title: 'Deudores judiciales (REDJUM) y alimentarios (REDAM)',
  publisher: 'Poder Judicial',
  licence: 'Brought by the operator, who answers for where it comes from (Ley 29733, Ley 30201, Ley 28970)',
  address: null,
  cadence: 'by_hand',
  parser: 8,
  layout: { files: { main: /redjum[^/]*\.csv$|morosos[^/]*\.csv$/i, redam: /redam[^/]*\.csv$/i }, registers, read },
};

/** One register, or both in one file. The column `registro` says which one a line belongs to, or else the name of the file. */
async function* read(files: Record<string, SourceFile>, notes: Notes): AsyncGenerator<Fact> {
  let lines = 0;
  for (const file of Object.values(files)) {
    const before = lines;
    const named = /redam|redjum/i.exec(file.name)?.[0].toUpperCase();
    const counted: Notes = {
      reject: (reject) => notes.reject(reject),
      published: (day) => notes.published(day),
      part: (day) => notes.part(day),
      unknown: (what) => notes.unknown(what),
      unreadColumn: (title) => notes.unreadColumn(title),
      lackingColumn: (title) => notes.lackingColumn(title),
      lines: (count) => notes.lines((lines = before + count)),
    };
    for await (const fact of readRegister(file, { document: 'doc', kindIn: 'doc_type', columns, required }, counted)) {
      const registro = (fact.facts.registro ?? named ?? '').toUpperCase();
      if (!fact.unread && !registers.includes(registro)) {
        throw new UnreadableFile('form', `${file.name}: neither its name nor a column registro says REDJUM or REDAM`);
      }
      yield { ...fact, facts: { ...fact.facts, registro } };
    }
  }
}
