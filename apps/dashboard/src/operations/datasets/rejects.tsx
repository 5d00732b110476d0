import { Code, NativeSelect, Text, Title } from '@mantine/core';
import { IconCheck } from '@tabler/icons-react';
import type { RejectReason } from '@vigia/contracts';
import { useAnswer } from '#gateway/queries.ts';
import { DataList } from '#kit/data-list.tsx';
import { useFilters } from '#kit/filters.ts';
import { Answered, Empty } from '#kit/states.tsx';
import { useWords } from '#language/language.tsx';
import { count } from '#language/money.ts';
import { MoreRows } from './more-rows.tsx';
import { en } from './words.en.ts';
import { es } from './words.es.ts';

const key = 'GET /panel/v1/operator/dataset-versions/:version/rejects';

/** The rejected lines, as in the file. */
export function Rejects({ version, reasons }: { version: string; reasons: Record<string, number> }) {
  const words = useWords({ es, en });
  const { filters, change } = useFilters();
  const { desde, motivo } = filters;
  const query = useAnswer(
    key,
    { params: { version }, query: { ...(desde && { after: desde }), ...(motivo && { reason: motivo }) } },
    { keepsPrevious: true },
  );
  const named = (code: string) => words.rejectReasons[code as RejectReason] ?? code;
  const choices = Object.entries(reasons).map(([value, lines]) => ({ value, label: `${named(value)} (${count(lines)})` }));
  return (
    <section aria-label={words.rejectsOf(version)}>
      <Title order={2}>{words.rejectsOf(version)}</Title>
      <Text size="xs" c="dimmed" mb="sm">
        {words.rejectsMeaning}
      </Text>
      <NativeSelect
        label={words.reason}
        w={260}
        mb="sm"
        value={motivo ?? ''}
        onChange={({ currentTarget: { value } }) => change({ motivo: value || undefined, desde: undefined })}
        data={[{ value: '', label: words.everyReason }, ...choices]}
      />
      <Answered query={query}>
        {({ rejects, more }) =>
          rejects.length === 0 ? (
            <Empty
              icon={IconCheck}
              title={Object.keys(reasons).some((code) => !motivo || code === motivo) ? words.rejectsGone : words.noRejects}
            />
          ) : (
            <>
              <DataList
                label={words.rejectsOf(version)}
                rows={rejects}
                keyOf={({ id }) => String(id)}
                columns={[
                  { key: 'line', label: words.line, width: 100, align: 'right', render: ({ line }) => count(line) },
                  { key: 'reason', label: words.reason, width: 220, render: ({ reason }) => named(reason) },
                  {
                    key: 'text',
                    label: words.text,
                    render: ({ text }) => text && <Code style={{ overflowWrap: 'anywhere' }}>{text}</Code>,
                  },
                ]}
              />
              <MoreRows after={more ? String(rejects.at(-1)?.id) : undefined} />
            </>
          )
        }
      </Answered>
    </section>
  );
}
