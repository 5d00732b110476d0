import { day } from '#language/day.ts';
import { looksLike } from '#language/looks-like.ts';
import { count } from '#language/money.ts';
import type { es } from './words.es.ts';

const documents = (n: number) => (n === 1 ? '1 document' : `${count(n)} documents`);
const requests = (n: number) => (n === 1 ? '1 request' : `${n} requests`);

export const en: typeof es = {
  title: 'Load documents',
  what: 'Add profiles to your portfolio. Vigía asks the sources that have no fresh answer stored; a document usually takes 1 to 45 seconds.',
  notAllowed: 'Your role lets you see loads, not start them. Ask an administrator for the analyst role.',
  history: 'Earlier loads',
  nothingYet: 'There are no loads yet',
  nothingYetWhat: 'You will see every load here, from this page or through the API, and what happened to each document.',
  docType: 'Document type',
  documentsLabel: 'Documents',
  documentsHint: 'One per line: typed, pasted or from a CSV file (its first column is read).',
  placeholder: { RUC: '20990000019\n20990000027', DNI: '99990002', CE: 'SIM000001' },
  notAdded: (document) => `${document} is not in the form`,
  notAddedWhy: (docType) => `It has an unsent list of ${docType} documents: send it first, or replace it.`,
  replaceBy: (document) => `Replace with ${document}`,
  fromFile: 'Choose a CSV file',
  ready: (ready, faulty) => `${count(ready)} ready to load${faulty > 0 ? `, ${count(faulty)} with problems` : ''}`,
  notSent: (n) => (n === 1 ? '1 line will not be sent' : `${count(n)} lines will not be sent`),
  moreNotSent: (n) => (n === 1 ? 'And 1 more line.' : `And ${count(n)} more lines.`),
  lineAt: (line) => `Line ${line}`,
  fault(fault, docType) {
    switch (fault.why) {
      case 'repeated':
        return 'Repeated: it is loaded only once';
      case 'check_digit':
        return 'The check digit is wrong';
      case 'other_kind':
        return looksLike.en(fault.kinds, docType);
      case 'says_other_kind':
        return `Says that it is a ${fault.kind}, not a ${docType}`;
      case 'several':
        return 'Has several documents: enter one per line. If they are columns, put their names in the first line';
      case 'decimals':
        return 'Is a number with decimals: format the column as text in your spreadsheet';
      case 'day':
        return 'Is a date: put the column of the documents first';
      case 'malformed':
        return `Does not have the format of a ${docType}`;
    }
  },
  mode: 'Purpose',
  monitoring: 'Monitoring',
  query: '48-hour query',
  monitoringWhat: 'Vigía keeps the profile up to date until its monitoring expires.',
  queryWhat: 'The profile can be read for 48 hours and is not updated. It uses no months of the quota.',
  asManyAsFit: 'As many as the contract and the quota allow',
  costLater: 'Enter at least one document to see here what it will cost, before you load it.',
  load: (n) => (n === 0 ? 'Load' : `Load ${documents(n)}`),
  tooLong: (most) => `A list has up to ${count(most)} documents: divide yours into several.`,
  batches: (n) => `They are sent as ${n} requests of up to 100 documents.`,
  sending: (sent, of) => `${sent} of ${of === 1 ? '1 request' : `${of} requests`} sent.`,
  sendingWaits: (seconds) => `The next one waits ${seconds} s; do not close this page.`,
  sentWhole: (n) => `Your list was sent as a whole: ${requests(n)}.`,
  sentInPart: (sent, of) => `Your list was not sent as a whole: ${sent} of ${requests(of)}`,
  restWaits: 'The rest is still in Load, ready to be sent again.',
  request: 'Request',
  documents,
  kind: 'Type',
  kindOf({ kind, docType, mode, months }) {
    if (kind === 'update') return 'Forced update';
    const until = months === null ? '' : `, ${months === 1 ? '1 month' : `${months} months`}`;
    return `${docType} · ${mode === 'query' ? 'Query' : `Monitoring${until}`}`;
  },
  result: 'Result',
  counts({ kind, counts: { loading, loaded, skipped, failed } }) {
    const parts = [
      loading > 0 && `${count(loading)} in progress`,
      loaded > 0 && `${count(loaded)} ready`,
      skipped > 0 && `${count(skipped)} unchanged`,
      failed > 0 && `${count(failed)} not ${kind === 'update' ? 'updated' : 'loaded'}`,
    ];
    return parts.filter(Boolean).join(', ');
  },
  state: 'Status',
  states: { loading: 'In progress', settling: 'Closing', finished: 'Finished', withFaults: 'With problems' },
  stayQueries: (n) => `${n === 1 ? '1 query' : `${count(n)} queries`}, not monitored`,
  who: 'Who',
  when: 'When',
  detailWaiting: 'Load',
  detailTitle: ({ kind }, n) => `${kind === 'update' ? 'Update' : 'Load'} of ${documents(n)}`,
  copyResults: 'Copy results',
  downloadCsv: 'Download CSV',
  another: 'Load more',
  progress: (done, of) => `${count(done)} of ${count(of)} done`,
  mayClose: 'You can close this page: the load continues.',
  notMonitored: (n) =>
    n === 1 ? '1 profile was loaded but did not stay monitored' : `${count(n)} profiles were loaded but did not stay monitored`,
  notMonitoredWhat: 'The quota changed during the load, so the monitoring expired at once. Its months were not charged.',
  onlyQueries: (n) => (n === 1 ? '1 document is a query and not monitored' : `${count(n)} documents are queries and not monitored`),
  onlyQueriesWhat: (n) =>
    n === 1
      ? 'A load does not change what is already in your portfolio. It can be read until the query ends.'
      : 'A load does not change what is already in your portfolio. Each can be read until its query ends.',
  reactivate: (n) => (n === 1 ? 'Activate monitoring' : `Activate monitoring of all ${count(n)}`),
  documentsOfLoad: 'Documents of the load',
  firstItems: (shown, all) =>
    `${count(shown)} of ${count(all)} documents are shown, those that need attention first. The CSV has all of them.`,
  document: 'Document',
  detail: 'Detail',
  itemLoading: (done, of) => (of > 0 ? `Loading: ${done} of ${of}` : 'Loading'),
  itemStates: { loading: 'Loading', loaded: 'Ready', partial: 'Ready, incomplete', skipped: 'Unchanged' },
  itemFailed: { load: 'Not loaded', update: 'Not updated' },
  skippedPresent: 'It was already in your portfolio.',
  skippedLoading: 'Another request is loading it.',
  skippedLoadingQuery: 'Another request is loading it as a query: it will not be monitored.',
  skippedQuery: (until) =>
    `It was already in your portfolio. It is now a query${until === null ? '' : ` until ${until}`}, and not monitored.`,
  skippedEnded: 'It was already in your portfolio; its monitoring or its query has ended.',
  notActivated: 'It was loaded, but the quota changed during the load: it did not stay monitored and used no months.',
  accessEnded: 'It was loaded; its monitoring or its query has ended.',
  partialWhat: 'A source did not answer; this does not mean that there are no records.',
  refused: {
    not_active: () => 'It was not active in your portfolio.',
    contract_not_active({ endedOn, beginsOn }) {
      const around = [endedOn && `the last one had ended on ${day(endedOn)}`, beginsOn && `the next one began on ${day(beginsOn)}`];
      return `${['There was no contract in force', around.filter(Boolean).join(' and ')].filter(Boolean).join(': ')}.`;
    },
    months_exceed_contract: ({ fittingMonths, endsOn }) =>
      `The contract ended on ${day(endsOn)}: there was room for up to ${fittingMonths === 1 ? '1 month' : `${fittingMonths} months`}.`,
    quota_insufficient: ({ available }) =>
      `The quota was not enough: ${available === 1 ? '1 month was' : `${count(available)} months were`} left.`,
    monitoring_expired: ({ endedOn }) =>
      endedOn === null
        ? 'The monitoring of this profile changed or ended during the update.'
        : `The monitoring of this profile had expired on ${day(endedOn)}.`,
  },
  failures: {
    taxpayer_not_found: 'No taxpayer was registered with this document.',
    all_sources_failed: 'No source answered. Nothing was charged.',
    billing_unavailable: 'The quota could not be verified. Nothing was loaded or charged.',
  },
};
