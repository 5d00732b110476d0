import { Button, Group, Menu, Paper, Progress, Stack, Text, Title, VisuallyHidden } from '@mantine/core';
import { IconCalendarDue, IconCheck, IconClock, IconDots, IconFileText, IconPlus, type Icon } from '@tabler/icons-react';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { useAnswer } from '#gateway/queries.ts';
import { DataList } from '#kit/data-list.tsx';
import { Answered, Empty } from '#kit/states.tsx';
import { StatusBadge } from '#kit/status-badge.tsx';
import { useLanguage, useWords } from '#language/language.tsx';
import { solesOfCents } from '#language/money.ts';
import { sectionNames } from '#language/sources.ts';
import { EndChanges } from '#quota/end-changes.tsx';
import type { Tone } from '#theme/colours.ts';
import { AdjustMonths } from './adjust-months.tsx';
import { AmendEnd } from './amend-end.tsx';
import { daysOf, type Contract } from './contract.ts';
import { NewContract } from './new-contract.tsx';
import { en } from './words.en.ts';
import { es } from './words.es.ts';

const looks: Record<Contract['phase'], { tone: Tone; icon: Icon }> = {
  ahead: { tone: 'info', icon: IconClock },
  in_force: { tone: 'good', icon: IconCheck },
  ended: { tone: 'quiet', icon: IconCalendarDue },
};

export function Contracts({ corporationId }: { corporationId: string }) {
  const words = useWords({ es, en });
  const [making, setMaking] = useState(false);
  const query = useAnswer('GET /panel/v1/operator/corporations/:corporationId/contracts', { params: { corporationId } });
  const make = (
    <Button size="xs" leftSection={<IconPlus size={14} aria-hidden />} onClick={() => setMaking(true)}>
      {words.make}
    </Button>
  );
  return (
    <Paper component="section" p="lg" aria-label={words.contracts}>
      <Group justify="space-between" mb="sm">
        <Title order={2}>{words.contracts}</Title>
        {make}
      </Group>
      <Answered query={query}>
        {({ contracts }) =>
          contracts.length === 0 ? <Empty icon={IconFileText} title={words.none} /> : <ContractList contracts={contracts.toReversed()} />
        }
      </Answered>
      {making && <NewContract corporationId={corporationId} onClose={() => setMaking(false)} />}
    </Paper>
  );
}

function ContractList({ contracts }: { contracts: Contract[] }) {
  const words = useWords({ es, en });
  const [chosen, setChosen] = useState<{ contractId: string; act: 'adjust' | 'amend' }>();
  // As the list knows it now: what is left of a contract moves while its dialog is open.
  const contract = contracts.find(({ contractId }) => contractId === chosen?.contractId);
  const close = () => setChosen(undefined);
  return (
    <>
      <DataList
        label={words.contracts}
        rows={contracts}
        keyOf={({ contractId }) => contractId}
        columns={[
          {
            key: 'kind',
            label: words.kind,
            width: 130,
            render: ({ kind }) => (
              <Text size="sm" fw={600}>
                {words.kinds[kind]}
              </Text>
            ),
          },
          { key: 'phase', label: words.phase, width: 130, render: (row) => <Phase row={row} /> },
          { key: 'days', label: words.days, width: 260, render: (row) => <Days row={row} /> },
          { key: 'months', label: words.months, render: (row) => <Months row={row} /> },
          {
            key: 'price',
            label: words.priceShort,
            width: 120,
            align: 'right',
            render: ({ documentPriceCents }) => solesOfCents(documentPriceCents),
          },
          { key: 'without', label: words.withoutShort, render: (row) => <Without row={row} /> },
          {
            key: 'acts',
            isActs: true,
            label: <VisuallyHidden>{words.actions}</VisuallyHidden>,
            width: 60,
            align: 'right',
            render: (row) => <Actions contract={row} onAct={(act) => setChosen({ contractId: row.contractId, act })} />,
          },
        ]}
      />
      {contract && chosen?.act === 'adjust' && <AdjustMonths contract={contract} onClose={close} />}
      {contract && chosen?.act === 'amend' && <AmendEnd contract={contract} contracts={contracts} onClose={close} />}
    </>
  );
}

function Days({ row }: { row: Contract }) {
  const words = useWords({ es, en });
  return (
    <Stack gap={4}>
      {daysOf(row, words.fromTo)}
      <EndChanges of={row.endChanges} />
    </Stack>
  );
}

function Phase({ row: { phase } }: { row: Contract }) {
  const words = useWords({ es, en });
  return <StatusBadge {...looks[phase]}>{words.phases[phase]}</StatusBadge>;
}

function Months({ row: { quota, phase } }: { row: Contract }) {
  const words = useWords({ es, en });
  if (!quota) {
    return (
      <Text size="sm" c="dimmed">
        {words.uncounted}
      </Text>
    );
  }
  const used = quota.granted > 0 ? (100 * (quota.granted - quota.available)) / quota.granted : 0;
  return (
    <Stack gap={4} maw={240}>
      <Text size="sm">
        {words[phase === 'ended' ? 'unusedOf' : 'monthsOf'](quota.available, quota.granted)}
        {quota.held > 0 && ` · ${words.held(quota.held)}`}
      </Text>
      <Progress value={used} size="sm" aria-hidden />
    </Stack>
  );
}

function Without({ row: { excludedSections } }: { row: Contract }) {
  const words = useWords({ es, en });
  const { language } = useLanguage();
  if (excludedSections.length === 0) return words.withoutNone;
  return excludedSections.map((section) => sectionNames[language][section]).join(', ');
}

function Actions({ contract, onAct }: { contract: Contract; onAct: (act: 'adjust' | 'amend') => void }) {
  const words = useWords({ es, en });
  const navigate = useNavigate();
  const { corporationId, contractId, quota, phase } = contract;
  const open = () =>
    void navigate({
      to: '/operador/corporaciones/$corporationId/contratos/$contractId',
      params: { corporationId, contractId },
      state: true,
    });
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <Button variant="default" size="xs" px={8} aria-label={words.of(words.actions, daysOf(contract, words.fromTo))}>
          <IconDots size={16} aria-hidden />
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item onClick={open} disabled={!quota}>
          {words.statement}
        </Menu.Item>
        <Menu.Item onClick={() => onAct('adjust')} disabled={!quota}>
          {words.adjust}
        </Menu.Item>
        <Menu.Item onClick={() => onAct('amend')} disabled={phase === 'ended'}>
          {words.amend}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}
