import { Alert, Paper, Progress, Stack, Table, Text } from '@mantine/core';
import { IconInfoCircle } from '@tabler/icons-react';
import { useAnswer } from '#gateway/queries.ts';
import { Link } from '#kit/link.tsx';
import { Answered } from '#kit/states.tsx';
import { day, firstDayAfter, month } from '#language/day.ts';
import { useLanguage, useWords } from '#language/language.tsx';
import { count } from '#language/money.ts';
import { en } from './words.en.ts';
import { es } from './words.es.ts';

/** How long the months last if every monitoring is continued; this assumption is shown beside the number. */
export function Forecast() {
  const words = useWords({ es, en });
  const { language } = useLanguage();
  return (
    <Answered query={useAnswer('GET /panel/v1/quota/forecast', {})}>
      {({ forecast }) => {
        if (!forecast) return <Text size="sm">{words.noForecast}</Text>;
        const { endsOn, months, monthsToCarryAll, surplus } = forecast;
        const most = Math.max(1, ...months.map(({ profiles }) => profiles));
        return (
          <Stack>
            <Alert
              color={surplus < 0 ? 'watch' : 'info'}
              variant="light"
              icon={<IconInfoCircle aria-hidden />}
              title={words.surplus(surplus)}
            >
              {words.assumption(monthsToCarryAll, day(endsOn))}
            </Alert>
            <Paper p="md" style={{ overflowX: 'auto' }} tabIndex={0} role="region" aria-label={words.forecast}>
              <Table aria-label={words.forecast}>
                <Table.Thead>
                  <Table.Tr>
                    <Table.Th style={{ width: 110 }}>{words.month}</Table.Th>
                    <Table.Th>{words.monitored}</Table.Th>
                    <Table.Th style={{ width: 130, textAlign: 'right' }}>{words.lapsing}</Table.Th>
                  </Table.Tr>
                </Table.Thead>
                <Table.Tbody>
                  {months.map((one) => (
                    <Table.Tr key={one.month}>
                      <Table.Td>{month(one.month, language)}</Table.Td>
                      <Table.Td>
                        <Text size="sm" mb={2}>
                          {count(one.profiles)}
                        </Text>
                        <Progress value={(100 * one.profiles) / most} size={6} aria-hidden />
                      </Table.Td>
                      <Table.Td style={{ textAlign: 'right' }}>
                        <Lapsing {...one} />
                      </Table.Td>
                    </Table.Tr>
                  ))}
                </Table.Tbody>
              </Table>
            </Paper>
          </Stack>
        );
      }}
    </Answered>
  );
}

function Lapsing({ month: lastMonth, lapsing }: { month: string; lapsing: number }) {
  if (lapsing === 0) return count(lapsing);
  const search = {
    standing: 'active',
    mode: 'monitoring',
    expiresFrom: `${lastMonth}-01`,
    expiresBefore: firstDayAfter(lastMonth),
    sort: 'expires',
  };
  return (
    <Link to="/portafolio" search={search}>
      {count(lapsing)}
    </Link>
  );
}
