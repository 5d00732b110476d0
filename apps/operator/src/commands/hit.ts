import { docTypes, isValidDocument, limaDay, type DocType, type Document, type ProfileHits, type ReplyOf } from '@vigia/contracts';
import { Option, type Command } from 'commander';
import { ask, type Surroundings } from '../running-system.js';
import { table } from '../terminal.js';
import { action, actor, entityArgument, fingerprintArgument, listArgument, reasonArgument, UsageError } from './action.js';

type ClosedHit = ReplyOf<'hits.closed'>['hits'][number];

interface Chosen {
  docType: DocType;
  document: string;
  list: string;
  entity: string;
  fingerprint: string;
  name?: string;
  reason: string;
}

/** Hits of the screening: who is on which list, and the verdict. */
export function hitCommands(program: Command, surroundings: Surroundings): void {
  const hit = program.command('hit').description('hits of the screening, and verdicts on them');
  const docTypeOption = () => new Option('--doc-type <type>', 'type of the document').choices([...docTypes]);
  const ofDocument = (command: Command) => command.addOption(docTypeOption().default('RUC'));

  action<{ docType?: DocType; document?: string; undecided?: true }>(
    hit
      .command('list')
      .addOption(docTypeOption())
      .description('list the hits of one profile, or of all')
      .option('--document <taxId>', 'document number of the profile')
      .option('--undecided', 'only hits without a verdict'),
    surroundings,
    async ({ docType, document, undecided }) => {
      const all =
        document === undefined ? await everyHit(surroundings) : await hitsOf(surroundings, documentOf(docType ?? 'RUC', document));
      const profiles = all
        .filter((profile) => docType === undefined || profile.docType === docType)
        .map((profile) => ({ ...profile, hits: profile.hits.filter(({ verdict }) => !undecided || verdict === null) }))
        .filter(({ hits }) => hits.length > 0);
      return { json: profiles, text: shownHits(profiles) };
    },
  );

  action<{ docType: DocType; document: string }>(
    ofDocument(hit.command('closed'))
      .description('list the hits of a profile that a later screening no longer found, newest first')
      .requiredOption('--document <taxId>', 'document number of the profile'),
    surroundings,
    async ({ docType, document }) => {
      const { hits } = await ask(surroundings, 'hits.closed', { document: documentOf(docType, document) });
      return { json: hits, text: table(hits.map(closedRow)) };
    },
  );

  for (const [name, verdict, about] of [
    ['dismiss', 'dismissed', 'record that the entry is somebody else: the hit raises no alert until the entry changes'],
    ['confirm', 'confirmed', 'record that the entry is the same person or company'],
  ] as const)
    action<Chosen>(
      ofDocument(hit.command(name))
        .description(about)
        .requiredOption('--document <taxId>', 'document number of the profile')
        .requiredOption('--list <name>', 'name of the list', listArgument)
        .requiredOption('--entity <id>', 'id of the entry in the list', entityArgument)
        .requiredOption('--fingerprint <text>', 'what the hit was like in `hit list`: refused if it has changed since', fingerprintArgument)
        .option('--name <name>', 'screened name, if several names of the profile found the entry')
        .requiredOption('--reason <text>', 'reason of the verdict', reasonArgument),
      surroundings,
      async ({ docType, document, list, entity, fingerprint, name: screened, reason }) => {
        const about = {
          document: documentOf(docType, document),
          list,
          entityId: entity,
          fingerprint,
          ...(screened !== undefined && { name: screened }),
        };
        const decided = await ask(surroundings, 'hits.decide', { ...about, verdict, reason, actor });
        return { json: decided, text: shownHits([decided]) };
      },
    );
}

async function hitsOf(surroundings: Surroundings, document: Document): Promise<ProfileHits[]> {
  return (await ask(surroundings, 'hits.list', { document })).profiles;
}

async function everyHit(surroundings: Surroundings): Promise<ProfileHits[]> {
  const profiles: ProfileHits[] = [];
  for (let after: Document | null | undefined; after !== null;) {
    const page = await ask(surroundings, 'hits.list', { after: after ?? null });
    profiles.push(...page.profiles);
    after = page.next;
  }
  return profiles;
}

export function closedRow({ list, entityId, askedName, listedName, openedIn, closedAt, ...hit }: ClosedHit) {
  return {
    list,
    entity: entityId,
    'screened name': askedName,
    'listed name': listedName,
    found: openedIn ?? '-',
    gone: whyGone(hit),
    on: limaDay(new Date(closedAt)),
  };
}

function whyGone({ closedIn, subjectChanged, endedOn }: Pick<ClosedHit, 'closedIn' | 'subjectChanged' | 'endedOn'>): string {
  if (closedIn === null) return 'the list is no longer in use';
  if (subjectChanged) return 'the profile has another name or document';
  return endedOn ? `the entry's last day was ${endedOn}` : closedIn;
}

function documentOf(docType: DocType, taxId: string): Document {
  if (!isValidDocument(docType, taxId)) throw new UsageError(`${taxId} is not a valid ${docType}`);
  return { docType, taxId };
}

function shownHits(profiles: ProfileHits[]): string {
  return table(
    profiles.flatMap(({ docType, taxId, hits }) =>
      hits.map((hit) => ({
        document: `${docType} ${taxId}`,
        list: hit.list,
        entity: hit.entityId,
        'screened name': hit.askedName,
        'listed name': hit.listedName,
        'matched by': hit.document ? `${hit.document.kind} ${hit.document.number}` : 'name',
        similarity: hit.similarity.toFixed(2),
        evidence: hit.evidence?.strength.toFixed(2) ?? '-',
        verdict: hit.verdict?.verdict ?? '-',
        fingerprint: hit.fingerprint ?? '-',
      })),
    ),
  );
}
