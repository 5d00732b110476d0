import { Stack, Text } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { useAnswer } from '#gateway/queries.ts';
import { lazyPart } from '#kit/lazy-part.tsx';
import { Link } from '#kit/link.tsx';
import { PageHeader } from '#kit/page-header.tsx';
import { Answered, Waiting } from '#kit/states.tsx';
import { StatusBadge } from '#kit/status-badge.tsx';
import { useWords } from '#language/language.tsx';
import { useSession } from '#session/session.ts';
import { Card } from './card.tsx';
import { Distribution } from './distribution.tsx';
import { Expiring } from './expiring.tsx';
import { Exposure, Partial, Quota } from './figures.tsx';
import { FirstVisit } from './first-visit.tsx';
import styles from './home.module.css';
import { Movement } from './movement.tsx';
import { en } from './words.en.ts';
import { es } from './words.es.ts';

/** The start page of an operator, who has no corporation. */
const Overview = lazyPart(() => import('#operations/overview/overview.tsx'), 'Overview');
const WebhookWarnings = lazyPart(() => import('#webhooks/warnings.tsx'), 'WebhookWarnings', null);

export function Home() {
  const words = useWords({ es, en });
  const { user, corporation } = useSession();
  return (
    <>
      <PageHeader title={words.title(user.name)} />
      {corporation ? <WebhookWarnings /> : <Overview />}
      {corporation && <Work />}
    </>
  );
}

/** Includes ended queries, which are left out by default. */
const everyStanding = 'loading,active,expired,ended,failed';

function Work() {
  const everything = useAnswer('GET /panel/v1/portfolio/counts', { query: { standing: everyStanding } });
  const active = useAnswer('GET /panel/v1/portfolio/counts', { query: { standing: 'active' } });
  const risk = useAnswer('GET /panel/v1/portfolio/risk', { query: { days: '28' } });
  return (
    <Answered query={everything} waiting={<Waiting lines={8} height={44} />}>
      {({ total }) =>
        total === 0 ? (
          <FirstVisit />
        ) : (
          <Answered query={active} waiting={<Waiting lines={8} height={44} />}>
            {(counts) => (
              <div className={styles.grid}>
                <div className={styles.distributions}>
                  <Distribution of="alert" counts={counts} risk={risk.data} />
                  <Distribution of="compliance" counts={counts} risk={risk.data} />
                </div>
                <Answered query={risk}>{(moves) => <Movement risk={moves} />}</Answered>
                <div className={styles.figures}>
                  <Expiring counts={counts} />
                  <Exposure counts={counts} />
                  <Partial counts={counts} />
                  <Quota />
                  <Warnings />
                </div>
              </div>
            )}
          </Answered>
        )
      }
    </Answered>
  );
}

/** Warnings about failing receivers, on the page where the user starts. */
function Warnings() {
  const words = useWords({ es, en });
  const warnings = useAnswer('GET /panel/v1/webhooks/warnings', {});
  return (
    <Card title={words.webhooks}>
      <Answered query={warnings}>
        {({ warnings: all }) => {
          const open = all.filter(({ endedAt }) => endedAt === null);
          if (open.length === 0) return <Text size="sm">{words.noWarnings}</Text>;
          return (
            <Stack gap={6} align="flex-start">
              <StatusBadge tone="bad" icon={IconAlertTriangle}>
                {words.failing(open.length)}
              </StatusBadge>
              <Link to="/webhooks">{words.seeThem}</Link>
            </Stack>
          );
        }}
      </Answered>
    </Card>
  );
}
