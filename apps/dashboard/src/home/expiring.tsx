import { Text } from '@mantine/core';
import type { PortfolioCounts } from '@vigia/contracts';
import type { AnswerTo } from '#gateway/operations.ts';
import { useAnswer } from '#gateway/queries.ts';
import { Answered } from '#kit/states.tsx';
import { day, dayAfter } from '#language/day.ts';
import { dayOf } from '#language/instant.ts';
import { useWords } from '#language/language.tsx';
import { useSession } from '#session/session.ts';
import { Card } from './card.tsx';
import styles from './home.module.css';
import { PortfolioLink } from './portfolio-link.tsx';
import { en } from './words.en.ts';
import { es } from './words.es.ts';

const dayMs = 86_400_000;
const monitored = { standing: 'active', mode: 'monitoring' } as const;
const limitFrom = (now: number) => dayOf(now + 31 * dayMs);

/** The monitoring that ends soon, by itself or with the contract. */
export function Expiring({ counts }: { counts: PortfolioCounts }) {
  const words = useWords({ es, en });
  const { contract } = useSession();
  return (
    <Card title={words.expiring}>
      {contract?.kind === 'monthly' ? (
        <UnderMonthlyContract endsOn={contract.endsOn} monitoring={counts.by.mode.monitoring ?? 0} />
      ) : (
        <ByItself />
      )}
    </Card>
  );
}

function ByItself() {
  const words = useWords({ es, en });
  const query = { ...monitored, expiresBefore: limitFrom(Date.now()) };
  const soon = useAnswer('GET /panel/v1/portfolio/counts', { query });
  return (
    <Answered query={soon}>
      {({ total }) =>
        total === 0 ? (
          <Text size="sm">{words.noneExpires}</Text>
        ) : (
          <PortfolioLink search={{ ...query, sort: 'expires' }} className={styles.figure!}>
            {words.profiles(total)}
          </PortfolioLink>
        )
      }
    </Answered>
  );
}

/** Its monitoring has no end of its own, and ends with the contract, unless another monthly contract follows on the next day. */
function UnderMonthlyContract({ endsOn, monitoring }: { endsOn: string; monitoring: number }) {
  const words = useWords({ es, en });
  const query = useAnswer('GET /panel/v1/contracts', {});
  return (
    <Answered query={query}>
      {({ contracts }) => {
        const lastDay = contracts.reduce(continued, endsOn);
        if (monitoring === 0 || dayAfter(lastDay) >= limitFrom(Date.now())) return <ByItself />;
        return (
          <>
            <PortfolioLink search={monitored} className={styles.figure!}>
              {words.profiles(monitoring)}
            </PortfolioLink>
            <Text size="xs" c="dimmed">
              {words.withContract(day(lastDay))}
            </Text>
          </>
        );
      }}
    </Answered>
  );
}

type Contract = AnswerTo<'GET /panel/v1/contracts'>['contracts'][number];

/** Contracts come oldest first. */
const continued = (lastDay: string, { kind, startsOn, endsOn }: Contract) =>
  kind === 'monthly' && startsOn === dayAfter(lastDay) ? endsOn : lastDay;
