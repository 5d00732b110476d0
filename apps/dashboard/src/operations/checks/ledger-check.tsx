import { Stack, Text } from '@mantine/core';
import type { AnswerTo } from '#gateway/operations.ts';
import { useAct } from '#gateway/queries.ts';
import { DataList } from '#kit/data-list.tsx';
import { useWords } from '#language/language.tsx';
import { Finding, Verification } from './verification.tsx';
import { en } from './words.en.ts';
import { es } from './words.es.ts';

type Drift = AnswerTo<'POST /panel/v1/operator/verifications/ledgers'>['drifts'][number];

export function LedgerCheck() {
  const words = useWords({ es, en });
  const verify = useAct('POST /panel/v1/operator/verifications/ledgers');
  return (
    <Verification title={words.ledgers} meaning={words.ledgersMeaning} button={words.verify} verify={verify} given={{}}>
      {({ contracts, drifts }) => {
        if (contracts === 0) return <Finding tone="info">{words.none}</Finding>;
        if (drifts.length === 0) return <Finding tone="good">{words.agree(contracts)}</Finding>;
        return (
          <Stack>
            <Finding tone="bad">{words.drifts(drifts.length, contracts)}</Finding>
            <Drifts drifts={drifts} />
          </Stack>
        );
      }}
    </Verification>
  );
}

function Drifts({ drifts }: { drifts: Drift[] }) {
  const words = useWords({ es, en });
  return (
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
  );
}
