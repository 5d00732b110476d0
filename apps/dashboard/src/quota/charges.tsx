import { Button, Group, Stack, Text } from '@mantine/core';
import { IconChevronRight } from '@tabler/icons-react';
import { documentKey } from '@vigia/contracts';
import { addressOf } from '#gateway/call.ts';
import { useAnswer } from '#gateway/queries.ts';
import { DataList } from '#kit/data-list.tsx';
import { useFilters } from '#kit/filters.ts';
import { OneLine } from '#kit/line-list.tsx';
import { passesFocusOn } from '#kit/page-header.tsx';
import { Answered } from '#kit/states.tsx';
import { dayOf, instant } from '#language/instant.ts';
import { useWords } from '#language/language.tsx';
import { useLedgerWords } from '#language/ledger.ts';
import { solesOfCents } from '#language/money.ts';
import type { Contract } from './contract.ts';
import { firstPages, isReversed, Period } from './period.tsx';
import { en } from './words.en.ts';
import { es } from './words.es.ts';

/**
 * What a contract charged for documents that were new to the platform: by default this month or that of the last day, or everything once the
 * contract has ended; otherwise the days in the URL.
 */
export function Charges({ contract: { contractId, phase, startsOn } }: { contract: Contract }) {
  const words = useWords({ es, en });
  const ledger = useLedgerWords();
  const { filters, change, turn } = useFilters();
  const today = dayOf(Date.now());
  const { hasta = today, desde = phase === 'ended' ? startsOn : `${hasta.slice(0, 8)}01`, cargo } = filters;
  const isAsked = !isReversed(desde, hasta);
  const asked = { contractId, desde, hasta };
  const query = useAnswer(
    'GET /panel/v1/quota/charges',
    { query: { ...asked, ...(cargo && { after: cargo }) } },
    { keepsPrevious: cargo !== undefined, enabled: isAsked },
  );
  return (
    <Stack>
      <Period
        desde={desde}
        hasta={hasta}
        onChange={(days) => change({ ...days, ...firstPages })}
        file={addressOf('GET /panel/v1/quota/charges.csv', { query: asked })}
      />
      {isAsked && (
        <Answered query={query}>
          {({ charges, totalCents, next }) => (
            <>
              <Text fw={600}>{words.total(solesOfCents(totalCents))}</Text>
              {charges.length === 0 ? (
                <Text size="sm">{words.noCharges}</Text>
              ) : (
                <DataList
                  label={words.charges}
                  rows={charges}
                  keyOf={documentKey}
                  line={({ docType, taxId, priceCents }) => <OneLine title={`${docType} ${taxId}`}>{solesOfCents(priceCents)}</OneLine>}
                  columns={[
                    { key: 'document', label: words.document, width: 200, render: ({ docType, taxId }) => `${docType} ${taxId}` },
                    { key: 'at', label: words.date, width: 170, render: ({ chargedAt }) => instant(chargedAt) },
                    { key: 'actor', label: words.who, render: ({ actor }) => ledger.author(actor) },
                    {
                      key: 'amount',
                      label: words.amount,
                      width: 130,
                      align: 'right',
                      render: ({ priceCents }) => solesOfCents(priceCents),
                    },
                  ]}
                />
              )}
              {next && (
                <Group ref={passesFocusOn} justify="flex-end">
                  <Button
                    variant="default"
                    rightSection={<IconChevronRight size={16} aria-hidden />}
                    onClick={() => turn({ desde, hasta, cargo: next })}
                  >
                    {words.nextLines}
                  </Button>
                </Group>
              )}
            </>
          )}
        </Answered>
      )}
    </Stack>
  );
}
