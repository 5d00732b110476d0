import { Progress, Stack, Text, Tooltip } from '@mantine/core';
import type { PortfolioCounts } from '@vigia/contracts';
import { useAnswer } from '#gateway/queries.ts';
import { Link } from '#kit/link.tsx';
import { Answered, Waiting } from '#kit/states.tsx';
import { day } from '#language/day.ts';
import { useWords } from '#language/language.tsx';
import { count, shortSoles, solesOfCents } from '#language/money.ts';
import type { Contract } from '#quota/contract.ts';
import { noticesOf } from '#quota/notices.ts';
import { useSession } from '#session/session.ts';
import { Card } from './card.tsx';
import styles from './home.module.css';
import { PortfolioLink } from './portfolio-link.tsx';
import { en } from './words.en.ts';
import { es } from './words.es.ts';

export function Exposure({ counts: { exposureCents, withoutDebt } }: { counts: PortfolioCounts }) {
  const words = useWords({ es, en });
  return (
    <Card title={words.exposure}>
      <Tooltip label={solesOfCents(exposureCents)}>
        <Link to="/portafolio" search={{ standing: 'active', sort: '-exposure' }} className={styles.figure!}>
          {shortSoles(exposureCents / 100)}
        </Link>
      </Tooltip>
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
  if (!contract) return <Card title={words.quota}>{<Text size="sm">{words.noContract}</Text>}</Card>;
  return (
    <Card title={words.quota} more={words.until(day(contract.endsOn))}>
      {contract.kind === 'monthly' ? <Text size="sm">{words.monthly}</Text> : <MonthsLeft />}
    </Card>
  );
}

function MonthsLeft() {
  const words = useWords({ es, en });
  const query = useAnswer('GET /panel/v1/contracts', {});
  return (
    <Answered query={query} waiting={<Waiting lines={2} />}>
      {({ contracts }) => {
        const contract = contracts.find(({ phase }) => phase === 'in_force');
        if (!contract?.quota) return null;
        const { available, granted, held } = contract.quota;
        return (
          <Stack gap={6}>
            <Text size="sm" fw={600}>
              {words.available(available, granted)}
            </Text>
            <Progress value={granted === 0 ? 0 : (100 * (granted - available)) / granted} aria-label={words.quota} />
            {held > 0 && (
              <Text size="xs" c="dimmed">
                {words.held(held)}
              </Text>
            )}
            <OpenNotices contract={contract} />
          </Stack>
        );
      }}
    </Answered>
  );
}

function OpenNotices({ contract }: { contract: Contract }) {
  const words = useWords({ es, en });
  const { data } = useAnswer('GET /panel/v1/quota/alerts', {});
  const { open } = noticesOf(data?.alerts ?? [], contract);
  if (open.length === 0) return null;
  return (
    <Link to="/consumo" size="sm">
      {words.notices(open.length)}
    </Link>
  );
}
