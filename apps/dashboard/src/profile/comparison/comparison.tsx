import { Alert, Group, Paper, Stack, Text, Title } from '@mantine/core';
import type { DocType, Section, SummaryV2 } from '@vigia/contracts';
import { IconArrowsDiff, IconCalendarTime, IconEqual } from '@tabler/icons-react';
import { asOne, useAnswer } from '#gateway/queries.ts';
import { DataList } from '#kit/data-list.tsx';
import { DayField } from '#kit/day-field.tsx';
import { Answered, Empty, Waiting } from '#kit/states.tsx';
import { day } from '#language/day.ts';
import { useLanguage, useWords } from '#language/language.tsx';
import { nullWords } from '#language/null-words.ts';
import { sectionNames } from '#language/sources.ts';
import { type Basis, basisKey } from '#profile/basis/basis.tsx';
import { sectionState } from '#profile/basis/unread.ts';
import { fieldName, readable } from '#profile/changes/readable.ts';
import type { Code } from '#profile/contents.ts';
import { lastDayOfAccess } from '#profile/last-day-of-access.ts';
import { OfDay } from '#profile/of-day.tsx';
import { useProfileFilters } from '#profile/use-profile-filters.ts';
import { useProfileWords } from '#profile/use-profile-words.ts';
import { differences, type Difference } from './differences.ts';
import { groundDifferences } from './ground-differences.ts';
import { Origins } from './origins.tsx';
import { en } from './words.en.ts';
import { es } from './words.es.ts';

interface Params {
  docType: DocType;
  taxId: string;
}

/** Two days of a profile, side by side. */
export function Comparison({ params }: { params: Params }) {
  const words = useWords({ es, en });
  const { filters, change, today } = useProfileFilters();
  const { a, b } = filters;
  return (
    <Stack>
      <Group className="not-printed">
        <DayField label={words.from} until={today} day={a} onDay={(chosen) => change({ a: chosen })} />
        <DayField label={words.to} until={today} day={b} onDay={(chosen) => change({ b: chosen })} />
      </Group>
      {a && b ? (
        <TwoDays params={params} a={a} b={b} />
      ) : (
        <Empty icon={IconArrowsDiff} title={words.choose}>
          {words.chooseMore}
        </Empty>
      )}
    </Stack>
  );
}

/** The sections of both days, and the basis of each. */
function TwoDays({ params, a, b }: { params: Params; a: string; b: string }) {
  const key = 'GET /panel/v1/profiles/:docType/:taxId/summary';
  const [first, second] = [useAnswer(key, { params, query: { fecha: a } }), useAnswer(key, { params, query: { fecha: b } })];
  const all = useProfileWords();
  const { data: facts } = useAnswer('GET /panel/v1/profiles/:docType/:taxId', { params });
  const gaps = [a, b].flatMap((fecha) => {
    const end = facts && lastDayOfAccess(facts.access.periods, fecha);
    return end === undefined ? [] : [all.withoutAccess(day(fecha), day(end))];
  });
  return (
    <>
      {gaps.map((gap) => (
        <Alert key={gap} color="watch" variant="light" icon={<IconCalendarTime aria-hidden />}>
          {gap}
        </Alert>
      ))}
      <OfDay query={first} fecha={a}>
        {({ data: from }) => (
          <OfDay query={second} fecha={b}>
            {({ data: to }) => <Differences params={params} from={from} to={to} dates={[a, b]} hasGaps={gaps.length > 0} />}
          </OfDay>
        )}
      </OfDay>
    </>
  );
}

interface Compared {
  params: Params;
  from: SummaryV2;
  to: SummaryV2;
  dates: [string, string];
  /** What is shown of one of the days is from an earlier one. */
  hasGaps: boolean;
}

function Differences({ params, from, to, dates, hasGaps }: Compared) {
  const all = useProfileWords();
  const words = useWords({ es, en });
  const { language } = useLanguage();
  const bases = useBases(params, dates);
  const found = differences(from, to, bases.data && groundDifferences(bases.data, { ...all, ...words }, language));
  const equal = (
    <Empty icon={IconEqual} title={hasGaps ? words.sameShown : words.same}>
      {!hasGaps && words.sameMore}
    </Empty>
  );
  const sides = found.map(({ section, found: inSection }) => (
    <Paper key={section} p="lg" component="section" className="printed-whole-rows" aria-label={sectionNames[language][section]}>
      <Group justify="space-between" mb="sm">
        <Title order={2}>{sectionNames[language][section]}</Title>
        <Text size="xs" c="dimmed">
          {words.differences(inSection.length)}
        </Text>
      </Group>
      <SideBySide params={params} section={section} found={inSection} dates={dates} />
      <Origins params={params} section={section} dates={dates} />
    </Paper>
  ));
  return (
    <>
      <Text className="only-printed" fw={600}>
        {words.printed(day(dates[0]), day(dates[1]))}
      </Text>
      {sides}
      <Answered query={bases} waiting={found.length === 0 && <Waiting lines={3} />}>
        {() => found.length === 0 && equal}
      </Answered>
    </>
  );
}

/** Every section makes the same queries, which are answered once. */
function useBases(params: Params, [a, b]: [string, string]) {
  const answers = [useAnswer(basisKey, { params, query: { fecha: a } }), useAnswer(basisKey, { params, query: { fecha: b } })];
  return asOne<Basis, readonly [Basis, Basis]>(answers, ([before, after]) => before && after && [before, after]);
}

interface InSection {
  params: Params;
  section: Section;
  found: Difference[];
  dates: [string, string];
}

function SideBySide({ params, section, found, dates }: InSection) {
  const words = useWords({ es, en });
  const { changes } = useProfileWords();
  const { language } = useLanguage();
  const [before, after] = useBases(params, dates).data ?? [];
  const written = useWritten(section);
  return (
    <DataList
      label={sectionNames[language][section]}
      rows={found}
      keyOf={({ path }) => path}
      columns={[
        { key: 'field', label: changes.field, width: '34%', render: ({ path }) => <FieldName path={path} code={words.code} /> },
        { key: 'from', label: day(dates[0]), render: ({ path, from }) => written(path, from, before) },
        { key: 'to', label: day(dates[1]), render: ({ path, to }) => <strong>{written(path, to, after)}</strong> },
      ]}
    />
  );
}

/** A plain item of a list is its own name, which is already shown under its day. */
function FieldName({ path, code }: { path: string; code: string }) {
  const name = path === 'statusCode' ? code : fieldName(path.replace(/(^|\.)actividades_economicas\[.*\]$/s, '$1actividades_economicas'));
  return name.charAt(0).toUpperCase() + name.slice(1);
}

function useWritten(section: Section): (path: string, value: unknown, basis: Basis | undefined) => string {
  const words = useWords({ es, en });
  const { states } = useProfileWords();
  const { language } = useLanguage();
  return (path, value, basis) => {
    if (value === undefined) return nullWords[language].absent;
    if (path === 'statusCode') {
      const code = value as Code;
      // Says that there are no records, or that a source failed, only once the answers are known.
      if (!basis && (code === 'SH11' || code === 'SH50')) return code;
      return `${states[sectionState(basis, section, code)].word} · ${code}`;
    }
    // The other day lacks all of it; its content is in the summary of its day.
    const isDeep =
      typeof value === 'object' && value !== null && Object.values(value).some((inner) => typeof inner === 'object' && inner !== null);
    return isDeep ? words.something : readable(path, value, language);
  };
}
