import type { RejectReason } from '@vigia/contracts';
import { textLines } from '../../reading/lines.js';
import { UnreadableFile } from '../../reading/source-file.js';
import type { Dataset, Notes, SourceFile } from '../dataset.js';
import type { Fact } from '../rows.js';
import { balanceOf, debtorOf, type Debtor } from './records.js';

export const deudaFinanciera: Dataset<'facts'> = {
  name: 'deuda_financiera',
  kind: 'facts',
  title: 'Reporte consolidado de créditos (RCC)',
  publisher: 'Superintendencia de Banca, Seguros y AFP',
  licence: 'Banking secrecy: only for supervised companies and registered bureaus, by contract with the SBS (Ley 26702, Ley 27489)',
  address: null,
  cadence: 'by_hand',
  parser: 1,
  needsLicence: true,
  layout: { files: { main: /\.ope$/i }, read },
};

const debtorLine = /^1[^|]*(?:\|[^|]*){18}$/;

/**
 * A debtor, followed by its balances. A balance after another debtor is rejected, because nothing says whose it is. A file covers one
 * month, and stays in force beside those of other months.
 */
async function* read(files: Record<string, SourceFile>, notes: Notes): AsyncGenerator<Fact> {
  let debtor: Debtor | null = null;
  let month: string | undefined;
  let lines = 0;
  for await (const { number, text, isCut } of textLines(files.main!.open())) {
    if (lines === 0 && !debtorLine.test(text)) throw new UnreadableFile('form', 'the first line is no debtor of 19 fields');
    lines = number;
    const balance = balanceOf(text);
    let next = debtorOf(text);
    month ??= next?.reportedOn.slice(0, 7);
    const isOfOther = next !== null && next.reportedOn.slice(0, 7) !== month;
    const fault = isOfOther ? 'other_month' : faultOf(text, next, balance, debtor);
    if (isOfOther) next = null;
    if (fault && isCut) throw new UnreadableFile('cut_line', `the last line (${number}) is cut`);
    if (fault) notes.reject({ line: number, reason: fault, text });
    if (text.startsWith('1')) {
      if (debtor) yield debtor.fact;
      debtor = next;
      if (next) notes.published(next.reportedOn);
    }
    if (balance && !fault) debtor!.fact.facts.balances.push(balance);
    if (number % 10_000 === 0) notes.lines(number);
  }
  if (lines === 0) throw new UnreadableFile('form', 'the file is empty');
  if (debtor) yield debtor.fact;
  if (month) notes.part(`${month}-01`);
  notes.lines(lines);
}

function faultOf(text: string, debtor: Debtor | null, balance: { codigo_sbs: string } | null, current: Debtor | null): RejectReason | null {
  if (text.startsWith('1')) return debtor ? null : 'debtor';
  if (!text.startsWith('2')) return 'record_type';
  if (!balance) return 'balance';
  return balance.codigo_sbs === current?.code ? null : 'orphan';
}
