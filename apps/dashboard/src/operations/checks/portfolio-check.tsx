import { Alert, Button, Group, Paper, Stack, Text, Title } from '@mantine/core';
import { IconAlertTriangle, IconCheck } from '@tabler/icons-react';
import { useAct } from '#gateway/queries.ts';
import { Refused } from '#kit/refused.tsx';
import { useWords } from '#language/language.tsx';
import { count } from '#language/money.ts';
import { en } from './words.en.ts';
import { es } from './words.es.ts';

export function PortfolioCheck() {
  const words = useWords({ es, en });
  const verify = useAct('POST /panel/v1/operator/verifications/portfolios');
  return (
    <Paper component="section" p="lg" aria-label={words.portfolios}>
      <Group justify="space-between" align="flex-start" mb="sm">
        <Stack gap={4} maw={680}>
          <Title order={2}>{words.portfolios}</Title>
          <Text size="sm" c="dimmed">
            {words.portfoliosMeaning}
          </Text>
        </Stack>
        <Button onClick={() => verify.mutate({})} loading={verify.isPending}>
          {words.comparePortfolios}
        </Button>
      </Group>
      <div role="status">
        {verify.data &&
          (verify.data.healed === 0 ? (
            <Alert color="good" icon={<IconCheck aria-hidden />}>
              {words.portfoliosAgree(verify.data.corporations, count(verify.data.corporations))}
            </Alert>
          ) : (
            <Alert
              color="bad"
              icon={<IconAlertTriangle aria-hidden />}
              title={words.portfoliosHealed(verify.data.healed, count(verify.data.healed))}
            >
              {verify.data.drifts.map(({ corporationId, docType, taxId, what }) => (
                <Text key={`${corporationId} ${docType} ${taxId}`} size="sm" c="inherit">
                  {docType} {taxId} · {corporationId} · {words.driftsOf[what]}
                </Text>
              ))}
            </Alert>
          ))}
      </div>
      <Refused error={verify.error} />
    </Paper>
  );
}
