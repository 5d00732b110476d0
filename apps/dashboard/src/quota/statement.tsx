import { Button, Group, Stack, Text } from '@mantine/core';
import { IconChevronRight } from '@tabler/icons-react';
import { addressOf } from '#gateway/call.ts';
import type { AnswerTo } from '#gateway/operations.ts';
import { useAnswer } from '#gateway/queries.ts';
import { DataList } from '#kit/data-list.tsx';
import { useFilters } from '#kit/filters.ts';
import { OneLine } from '#kit/line-list.tsx';
import { Link } from '#kit/link.tsx';
import { passesFocusOn } from '#kit/page-header.tsx';
import { Answered } from '#kit/states.tsx';
import { instant } from '#language/instant.ts';
import { useWords } from '#language/language.tsx';
import { useLedgerWords } from '#language/ledger.ts';
import { count, signed } from '#language/money.ts';
import { firstPages, isReversed, Period } from './period.tsx';
import type { Contract } from './contract.ts';
import { en } from './words.en.ts';
import { es } from './words.es.ts';

type Page = AnswerTo<'GET /panel/v1/quota/statement'>;
type Line = Page['lines'][number];

/** Every movement of months with the balance after it, oldest first, as an accountant reads it. */
export function Statement({ contract: { contractId } }: { contract: Contract }) {
  const words = useWords({ es, en });
  const { filters, change, turn } = useFilters();
  const { desde, hasta, linea } = filters;
  const isAsked = !isReversed(desde, hasta);
  const days = { contractId, ...(desde && { desde }), ...(hasta && { hasta }) };
  const query = useAnswer(
    'GET /panel/v1/quota/statement',
    { query: { ...days, ...(linea && { afterLine: linea }) } },
    { keepsPrevious: linea !== undefined, enabled: isAsked },
  );
  return (
    <Stack>
      <Period
        desde={desde}
        hasta={hasta}
        onChange={(one) => change({ ...one, ...firstPages })}
        file={addressOf('GET /panel/v1/quota/statement.csv', { query: days })}
      />
      {isAsked && (
        <Answered query={query}>
          {(page) => (
            <>
              <Text size="sm">{(linea ? words.before : words.opening)(page.opening.available)}</Text>
              <Lines page={page} />
              <Group justify="space-between">
                <Text size="sm" fw={600}>
                  {(page.next === null ? words.closing : words.after)(page.closing.available)}
                </Text>
                {page.next !== null && (
                  <Button
                    ref={passesFocusOn}
                    variant="default"
                    rightSection={<IconChevronRight size={16} aria-hidden />}
                    onClick={() => turn({ linea: String(page.next) })}
                  >
                    {words.nextLines}
                  </Button>
                )}
              </Group>
            </>
          )}
        </Answered>
      )}
    </Stack>
  );
}

function Lines({ page: { opening, lines } }: { page: Page }) {
  const words = useWords({ es, en });
  const ledger = useLedgerWords();
  const before = (i: number) => lines[i - 1]?.after ?? opening;
  const rows = lines.map((line, i) => ({ ...line, moved: line.after.available - before(i).available }));
  if (rows.length === 0) return <Text size="sm">{words.noLines}</Text>;
  return (
    <DataList
      label={words.statement}
      rows={rows}
      keyOf={({ seq }) => String(seq)}
      line={({ kind, operation, enteredAt, document, moved, after }) => (
        <OneLine
          title={ledger.entry(kind, operation.kind)}
          more={[instant(enteredAt), document && `${document.docType} ${document.taxId}`].filter(Boolean).join(' · ')}
          below={count(after.available)}
        >
          {signed(moved)}
        </OneLine>
      )}
      columns={[
        { key: 'at', label: words.date, width: 172, render: ({ enteredAt }) => instant(enteredAt) },
        { key: 'operation', label: words.operation, render: (line) => <Operation line={line} /> },
        {
          key: 'document',
          label: words.document,
          width: 172,
          render: ({ document }) => document && `${document.docType} ${document.taxId}`,
        },
        { key: 'moved', label: words.monthsMoved, width: 90, align: 'right', render: ({ moved }) => signed(moved) },
        { key: 'after', label: words.balance, width: 110, align: 'right', render: ({ after }) => count(after.available) },
        { key: 'actor', label: words.who, width: '20%', render: ({ actor }) => ledger.author(actor) },
      ]}
    />
  );
}

/** A line that comes from a request links to it. */
function Operation({ line: { kind, rule, reason, operation, commandId } }: { line: Line }) {
  const ledger = useLedgerWords();
  const name = ledger.entry(kind, operation.kind);
  const isRequest = operation.kind === 'load' || operation.kind === 'reprocess';
  return (
    <Stack gap={0}>
      {isRequest ? (
        <Link to="/cargas/$requests" params={{ requests: commandId }} size="sm">
          {name}
        </Link>
      ) : (
        <Text size="sm" span>
          {name}
        </Text>
      )}
      <Text size="xs" c="dimmed" span>
        {reason ?? ledger.rule(rule)}
      </Text>
    </Stack>
  );
}
