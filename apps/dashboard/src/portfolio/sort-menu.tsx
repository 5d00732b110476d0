import { Button, Menu } from '@mantine/core';
import { IconArrowsSort } from '@tabler/icons-react';
import { useFilters } from '#kit/filters.ts';
import { useWords } from '#language/language.tsx';
import { en } from './words.en.ts';
import { es } from './words.es.ts';

/** Every sort order by name, for orders without a column and for lists of cards. */
export function SortMenu({ order }: { order: string }) {
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
