import { Paper, Stack, Text, Title } from '@mantine/core';
import type { SectionBasis } from '@vigia/contracts';
import { type Column, DataList } from '#kit/data-list.tsx';
import { instant } from '#language/instant.ts';
import { useLanguage, useWords } from '#language/language.tsx';
import { publicationOf, publishedIn } from '#language/published.ts';
import { sectionNames, sourceName } from '#language/sources.ts';
import { Mark, Marks } from '#profile/basis/sources.tsx';
import styles from '#profile/profile.module.css';
import { CodeBadge } from '#profile/section-card.tsx';
import { useProfileWords } from '#profile/use-profile-words.ts';
import type { ProfileRecord } from './acts.ts';
import { en } from './words.en.ts';
import { es } from './words.es.ts';

/** Since when each section has its content, and its origin. */
export function SectionBases({ record }: { record: ProfileRecord }) {
  const words = useWords({ es, en });
  const { section, basis } = useProfileWords();
  const { language } = useLanguage();
  const columns: [Column<SectionBasis>, ...Column<SectionBasis>[]] = [
    // Wide enough for the longest state, which is below the name: a separate column would take that width from the sources.
    {
      key: 'section',
      label: section,
      width: 240,
      render: (one) => (
        <Stack gap={4} align="flex-start">
          {sectionNames[language][one.section]}
          <CodeBadge section={one.section} code={one.statusCode} />
        </Stack>
      ),
    },
    { key: 'sources', label: basis.sources, render: (one) => <Bases of={one} paused={record.paused} /> },
    { key: 'since', label: words.since, width: 172, render: ({ validFrom }) => (validFrom === null ? words.notYet : instant(validFrom)) },
  ];
  return (
    <Paper component="section" p="lg" aria-label={words.sections} className="printed-whole-rows">
      <Title order={2} mb="sm">
        {words.sections}
      </Title>
      <DataList label={words.sections} columns={columns} rows={record.evidence.sections} keyOf={({ section: one }) => one} />
    </Paper>
  );
}

function Bases({ of: { statusCode, sources, score }, paused }: { of: SectionBasis; paused: string[] | undefined }) {
  const { basis } = useProfileWords();
  return (
    <>
      {sources.map((source) => (
        <SourceLine
          key={source.source}
          source={source}
          isPaused={paused?.includes(source.source)}
          nothing={statusCode === 'SH20' ? basis.loading : basis.nothing}
        />
      ))}
      {score && <Text size="sm">{basis.model(score.model)}</Text>}
    </>
  );
}

function SourceLine({
  source: { source, version, observedAt, failed, notes = [], fields = [], ...marks },
  isPaused,
  nothing,
}: {
  source: SectionBasis['sources'][number];
  isPaused: boolean | undefined;
  nothing: string;
}) {
  const { basis } = useProfileWords();
  const { language } = useLanguage();
  const published = version && publishedIn(version, language);
  const observed = observedAt && !published && basis.observed(instant(observedAt));
  const facts = [published ?? version, observed, failed ? basis.failedInLast : null].filter(Boolean);
  const others = [...new Set(fields.map(({ version: from }) => publicationOf(from, language)))];
  const more = [...notes, ...(others.length > 0 ? [basis.others(others.join('; '))] : [])];
  return (
    <div className={styles.sourceLine}>
      <Text span size="sm" {...(published && { title: version })}>
        {sourceName(source, language)}: {facts.length > 0 ? facts.join(' · ') : nothing}
      </Text>{' '}
      {isPaused && <Mark of="partial">{basis.paused}</Mark>} <Marks {...marks} />
      {more.map((text) => (
        <Text key={text} size="xs" c="dimmed">
          {text}
        </Text>
      ))}
    </div>
  );
}
