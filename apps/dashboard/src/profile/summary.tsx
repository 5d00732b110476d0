import { Stack } from '@mantine/core';
import type { SummaryV2 } from '@vigia/contracts';
import { Compliance } from './cards/compliance.tsx';
import { Exposure } from './cards/exposure.tsx';
import { ServiceAlert } from './cards/service-alert.tsx';
import { ThirdPartyScore } from './cards/third-party-score.tsx';
import { contentOf } from './contents.ts';
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

/** The profile on one page: how it stands, what it comes to, and every section. */
export function Summary({ summary }: { summary: SummaryV2 }) {
  return (
    <Stack gap="md">
      <LoadProgress summary={summary} />
      <SectionStrip summary={summary} />
      <div className={styles.cards}>
        <ServiceAlert summary={summary} />
        <ThirdPartyScore summary={summary} />
        <Exposure summary={summary} />
        <Compliance summary={summary} />
      </div>
      <Identification summary={summary} />
      <div className={contentOf(summary, 'finanzas') ? styles.two : undefined}>
        <Finances summary={summary} />
        <Stack gap="md">
          <Ratings summary={summary} />
          <Links summary={summary} />
        </Stack>
      </div>
      <div className={styles.halves}>
        <Bulletin summary={summary} />
        <Courts summary={summary} />
      </div>
      <Trade summary={summary} />
      <Labour summary={summary} />
      <Legal summary={summary} />
    </Stack>
  );
}
