import { Box, Button, Group, Paper, Text, Menu } from '@mantine/core';
import { IconDownload, IconArrowsSort } from '@tabler/icons-react';
import { documentKey, type PortfolioEntry, type PortfolioOrder } from '@vigia/contracts';
import { useCallback, useState } from 'react';
import { addressOf } from '#gateway/call.ts';
import { useAnswer } from '#gateway/queries.ts';
import { DataList } from '#kit/data-list.tsx';
import { useFilters } from '#kit/filters.ts';
import { PageHeader } from '#kit/page-header.tsx';
import { NoRows, Pager } from '#kit/pager.tsx';
import { Answered, Waiting } from '#kit/states.tsx';
import { useWords } from '#language/language.tsx';
import { count } from '#language/money.ts';
import { useSession } from '#session/session.ts';
import { Profile, useColumns } from './columns.tsx';
import { AlertFact } from './facts.tsx';
import { FilterBar, LinkedFilters } from './filter-bar.tsx';
import { filterNames } from './filter-names.ts';
import { useListKeys } from './keys.ts';
import { Nothing } from './nothing.tsx';
import { SelectionBar } from './selection-bar.tsx';
import { ViewsMenu } from './views-menu.tsx';
import { en } from './words.en.ts';
import { es } from './words.es.ts';

const pageSize = '25';
const lookAgainMs = 4_000;

type Query = Record<string, string | undefined>;

export function Portfolio() {
  const words = useWords({ es, en });
  const { can } = useSession();
  const { filters, change } = useFilters();
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set());
  const toggle = useCallback((key: string) => {
    setSelected((before) => (before.has(key) ? new Set([...before].filter((one) => one !== key)) : new Set([...before, key])));
  }, []);
  const deselect = (keys: string[]) => setSelected((before) => new Set([...before].filter((one) => !keys.includes(one))));
  const selectNothing = useCallback(() => setSelected(new Set()), []);
  useListKeys(toggle, selectNothing);
  const sort = filters.sort as PortfolioOrder | undefined;
  const order = sort ?? '-alert';
  const asked: Query = Object.fromEntries(filterNames.map((name) => [name, filters[name]]));
  const isFiltered = Object.values(asked).some(Boolean);
  const clear = () => change(Object.fromEntries(filterNames.map((name) => [name, undefined])));
  return (
    <>
      <PageHeader
        title={words.title}
        facts={<Total asked={asked} />}
        actions={
          <>
            <SortMenu order={order} />
            <ViewsMenu />
            {can.includes('load') && (
              <Button
                component="a"
                href={addressOf('GET /panel/v1/portfolio.csv', { query: { ...asked, sort } })}
                download
                variant="default"
                leftSection={<IconDownload size={16} aria-hidden />}
              >
                {words.export}
              </Button>
            )}
          </>
        }
      />
      <FilterBar />
      <LinkedFilters />
      <List {...{ asked, order, isFiltered, clear, selected }} onSort={(sort) => change({ sort })} onSelect={setSelected} />
      <SelectionBar selected={selected} onClear={selectNothing} onDeselect={deselect} />
    </>
  );
}

function Total({ asked }: { asked: Query }) {
  const words = useWords({ es, en });
  // Counting may take longer than the list, beside which the total of another filter would be wrong.
  const { data } = useAnswer('GET /panel/v1/portfolio/counts', { query: asked });
  return (
    <Text size="sm" c="dimmed" mih={22} role="status">
      {data && (data.total === 1 ? words.one : words.found(count(data.total)))}
    </Text>
  );
}

interface ListProps {
  asked: Query;
  order: PortfolioOrder;
  onSort: (sort: string) => void;
  isFiltered: boolean;
  clear: () => void;
  selected: ReadonlySet<string>;
  onSelect: (selected: Set<string>) => void;
}

function List({ asked, order, onSort, isFiltered, clear, selected, onSelect }: ListProps) {
  const words = useWords({ es, en });
  const { filters } = useFilters();
  const columns = useColumns({ order, onSort });
  const { before, after } = filters;
  const given = { query: { ...asked, sort: order, limit: pageSize, before, after } };
  const page = useAnswer('GET /panel/v1/portfolio', given, {
    keepsPrevious: true,
    refetchInterval: ({ state }) => (state.data?.entries.some(isLoading) ? lookAgainMs : false),
  });
  const nothing = (
    <NoRows>
      <Nothing {...{ isFiltered, clear }} />
    </NoRows>
  );
  // A link of before a release, whose place in the list is not known any more.
  if ((before ?? after) && page.error?.status === 400) return nothing;
  return (
    <Answered query={page} waiting={<Waiting lines={12} height={44} />}>
      {({ entries, older, newer }) =>
        entries.length === 0 ? (
          nothing
        ) : (
          <>
            <Paper p={{ base: 'sm', sm: 4 }} style={{ opacity: page.isPlaceholderData ? 0.6 : 1 }}>
              <DataList
                label={words.title}
                columns={columns}
                rows={entries}
                keyOf={documentKey}
                selection={{ selected, onChange: onSelect }}
                line={(entry) => (
                  <Group justify="space-between" wrap="nowrap" gap="xs">
                    <Profile entry={entry} />
                    <Box flex="none">
                      <AlertFact {...entry} />
                    </Box>
                  </Group>
                )}
              />
            </Paper>
            <Pager {...{ older, newer }} newerWords={words.newer} olderWords={words.older} />
          </>
        )
      }
    </Answered>
  );
}

/** The state of the last load says nothing about a query that has ended. */
const isLoading = ({ standing, estado }: PortfolioEntry) => standing === 'loading' || (standing !== 'ended' && estado === 'loading');

/** Every sort order by name, for orders without a column and for lists of cards. */
function SortMenu({ order }: { order: string }) {
  const words = useWords({ es, en });
  const { change } = useFilters();
  return (
    <Menu position="bottom-end" withinPortal>
      <Menu.Target>
        <Button variant="subtle" color="quiet" leftSection={<IconArrowsSort size={16} aria-hidden />}>
          {words.sort}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        {Object.entries(words.sorts).map(([value, label]) => (
          <Menu.Item
            key={value}
            fw={value === order ? 650 : undefined}
            aria-current={value === order}
            onClick={() => change({ sort: value })}
          >
            {label}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}
