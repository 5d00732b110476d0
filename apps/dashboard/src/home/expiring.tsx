import { Text } from '@mantine/core';
import type { PortfolioCounts } from '@vigia/contracts';
import { useAnswer } from '#gateway/queries.ts';
import { Answered } from '#kit/states.tsx';
import { day } from '#language/day.ts';
import { useWords } from '#language/language.tsx';
import { useSession } from '#session/session.ts';
import { Card } from './card.tsx';
import { endWithContracts, firstLaterDay } from './ending-soon.ts';
import styles from './home.module.css';
import { PortfolioLink } from './portfolio-link.tsx';
import { en } from './words.en.ts';
import { es } from './words.es.ts';

const monitored = { standing: 'active', mode: 'monitoring' } as const;

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
  const query = { ...monitored, expiresBefore: firstLaterDay() };
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
        const lastDay = endWithContracts(endsOn, contracts);
        if (monitoring === 0 || lastDay === undefined) return <ByItself />;
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
