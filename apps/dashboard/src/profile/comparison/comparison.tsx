import { Group, Paper, Stack, Text, TextInput, Title } from '@mantine/core';
import type { DocType, SummaryV2 } from '@vigia/contracts';
import { IconArrowsDiff, IconEqual } from '@tabler/icons-react';
import { useAnswer } from '#gateway/queries.ts';
import { useFilters } from '#kit/filters.ts';
import { Answered, Empty } from '#kit/states.tsx';
import { day } from '#language/day.ts';
import { useLanguage } from '#language/language.tsx';
import { dayOf } from '#language/instant.ts';
import { sectionNames } from '#language/sources.ts';
import { fieldName, readable } from '#profile/changes/readable.ts';
import styles from '#profile/profile.module.css';
import { useProfileWords } from '#profile/use-profile-words.ts';
import { differences, type Difference } from './differences.ts';

interface Params {
  docType: DocType;
  taxId: string;
}

/** Two days of a profile, side by side. */
export function Comparison({ params }: { params: Params }) {
  const { comparison: words } = useProfileWords();
  const { filters, change } = useFilters();
  const today = dayOf(Date.now());
  const { a, b } = filters;
  return (
    <Stack>
      <Group className="not-printed">
        <TextInput
          type="date"
          label={words.from}
          max={today}
          value={a ?? ''}
          onChange={({ currentTarget }) => change({ a: currentTarget.value })}
        />
        <TextInput
          type="date"
          label={words.to}
          max={today}
          value={b ?? ''}
          onChange={({ currentTarget }) => change({ b: currentTarget.value })}
        />
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

function TwoDays({ params, a, b }: { params: Params; a: string; b: string }) {
  const key = 'GET /panel/v1/profiles/:docType/:taxId/summary';
  const [first, second] = [useAnswer(key, { params, query: { fecha: a } }), useAnswer(key, { params, query: { fecha: b } })];
  return (
    <Answered query={first}>
      {({ data: from }) => (
        <Answered query={second}>{({ data: to }) => <Differences from={from} to={to} days={[day(a), day(b)]} />}</Answered>
      )}
    </Answered>
  );
}

function Differences({ from, to, days }: { from: SummaryV2; to: SummaryV2; days: [string, string] }) {
  const { comparison: words } = useProfileWords();
  const { language } = useLanguage();
  const found = differences(from, to);
  if (found.length === 0) {
    return (
      <Empty icon={IconEqual} title={words.same}>
        {words.sameMore}
      </Empty>
    );
  }
  return found.map(({ section, found: inSection }) => (
    <Paper key={section} p="lg" component="section" aria-label={sectionNames[language][section]}>
      <Group justify="space-between" mb="sm">
        <Title order={2}>{sectionNames[language][section]}</Title>
        <Text size="xs" c="dimmed">
          {words.differences(inSection.length)}
        </Text>
      </Group>
      <SideBySide found={inSection} days={days} label={sectionNames[language][section]} />
    </Paper>
  ));
}

function SideBySide({ found, days, label }: { found: Difference[]; days: [string, string]; label: string }) {
  const { comparison: words, changes, codes } = useProfileWords();
  const { language } = useLanguage();
  const written = (path: string, value: unknown) => {
    if (value === undefined) return words.nothing;
    if (path !== 'statusCode') return readable(path, value, language);
    const code = value as keyof typeof codes;
    return `${codes[code].word} · ${code}`;
  };
  return (
    <div className={styles.scroll} tabIndex={0} role="group" aria-label={label}>
      <table className={styles.figures}>
        <thead>
          <tr>
            <th scope="col">{changes.field}</th>
            <th scope="col">{days[0]}</th>
            <th scope="col">{days[1]}</th>
          </tr>
        </thead>
        <tbody>
          {found.map(({ path, from, to }) => (
            <tr key={path}>
              <th scope="row">{path === 'statusCode' ? words.code : fieldName(path)}</th>
              <td>{written(path, from)}</td>
              <td>
                <strong>{written(path, to)}</strong>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
