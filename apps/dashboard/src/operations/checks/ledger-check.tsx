import { Alert, Button, Group, Paper, Stack, Text, Title } from '@mantine/core';
import { IconAlertTriangle, IconCheck, IconInfoCircle } from '@tabler/icons-react';
import type { AnswerTo } from '#gateway/operations.ts';
import { useAct } from '#gateway/queries.ts';
import { DataList } from '#kit/data-list.tsx';
import { Refused } from '#kit/refused.tsx';
import { useWords } from '#language/language.tsx';
import { count } from '#language/money.ts';
import { en } from './words.en.ts';
import { es } from './words.es.ts';

type Verified = AnswerTo<'POST /panel/v1/operator/verifications/ledgers'>;

export function LedgerCheck() {
  const words = useWords({ es, en });
  const verify = useAct('POST /panel/v1/operator/verifications/ledgers');
  return (
    <Paper component="section" p="lg" aria-label={words.ledgers}>
      <Group justify="space-between" align="flex-start" mb="sm">
        <Stack gap={4} maw={680}>
          <Title order={2}>{words.ledgers}</Title>
          <Text size="sm" c="dimmed">
            {words.ledgersMeaning}
          </Text>
        </Stack>
        <Button onClick={() => verify.mutate({})} loading={verify.isPending}>
          {words.verify}
        </Button>
      </Group>
      <div role="status">{verify.data && <Outcome verified={verify.data} />}</div>
      <Refused error={verify.error} />
    </Paper>
  );
}

function Outcome({ verified: { contracts, drifts } }: { verified: Verified }) {
  const words = useWords({ es, en });
  if (contracts === 0) {
    return (
      <Alert color="info" icon={<IconInfoCircle aria-hidden />}>
        {words.none}
      </Alert>
    );
  }
  if (drifts.length === 0) {
    return (
      <Alert color="good" icon={<IconCheck aria-hidden />}>
        {words.agree(count(contracts))}
      </Alert>
    );
  }
  return (
    <Stack>
      <Alert color="bad" icon={<IconAlertTriangle aria-hidden />}>
        {words.drifts(count(drifts.length), count(contracts))}
      </Alert>
      <DataList
        label={words.ledgers}
        rows={drifts}
        keyOf={({ contractId, what, detail }) => `${contractId} ${what} ${detail}`}
        columns={[
          {
            key: 'contract',
            label: words.contract,
            width: 300,
            render: ({ contractId }) => (
              <Text size="sm" ff="monospace">
                {contractId}
              </Text>
            ),
          },
          { key: 'what', label: words.what, width: 130, render: ({ what }) => words.whats[what] ?? what },
          { key: 'detail', label: words.detail, render: ({ detail }) => detail },
        ]}
      />
    </Stack>
  );
}
