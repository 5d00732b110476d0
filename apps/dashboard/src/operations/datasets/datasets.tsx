import { Stack, Text } from '@mantine/core';
import { useAnswer } from '#gateway/queries.ts';
import { DataList } from '#kit/data-list.tsx';
import { OneLine } from '#kit/line-list.tsx';
import { Link } from '#kit/link.tsx';
import { PageHeader } from '#kit/page-header.tsx';
import { Answered, Waiting } from '#kit/states.tsx';
import { When } from '#kit/when.tsx';
import { day } from '#language/day.ts';
import { useWords } from '#language/language.tsx';
import { count } from '#language/money.ts';
import { DatasetActs } from './acts.tsx';
import { byAttention, type Dataset, hasParts, isUnderWay } from './dataset-state.ts';
import { Freshness } from './freshness.tsx';
import { LeftOver } from './left-over.tsx';
import { Progress } from './progress.tsx';
import { en } from './words.en.ts';
import { es } from './words.es.ts';

const everyMs = 15_000;
const whileImportingMs = 2_000;

/** The registers and lists that sources and screening depend on. */
export function Datasets() {
  const words = useWords({ es, en });
  const query = useAnswer(
    'GET /panel/v1/operator/datasets',
    {},
    {
      refetchInterval: ({ state }) =>
        state.data?.datasets.some(({ latest }) => latest && isUnderWay(latest)) ? whileImportingMs : everyMs,
    },
  );
  return (
    <>
      <PageHeader title={words.title} description={words.description} />
      <Answered query={query} waiting={<Waiting lines={12} height={32} />}>
        {({ datasets, leftOver }) => (
          <>
            <LeftOver names={leftOver} />
            <List datasets={byAttention(datasets.map((dataset) => ({ ...dataset, ...words.told[dataset.dataset] })))} />
          </>
        )}
      </Answered>
    </>
  );
}

function List({ datasets }: { datasets: Dataset[] }) {
  const words = useWords({ es, en });
  const originOf = useOriginOf();
  const published = ({ current }: Dataset) => (current?.publishedOn ? day(current.publishedOn) : null);
  return (
    <DataList
      label={words.title}
      rows={datasets}
      keyOf={({ dataset }) => dataset}
      line={(row) => (
        <OneLine
          title={
            <Link to="/operador/datos/$dataset" params={{ dataset: row.dataset }} size="sm" fw={600}>
              {row.title}
            </Link>
          }
          more={originOf(row)}
        >
          <Freshness dataset={row} />
        </OneLine>
      )}
      columns={[
        { key: 'name', label: words.dataset, render: (row) => <Name row={row} origin={originOf(row)} /> },
        { key: 'state', label: words.state, width: 180, render: (row) => <State row={row} /> },
        { key: 'published', label: words.published, width: 116, render: (row) => published(row) ?? <Nothing /> },
        {
          key: 'imported',
          label: words.imported,
          width: 122,
          render: ({ current }) => (current?.endedAt ? <When at={current.endedAt} /> : <Nothing />),
        },
        {
          key: 'rows',
          label: words.rows,
          width: 108,
          align: 'right',
          render: (row) => (row.current ? <Rows row={row} rows={row.current.rows} /> : <Nothing />),
        },
        {
          key: 'rejected',
          label: words.rejected,
          width: 108,
          align: 'right',
          render: ({ current }) => (current ? count(current.rejected) : <Nothing />),
        },
        { key: 'licence', label: words.licence, width: 190, render: ({ licence }) => <Licence text={licence} /> },
        { key: 'acts', isActs: true, label: words.actions, width: 92, align: 'right', render: (row) => <DatasetActs dataset={row} /> },
      ]}
    />
  );
}

/** Who publishes it, how often, and how many weeks or months of it are in force. */
function useOriginOf(): (dataset: Dataset) => string {
  const words = useWords({ es, en });
  return (dataset) => {
    const { publisher, cadence, kind, parts } = dataset;
    const inForce = hasParts(dataset) && (kind === 'trade' ? words.weeks(parts) : words.months(parts));
    return [publisher, words.cadences[cadence], inForce].filter(Boolean).join(' · ');
  };
}

function Name({ row: { dataset, title }, origin }: { row: Dataset; origin: string }) {
  return (
    <div>
      <Link to="/operador/datos/$dataset" params={{ dataset }} size="sm" fw={600}>
        {title}
      </Link>
      <Text size="xs" c="dimmed">
        {origin}
      </Text>
    </div>
  );
}

/** The rows of the newest week or month, if several are in force. */
function Rows({ row, rows }: { row: Dataset; rows: number }) {
  const words = useWords({ es, en });
  return (
    <>
      {count(rows)}
      {hasParts(row) && (
        <Text size="xs" c="dimmed">
          {words.newestPart}
        </Text>
      )}
    </>
  );
}

function State({ row }: { row: Dataset }) {
  const words = useWords({ es, en });
  const { missingWeek } = row;
  return (
    <Stack gap={4} align="flex-start">
      <Freshness dataset={row} />
      {missingWeek && (
        <Text size="xs" c="dimmed">
          {words.missingWeek(day(missingWeek.week), day(missingWeek.leavesOn))}
        </Text>
      )}
      {row.latest && isUnderWay(row.latest) && <Progress version={row.latest} />}
    </Stack>
  );
}

function Licence({ text }: { text: string }) {
  return (
    <Text size="xs" lineClamp={3} title={text}>
      {text}
    </Text>
  );
}

/** There is no version: nothing is known, which is not zero. */
function Nothing() {
  const words = useWords({ es, en });
  return (
    <Text span size="sm" c="dimmed">
      {words.nothing}
    </Text>
  );
}
