import { Stack } from '@mantine/core';
import type { SummaryV2 } from '@vigia/contracts';
import { type ProfileAsked, WithBasis } from './basis/basis.tsx';
import { Reasons } from './basis/reasons.tsx';
import { Compliance } from './cards/compliance.tsx';
import { Exposure } from './cards/exposure.tsx';
import { ServiceAlert } from './cards/service-alert.tsx';
import { ThirdPartyScore } from './cards/third-party-score.tsx';
import { contentOf } from './contents.ts';
import { FailedProfile } from './failed-profile.tsx';
import { LoadProgress } from './load-progress.tsx';
import styles from './profile.module.css';
import { SectionStrip } from './section-strip.tsx';
import { Bulletin } from './sections/bulletin.tsx';
import { Courts } from './sections/courts.tsx';
import { Finances } from './sections/finances.tsx';
import { Identification } from './sections/identification.tsx';
import { Labour } from './sections/labour.tsx';
import { Legal } from './sections/legal.tsx';
import { Links } from './sections/links.tsx';
import { Ratings } from './sections/ratings.tsx';
import { Trade } from './sections/trade.tsx';

/** The profile on one page: how it stands, what it comes to, and every section with what it rests on. */
export function Summary({ asked, summary }: { asked: ProfileAsked; summary: SummaryV2 }) {
  if (summary.estado === 'failed') return <FailedProfile asked={asked} summary={summary} />;
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
