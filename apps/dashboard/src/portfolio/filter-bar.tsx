import { Button, Group, Menu, Popover, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconAdjustmentsHorizontal, IconChevronDown, IconX } from '@tabler/icons-react';
import { useId, type ReactNode } from 'react';
import { DayField } from '#kit/day-field.tsx';
import { useFilters } from '#kit/filters.ts';
import { passesFocusOn } from '#kit/page-header.tsx';
import { SearchField } from '#kit/search-field.tsx';
import { day } from '#language/day.ts';
import { useWords } from '#language/language.tsx';
import styles from './portfolio.module.css';
import { en } from './words.en.ts';
import { es } from './words.es.ts';

/** On paper only the filters that are in use, as text. On a phone the menus are behind a button. */
export function FilterBar() {
  const words = useWords({ es, en });
  const { filters } = useFilters();
  const { q } = filters;
  const [isOpen, { toggle }] = useDisclosure();
  const menus = useId();
  const ranked = (list: string[]) => list.map((label, rank) => ({ value: String(rank), label })).reverse();
  const named = (names: Record<string, string>) => Object.entries(names).map(([value, label]) => ({ value, label }));
  return (
    <Group gap="xs" mb="sm" className={styles.filters!}>
      <SearchField className={`not-printed ${styles.search}`} id="portfolio-search" label={words.search} />
      {q && <OnPaper>«{q}»</OnPaper>}
      <Button
        className="not-printed"
        hiddenFrom="sm"
        variant="default"
        leftSection={<IconAdjustmentsHorizontal size={16} aria-hidden />}
        aria-expanded={isOpen}
        aria-controls={menus}
        onClick={toggle}
      >
        {words.filters(inMenus.filter((name) => filters[name]).length)}
      </Button>
      <div id={menus} className={styles.menus} data-open={isOpen}>
        <Choice name="alert" label={words.alert} choices={ranked(words.alerts)} />
        <Choice name="compliance" label={words.compliance} choices={ranked(words.compliances)} />
        <Choice name="light" label={words.light} choices={ranked(words.lights)} />
        <Choice name="rating" label={words.rating} choices={ranked(words.ratings)} />
        <Choice name="standing" label={words.standing} choices={named(words.standings)} />
        <Choice name="mode" label={words.mode} choices={named(words.modes)} />
        <Choice name="estado" label={words.estado} choices={named(words.estados)} />
        <Choice name="condition" label={words.condition} choices={conditions.map((value) => ({ value, label: value }))} isOfOne />
        <ChangedSince />
      </div>
    </Group>
  );
}

const inMenus = ['alert', 'compliance', 'light', 'rating', 'standing', 'mode', 'estado', 'condition', 'changedSince'] as const;

/** As SUNAT writes them. A link may ask for another one. */
const conditions = ['HABIDO', 'NO HABIDO', 'NO HALLADO', 'PENDIENTE'];

interface ChoiceProps {
  name: (typeof inMenus)[number];
  label: string;
  choices: { value: string; label: string }[];
  isOfOne?: boolean;
}

/** Several values of one filter, unless it takes only one. */
function Choice({ name, label, choices: usual, isOfOne = false }: ChoiceProps) {
  const { change, list, filters } = useFilters();
  const chosen = isOfOne ? [filters[name] ?? []].flat() : list(name);
  const unusual = isOfOne ? chosen.filter((one) => !usual.some(({ value }) => value === one)) : [];
  const choices = [...usual, ...unusual.map((value) => ({ value, label: value }))];
  const toggle = (value: string) => {
    const others = isOfOne ? [] : chosen;
    const next = chosen.includes(value) ? others.filter((one) => one !== value) : [...others, value];
    change({ [name]: next.join(',') || undefined });
  };
  const shown = choices.filter(({ value }) => chosen.includes(value)).map((one) => one.label);
  return (
    <>
      {shown.length > 0 && (
        <OnPaper>
          {label}: {shown.join(', ')}
        </OnPaper>
      )}
      <Menu closeOnItemClick={false} withinPortal>
        <Menu.Target>
          <Button
            className="not-printed"
            variant={shown.length > 0 ? 'light' : 'default'}
            rightSection={<IconChevronDown size={14} aria-hidden />}
          >
            {shown.length === 0 ? label : shown.length === 1 ? `${label}: ${shown[0]}` : `${label}: ${shown.length}`}
          </Button>
        </Menu.Target>
        <Menu.Dropdown>
          {choices.map(({ value, label: choice }) => (
            <Menu.CheckboxItem key={value} checked={chosen.includes(value)} onChange={() => toggle(value)}>
              {choice}
            </Menu.CheckboxItem>
          ))}
        </Menu.Dropdown>
      </Menu>
    </>
  );
}

function ChangedSince() {
  const words = useWords({ es, en });
  const { filters, change } = useFilters();
  const { changedSince } = filters;
  const label = changedSince ? words.changedSince(day(changedSince)) : words.changedFrom;
  return (
    <>
      {changedSince && <OnPaper>{label}</OnPaper>}
      <Popover position="bottom-start" trapFocus withinPortal>
        <Popover.Target>
          <Button
            className="not-printed"
            variant={changedSince ? 'light' : 'default'}
            rightSection={<IconChevronDown size={14} aria-hidden />}
          >
            {label}
          </Button>
        </Popover.Target>
        <Popover.Dropdown aria-label={words.changedFrom}>
          <DayField label={words.changedFrom} day={changedSince} onDay={(since) => change({ changedSince: since })} />
        </Popover.Dropdown>
      </Popover>
    </>
  );
}

const OnPaper = ({ children }: { children: ReactNode }) => (
  <Text span size="xs" className="only-printed">
    {children}
  </Text>
);

/** Filters that come with a link and have no menu, each with a way to remove it. */
export function LinkedFilters() {
  const words = useWords({ es, en });
  const { filters, change } = useFilters();
  const { expiresFrom, expiresBefore, moved } = filters;
  const [week = '', from = '', to = ''] = moved?.split('.') ?? [];
  const shown = [
    expiresFrom && (['expiresFrom', words.expiresFrom(day(expiresFrom))] as const),
    expiresBefore && (['expiresBefore', words.expiresBefore(day(expiresBefore))] as const),
    moved && (['moved', words.moved(day(week), words.alerts[Number(from)] ?? '', words.alerts[Number(to)] ?? '')] as const),
  ].filter((one) => typeof one === 'object');
  if (shown.length === 0) return null;
  return (
    <Group gap="xs" mb="sm">
      {shown.map(([name, label]) => (
        <Button
          key={name}
          ref={passesFocusOn}
          variant="light"
          size="compact-sm"
          rightSection={<IconX size={13} aria-hidden />}
          aria-label={words.remove(label)}
          onClick={() => change({ [name]: undefined })}
        >
          {label}
        </Button>
      ))}
    </Group>
  );
}
