import { Group, Text } from '@mantine/core';
import { IconFlask, IconPlugConnectedX } from '@tabler/icons-react';
import { type Section, type SectionBasis, sourcesIn } from '@vigia/contracts';
import type { ReactNode } from 'react';
import { instant } from '#language/instant.ts';
import { useLanguage } from '#language/language.tsx';
import { publicationOf, publishedIn } from '#language/published.ts';
import { sourceName } from '#language/sources.ts';
import styles from '#profile/profile.module.css';
import { useProfileWords } from '#profile/use-profile-words.ts';
import { type Basis, useBasis } from './basis.tsx';
import { isInvented } from './inventions.ts';

/** The sources of a section, one line each. The lines exist from the beginning, so that nothing moves when the sources are known. */
export function Sources({ section }: { section: Section }) {
  const { language } = useLanguage();
  const { basis: words } = useProfileWords();
  const given = useBasis();
  if (!given) return null;
  const names = sourcesIn(section, given.docType);
  if (names.length === 0) return null;
  return (
    <ul className={styles.sources} aria-label={words.sources}>
      {names.map((name) => (
        <li key={name}>
          <Text span size="xs" fw={500}>
            {sourceName(name, language)}
          </Text>
          {given.basis && <Provided basis={given.basis} section={section} name={name} />}
        </li>
      ))}
    </ul>
  );
}

/** For a card without sources, because another card of its section shows them, or because it is computed from other sections. */
export function Invented({ section }: { section: Section }) {
  const { basis: words } = useProfileWords();
  const basis = useBasis()?.basis;
  if (!basis || !isInvented(basis, section)) return null;
  return (
    <Group className={styles.invented!} gap={4} wrap="nowrap" c="var(--watch-ink)" fz="xs">
      <IconFlask size={13} style={{ flexShrink: 0 }} aria-hidden />
      {words.restsOnSimulated}
    </Group>
  );
}

function Provided({ basis, section, name }: { basis: Basis; section: Section; name: string }) {
  const { language } = useLanguage();
  const { basis: words } = useProfileWords();
  const found = basis.sections.find((one) => one.section === section);
  const source = found?.sources.find((one) => one.source === name);
  const latest = basis.latest.find((one) => one.source === name);
  if (!source) return null;
  const nothing = found?.statusCode === 'SH20' ? words.loading : source.failed ? '' : words.nothing;
  // If nothing changed, only the latest answer tells its origin.
  const { simulated, partial, notes = [], fields = [] } = latest ?? source;
  const others = [...new Set(fields.map(({ version: from }) => publicationOf(from, language)))];
  const observed = source.observedAt === null ? null : instant(source.observedAt);
  const answered = latest && instant(latest.answeredAt);
  const version = latest?.version ?? source.version;
  const published = version && publishedIn(version, language);
  const facts = [
    published ?? version,
    observed && !published ? words.observed(observed) : null,
    observed && answered && answered !== observed && !published ? words.answered(answered) : null,
  ].filter((fact) => fact !== null);
  return (
    <>
      {source.failed && <Mark of="failed">{source.observedAt === null ? words.failed : words.failedSince}</Mark>}
      {basis.paused?.includes(name) && <Mark of="partial">{words.paused}</Mark>}
      <Marks {...(simulated && { simulated })} {...(partial && { partial })} />
      <Text span size="xs" c="dimmed" {...(published && { title: version })}>
        {facts.length > 0 ? facts.join(' · ') : nothing}
      </Text>
      {[...notes, ...(others.length > 0 ? [words.others(others.join('; '))] : [])].map((note) => (
        <Text key={note} span size="xs" c="dimmed">
          {note}
        </Text>
      ))}
    </>
  );
}

type Marked = Pick<SectionBasis['sources'][number], 'simulated' | 'partial'>;

const looks = {
  failed: { Icon: IconPlugConnectedX, ink: 'var(--bad-ink)' },
  partial: { Icon: IconPlugConnectedX, ink: 'var(--watch-ink)' },
  simulated: { Icon: IconFlask, ink: 'var(--watch-ink)' },
};

/** What a reader must know about an answer beforehand: an icon and words, never colour alone. */
export function Mark({ of, children }: { of: keyof typeof looks; children: ReactNode }) {
  const { Icon, ink } = looks[of];
  return (
    <Group component="span" display="inline-flex" gap={4} c={ink} fz="xs">
      <Icon size={13} aria-hidden />
      {children}
    </Group>
  );
}

export function Marks({ simulated, partial }: Marked) {
  const { basis: words } = useProfileWords();
  return (
    <>
      {simulated && <Mark of="simulated">{words.simulated}</Mark>}
      {partial && <Mark of="partial">{words.partial}</Mark>}
    </>
  );
}
