import { Text } from '@mantine/core';
import { type DocType, type Section, type SectionBasis, sourcesOf } from '@vigia/contracts';
import { useAnswer } from '#gateway/queries.ts';
import { day } from '#language/day.ts';
import { instant } from '#language/instant.ts';
import { useLanguage } from '#language/language.tsx';
import { publishedIn } from '#language/published.ts';
import { sourceName } from '#language/sources.ts';
import { basisKey } from '#profile/basis/basis.tsx';
import { isInvented } from '#profile/basis/inventions.ts';
import { Mark, Marks } from '#profile/basis/sources.tsx';
import styles from '#profile/profile.module.css';
import { useProfileWords } from '#profile/use-profile-words.ts';

interface Props {
  params: { docType: DocType; taxId: string };
  section: Section;
  dates: [string, string];
}

/** The basis of a section on each day: a register of another day, or a simulated answer, explains a difference. */
export function Origins({ params, section, dates }: Props) {
  const { basis: words } = useProfileWords();
  if (section !== 'alerta_servicio' && sourcesOf(section).length === 0) return null;
  return (
    <ul className={styles.sources} aria-label={words.sources}>
      {dates.map((date) => (
        <OnDay key={date} params={params} section={section} date={date} />
      ))}
    </ul>
  );
}

function OnDay({ params, section, date }: Omit<Props, 'dates'> & { date: string }) {
  const { data } = useAnswer(basisKey, { params, query: { fecha: date } });
  const { basis: words } = useProfileWords();
  const sources = data?.sections.find((one) => one.section === section)?.sources ?? [];
  const isScore = section === 'alerta_servicio';
  return (
    <li>
      <Text span size="xs" fw={500}>
        {day(date)}
      </Text>
      {sources.map((source) => (
        <Said key={source.source} source={source} />
      ))}
      {isScore &&
        (data && isInvented(data, section) ? (
          <Mark of="simulated">{words.restsOnSimulated}</Mark>
        ) : (
          <Text size="xs" c="dimmed">
            {words.ofSections}
          </Text>
        ))}
    </li>
  );
}

function Said({ source: { source, version, observedAt, failed, simulated, partial } }: { source: SectionBasis['sources'][number] }) {
  const { basis: words } = useProfileWords();
  const { language } = useLanguage();
  const published = version && publishedIn(version, language);
  const observed = observedAt && words.observed(instant(observedAt));
  return (
    <>
      <Text span size="xs" c="dimmed">
        {sourceName(source, language)}: {published ?? observed ?? words.nothing}
      </Text>
      {failed && <Mark of="failed">{words.failedInLast}</Mark>}
      <Marks {...(simulated && { simulated })} {...(partial && { partial })} />
    </>
  );
}
