import { Stack } from '@mantine/core';
import { IconFileUnknown, IconPlugConnectedX, IconRefresh } from '@tabler/icons-react';
import { documentKey, type Section, sections, type SummaryV2 } from '@vigia/contracts';
import { useEffect } from 'react';
import { LinkButton } from '#kit/link.tsx';
import { Empty } from '#kit/states.tsx';
import { StatusBadge } from '#kit/status-badge.tsx';
import { useLanguage } from '#language/language.tsx';
import { sectionNames, sourceName } from '#language/sources.ts';
import { useCan } from '#session/session.ts';
import { type ProfileAsked, WithBasis } from './basis/basis.tsx';
import { Reasons } from './basis/reasons.tsx';
import { Compliance } from './cards/compliance.tsx';
import { Exposure } from './cards/exposure.tsx';
import { ServiceAlert } from './cards/service-alert.tsx';
import { ThirdPartyScore } from './cards/third-party-score.tsx';
import { type Code, contentOf } from './contents.ts';
import { LoadEnd, LoadProgress } from './load-progress.tsx';
import styles from './profile.module.css';
import { useSectionState } from './section-card.tsx';
import { Bulletin } from './sections/bulletin.tsx';
import { Courts } from './sections/courts.tsx';
import { Finances } from './sections/finances.tsx';
import { Identification } from './sections/identification.tsx';
import { Labour } from './sections/labour.tsx';
import { Legal } from './sections/legal.tsx';
import { Links } from './sections/links.tsx';
import { Ratings } from './sections/ratings.tsx';
import { Trade } from './sections/trade.tsx';
import { useProfileWords } from './use-profile-words.ts';

interface Props {
  asked: ProfileAsked;
  summary: SummaryV2;
}

/** The profile on one page: its state, its results, and every section with its basis. */
export function Summary({ asked, summary }: Props) {
  // A browser looks for the section in the address before it exists. A user who returns is where they were.
  useEffect(() => {
    if (scrollY === 0) document.getElementById(location.hash.slice(1))?.scrollIntoView();
  }, []);
  const Body = summary.estado === 'failed' ? FailedProfile : AllSections;
  return (
    <>
      <LoadEnd summary={summary} />
      <Body asked={asked} summary={summary} />
    </>
  );
}

function AllSections({ asked, summary }: Props) {
  const hasFinances = contentOf(summary, 'finanzas') !== null;
  return (
    <WithBasis asked={asked} summary={summary}>
      <Stack gap="md">
        <LoadProgress summary={summary} />
        <SectionStrip summary={summary} />
        <div className={styles.cards}>
          <ServiceAlert summary={summary} />
          <ThirdPartyScore summary={summary} />
          <Exposure summary={summary} />
        </div>
        <Compliance summary={summary} />
        <Identification summary={summary} />
        <Finances summary={summary} />
        {hasFinances && (
          <div className={styles.halves}>
            <Ratings summary={summary} />
            <Links summary={summary} />
          </div>
        )}
        <div className={styles.halves}>
          <Bulletin summary={summary} />
          <Courts summary={summary} />
        </div>
        <Trade summary={summary} />
        <Labour summary={summary} />
        <Legal summary={summary} />
        <Reasons summary={summary} />
      </Stack>
    </WithBasis>
  );
}

/** The state of each of the ten sections, with a link to it. */
function SectionStrip({ summary }: { summary: SummaryV2 }) {
  const { strip } = useProfileWords();
  return (
    <nav aria-label={strip}>
      <ul className={styles.strip}>
        {sections.map((section) => (
          <li key={section}>
            <Chip section={section} code={summary[section].statusCode} />
          </li>
        ))}
      </ul>
    </nav>
  );
}

function Chip({ section, code }: { section: Section; code: Code }) {
  const { language } = useLanguage();
  const { tone, icon, said, means } = useSectionState(section, code);
  return (
    <a href={`#${section}`} className={styles.chip} title={means}>
      {sectionNames[language][section]}
      <StatusBadge tone={tone} icon={icon} size="sm">
        {said}
      </StatusBadge>
    </a>
  );
}

/** In place of all sections: if nobody knows the taxpayer, "nothing registered" would look like a clean record. */
function FailedProfile({ asked, summary }: Props) {
  const { failed: words } = useProfileWords();
  const { language } = useLanguage();
  const mayLoad = useCan('load');
  const failed = summary.subhelpers_fallidos;
  // Other sources were asked and have nothing, and the registry has not failed. If the document was refused, no source was asked.
  const isUnknown = !failed.includes('identificacion') && sections.some((section) => summary[section].statusCode === 'SH11');
  const names = failed.map((name) => sourceName(name, language)).join(', ');
  return (
    <Empty
      icon={isUnknown ? IconFileUnknown : IconPlugConnectedX}
      title={isUnknown ? words.unknown : words.title}
      action={
        mayLoad &&
        asked.fecha === undefined && (
          <LinkButton
            to="/cargas"
            search={{ documento: documentKey(asked) }}
            variant="default"
            leftSection={<IconRefresh size={16} aria-hidden />}
          >
            {words.again}
          </LinkButton>
        )
      }
    >
      {isUnknown ? words.unknownMore : words.more(mayLoad)}
      {!isUnknown && names && ` ${words.sources}: ${names}.`}
    </Empty>
  );
}
