import { Stack, VisuallyHidden } from '@mantine/core';
import { type Section, sections, type SummaryV2 } from '@vigia/contracts';
import { useEffect, useState } from 'react';
import { lazyPart } from '#kit/lazy-part.tsx';
import { StatusBadge } from '#kit/status-badge.tsx';
import { useLanguage } from '#language/language.tsx';
import { sectionNames } from '#language/sources.ts';
import { type ProfileAsked, WithBasis } from './basis/basis.tsx';
import { Reasons } from './basis/reasons.tsx';
import { Compliance } from './cards/compliance.tsx';
import { Exposure } from './cards/exposure.tsx';
import { ServiceAlert } from './cards/service-alert.tsx';
import { ThirdPartyScore } from './cards/third-party-score.tsx';
import { type Code, contentOf } from './contents.ts';
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

// Most profiles have neither: what a reader waits for is the summary.
const LoadProgress = lazyPart(() => import('./load-progress.tsx'), 'LoadProgress', null);
const FailedProfile = lazyPart(() => import('./failed-profile.tsx'), 'FailedProfile');

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

/** Announces that a load has ended, whatever the outcome, to users who cannot see that its progress is gone. */
function LoadEnd({ summary }: Pick<Props, 'summary'>) {
  const words = useProfileWords();
  const isLoading = summary.estado === 'loading';
  const [sawLoad, setSawLoad] = useState(isLoading);
  if (isLoading && !sawLoad) setSawLoad(true);
  return <VisuallyHidden role="status">{sawLoad && !isLoading && words.loaded}</VisuallyHidden>;
}

function AllSections({ asked, summary }: Props) {
  const hasFinances = contentOf(summary, 'finanzas') !== null;
  return (
    <WithBasis asked={asked} summary={summary}>
      <Stack gap="md">
        {(summary.estado === 'loading' || summary.subhelpers_fallidos.length > 0) && <LoadProgress summary={summary} />}
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
