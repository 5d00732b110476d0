import type { RejectReason } from '@vigia/contracts';
import { textLines } from '../../reading/lines.js';
import { UnreadableFile } from '../../reading/source-file.js';
import { docTypeOf } from '../cells.js';
import type { Dataset, Notes, SourceFile } from '../dataset.js';
import type { Fact } from '../rows.js';
import { balanceOf, cellsOf, debtorOf, documentIn, reportedOnIn, type Debtor } from './records.js';

export const deudaFinanciera: Dataset<'facts'> = {
  name: 'deuda_financiera',
  kind: 'facts',
  title: 'Reporte consolidado de créditos (RCC)',
  publisher: 'Superintendencia de Banca, Seguros y AFP',
  licence: 'Banking secrecy: only for supervised companies and registered bureaus, by contract with the SBS (Ley 26702, Ley 27489)',
  address: null,
  cadence: 'by_hand',
  parser: 3,
  needsLicence: true,
  monthsInForce: 13,
  layout: { files: { main: /\.ope$/i }, read },
};

const debtorLine = /^1[^|]*(?:\|[^|]*){18}$/;

/**
 * A debtor, followed by its balances. A balance after another debtor is rejected, because nothing says whose it is. A file covers one
 * month, and stays in force beside those of other months. A rejected line must not become a debtor without debt: if a debtor's line is
 * rejected, and if a line after the debtor's is, the balances of this debtor are null. A foreigner is left out with the balances.
 */
async function* read(files: Record<string, SourceFile>, notes: Notes): AsyncGenerator<Fact> {
  let debtor: Debtor | null = null;
  let month = '';
  let lines = 0;
  for await (const { number, text, isCut } of textLines(files.main!.open())) {
    if (lines === 0) month = monthOfFirst(text);
    lines = number;
    const balance = balanceOf(text);
    let next = debtorOf(text);
    const isOfOther = next !== null && next.reportedOn.slice(0, 7) !== month;
    const fault = isOfOther ? 'other_month' : faultOf(text, next, balance, debtor);
    if (isOfOther) next = null;
    if (fault && isCut) throw new UnreadableFile('cut_line', `the last line (${number}) is cut`);
    if (fault) notes.reject({ line: number, reason: fault, text });
    if (text.startsWith('1')) {
      if (debtor?.fact) yield debtor.fact;
      debtor = next;
      if (next) notes.published(next.reportedOn);
      if (fault === 'debtor') yield* unreadDebtor(text, month);
    } else if (fault && debtor?.fact) debtor.fact.facts.balances = null;
    if (balance && !fault) debtor!.fact?.facts.balances?.push(balance);
    if (number % 10_000 === 0) notes.lines(number);
  }
  if (lines === 0) throw new UnreadableFile('form', 'the file is empty');
  if (debtor?.fact) yield debtor.fact;
  notes.part(`${month}-01`);
  notes.lines(lines);
}

function monthOfFirst(text: string): string {
  const day = debtorLine.test(text) ? reportedOnIn(cellsOf(text)) : null;
  if (!day) throw new UnreadableFile('form', 'the first line is no debtor of 19 fields with the day of the report');
  return day.slice(0, 7);
}

function unreadDebtor(text: string, month: string): Fact[] {
  const document = documentIn(cellsOf(text));
  if (!document) return [];
  return [{ docType: docTypeOf(document), document, facts: { periodo: month, balances: null }, unread: true }];
}

function faultOf(text: string, debtor: Debtor | null, balance: { codigo_sbs: string } | null, current: Debtor | null): RejectReason | null {
  if (text.startsWith('1')) return debtor ? null : 'debtor';
  if (!text.startsWith('2')) return 'record_type';
  if (!balance) return 'balance';
  return balance.codigo_sbs === current?.code ? null : 'orphan';
}
