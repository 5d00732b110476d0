import { Alert, List, NativeSelect, Tabs } from '@mantine/core';
import { IconBell, IconReceiptOff } from '@tabler/icons-react';
import { isDay } from '@vigia/contracts';
import { useAnswer } from '#gateway/queries.ts';
import { useFilters } from '#kit/filters.ts';
import { PageHeader } from '#kit/page-header.tsx';
import { Answered, Empty } from '#kit/states.tsx';
import { day } from '#language/day.ts';
import { dayOf, instant } from '#language/instant.ts';
import { useWords } from '#language/language.tsx';
import { Balance } from './balance.tsx';
import { Charges } from './charges.tsx';
import type { Contract } from './contract.ts';
import { Forecast } from './forecast.tsx';
import { noticesOf } from './notices.ts';
import { Statement } from './statement.tsx';
import { en } from './words.en.ts';
import { es } from './words.es.ts';

/** What the corporation has bought, where it went, and how long it will last. */
export function Quota() {
  const words = useWords({ es, en });
  const contracts = useAnswer('GET /panel/v1/contracts', {});
  return (
    <>
      <PageHeader title={words.title} description={words.what} />
      <Answered query={contracts}>
        {({ contracts: all }) =>
          all.length === 0 ? (
            <Empty icon={IconReceiptOff} title={words.noContract}>
              {words.noContractWhat}
            </Empty>
          ) : (
            <OfContract contracts={all} />
          )
        }
      </Answered>
    </>
  );
}

type Tab = 'estado' | 'pronostico' | 'cargos';

/** A one-time contract counts months, which last as long as it is in force. */
function tabsOf({ kind, phase }: Contract): [Tab, ...Tab[]] {
  if (kind !== 'one_time') return ['cargos'];
  return phase === 'in_force' ? ['estado', 'pronostico', 'cargos'] : ['estado', 'cargos'];
}

function OfContract({ contracts }: { contracts: Contract[] }) {
  const words = useWords({ es, en });
  const { filters, change } = useFilters();
  const usual = contracts.findLast(({ phase }) => phase !== 'ahead') ?? contracts[0]!;
  const contract = contracts.find(({ contractId }) => contractId === filters.contrato) ?? usual;
  const tabs = tabsOf(contract);
  const tab = tabs.find((one) => one === filters.ver) ?? tabs[0];
  // A later page of the charges has put its days into the address.
  const noPage = filters.cargo === undefined ? {} : { desde: undefined, hasta: undefined, cargo: undefined };
  const names = { estado: words.statement, pronostico: words.forecast, cargos: words.charges };
  return (
    <>
      {contracts.length > 1 && (
        <NativeSelect
          mb="md"
          maw={420}
          label={words.contract}
          value={contract.contractId}
          onChange={({ currentTarget }) => change({ contrato: currentTarget.value, linea: undefined, ...noPage })}
          data={contracts.map((one) => ({
            value: one.contractId,
            label: words.contractName(one.kind, day(one.startsOn), day(one.endsOn), one.phase),
          }))}
        />
      )}
      <Alerts contract={contract} />
      <Balance contract={contract} />
      <Tabs value={tab} onChange={(ver) => change({ ver: ver ?? undefined, ...noPage })} mt="lg" keepMounted={false}>
        <Tabs.List aria-label={words.title}>
          {tabs.map((one) => (
            <Tabs.Tab key={one} value={one}>
              {names[one]}
            </Tabs.Tab>
          ))}
        </Tabs.List>
        <Tabs.Panel value="estado" pt="md">
          <Statement key={contract.contractId} contract={contract} />
        </Tabs.Panel>
        <Tabs.Panel value="pronostico" pt="md">
          <Forecast />
        </Tabs.Panel>
        <Tabs.Panel value="cargos" pt="md">
          <Charges key={contract.contractId} contract={contract} />
        </Tabs.Panel>
      </Tabs>
    </>
  );
}

const most = 5;

/** What is still true about this contract, open matters first; nothing if there is nothing, or while it is not known. */
function Alerts({ contract }: { contract: Contract }) {
  const words = useWords({ es, en });
  const { data } = useAnswer('GET /panel/v1/quota/alerts', {});
  const today = dayOf(Date.now());
  const { open, past } = noticesOf(data?.alerts ?? [], contract, today);
  const all = [...open, ...past];
  if (all.length === 0) return null;
  const line = ({ kind, crossing, facts, raisedAt }: (typeof all)[number]) => (
    <List.Item key={`${kind} ${crossing}`}>
      {words.alert(kind, facts, isDay(crossing) ? { day: day(crossing), isPast: crossing < today } : undefined)} · {instant(raisedAt)}
    </List.Item>
  );
  return (
    <Alert color="watch" variant="light" icon={<IconBell aria-hidden />} title={words.alerts} mb="md">
      <List size="sm" spacing={2}>
        {all.slice(0, most).map(line)}
      </List>
      {all.length > most && (
        <details>
          <summary>{words.moreAlerts(all.length - most)}</summary>
          <List size="sm" spacing={2}>
            {all.slice(most).map(line)}
          </List>
        </details>
      )}
    </Alert>
  );
}
