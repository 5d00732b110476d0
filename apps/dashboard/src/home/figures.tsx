import { Progress, Stack, Text } from '@mantine/core';
import type { PortfolioCounts } from '@vigia/contracts';
import { useAnswer } from '#gateway/queries.ts';
import { Answered } from '#kit/states.tsx';
import { day } from '#language/day.ts';
import { dayOf } from '#language/instant.ts';
import { useWords } from '#language/language.tsx';
import { count, shortSoles } from '#language/money.ts';
import { useSession } from '#session/session.ts';
import { Card } from './card.tsx';
import styles from './home.module.css';
import { PortfolioLink } from './portfolio-link.tsx';
import { en } from './words.en.ts';
import { es } from './words.es.ts';

const dayMs = 86_400_000;

export function Expiring() {
  const words = useWords({ es, en });
  const query = { standing: 'active', mode: 'monitoring', expiresBefore: dayOf(Date.now() + 31 * dayMs) } as const;
  const soon = useAnswer('GET /panel/v1/portfolio/counts', { query });
  return (
    <Card title={words.expiring}>
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
    </Card>
  );
}

export function Exposure({ counts: { exposureCents, withoutDebt } }: { counts: PortfolioCounts }) {
  const words = useWords({ es, en });
  return (
    <Card title={words.exposure}>
      <PortfolioLink search={{ standing: 'active', sort: '-exposure' }} className={styles.figure!}>
        {shortSoles(exposureCents / 100)}
      </PortfolioLink>
      <Text size="xs" c="dimmed">
        {withoutDebt === 0 ? words.exposureWhole : words.exposureMore(withoutDebt)}
      </Text>
    </Card>
  );
}

export function Partial({ counts: { total, by } }: { counts: PortfolioCounts }) {
  const words = useWords({ es, en });
  const { partial = 0, loading = 0, failed = 0 } = by.estado;
  // Until its load has ended, a profile says nothing of what its sources answer.
  const whenNone =
    total === 0 ? words.noneActive : loading > 0 ? words.stillLoading(loading) : failed > 0 ? words.lastFailed(failed) : words.nonePartial;
  return (
    <Card title={words.partial}>
      {partial === 0 ? (
        <Text size="sm">{whenNone}</Text>
      ) : (
        <>
          <PortfolioLink search={{ standing: 'active', estado: 'partial' }} className={styles.figure!}>
            {count(partial)}
          </PortfolioLink>
          <Text size="xs" c="dimmed">
            {words.partialMore(partial)}
          </Text>
        </>
      )}
    </Card>
  );
}

export function Quota() {
  const words = useWords({ es, en });
  const { contract } = useSession();
  const contracts = useAnswer('GET /panel/v1/contracts', {}, { enabled: contract?.kind === 'one_time' });
  const quota = contracts.data?.contracts.find(({ phase }) => phase === 'in_force')?.quota;
  if (!contract) return <Card title={words.quota}>{<Text size="sm">{words.noContract}</Text>}</Card>;
  return (
    <Card title={words.quota} more={words.until(day(contract.endsOn))}>
      {contract.kind === 'monthly' && <Text size="sm">{words.monthly}</Text>}
      {quota && (
        <Stack gap={6}>
          <Text size="sm" fw={600}>
            {words.available(quota.available, quota.granted)}
          </Text>
          <Progress value={quota.granted === 0 ? 0 : (100 * (quota.granted - quota.available)) / quota.granted} aria-label={words.quota} />
          {quota.held > 0 && (
            <Text size="xs" c="dimmed">
              {words.held(quota.held)}
            </Text>
          )}
        </Stack>
      )}
    </Card>
  );
}
