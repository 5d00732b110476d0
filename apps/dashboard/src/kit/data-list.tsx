import { Checkbox, Group, Paper, Table, type MantineStyleProp } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { useState, type ReactNode } from 'react';
import { useWords } from '#language/language.tsx';
import { useIsDialogOpen } from './dialog.tsx';
import { LineList } from './line-list.tsx';
import styles from './data-list.module.css';
import { en } from './words.en.ts';
import { es } from './words.es.ts';

export interface Column<Row> {
  key: string;
  label: ReactNode;
  render: (row: Row) => ReactNode;
  /** The width in the table; columns without one share the remaining width. */
  width?: number | `${number}%`;
  /** For a column without a width: below this the table scrolls. */
  leastWidth?: number;
  align?: 'right' | 'center';
  /** The actions of a row: on a card they are in the corner. */
  isActs?: boolean;
}

interface Selection {
  selected: ReadonlySet<string>;
  onChange: (selected: Set<string>) => void;
}

interface Props<Row> {
  label: string;
  columns: [Column<Row>, ...Column<Row>[]];
  rows: Row[];
  keyOf: (row: Row) => string;
  selection?: Selection;
  /** On a phone: one line with the content of the first column, for lists whose cards would be too long. The rest is shown on demand. */
  line?: (row: Row) => ReactNode;
}

const usualLeastWidth = 120;

/** Nobody presses a button on paper. */
const onPaper = ({ isActs }: Pick<Column<never>, 'isActs'>) => (isActs ? 'not-printed' : undefined);

/** A list: a table on wide screens, and cards on a phone, headed by the first column. */
export function DataList<Row>(props: Props<Row>) {
  const wanted = useMediaQuery('(max-width: 48em)', false, { getInitialValueInEffect: false });
  const [isNarrow, setIsNarrow] = useState(wanted);
  // A dialog that a row has opened would be lost with the row, and with it a secret that is shown once.
  const mayChange = !useIsDialogOpen();
  if (mayChange && isNarrow !== wanted) setIsNarrow(wanted);
  if (!isNarrow) return <Rows {...props} />;
  const { line, columns, selection, ...list } = props;
  if (!line) return <Cards {...props} />;
  const lead = selection && ((row: Row) => <SelectOne selection={selection} rowKey={props.keyOf(row)} />);
  return (
    <>
      {selection && <SelectAll selection={selection} keys={list.rows.map(list.keyOf)} isNamed />}
      <LineList {...list} lead={lead} line={line} details={(row) => <Facts columns={columns.slice(1)} row={row} />} />
    </>
  );
}

/** Columns without a width get what those with one leave: of a narrower table, next to nothing. */
function minWidthOf(columns: Pick<Column<never>, 'width' | 'leastWidth'>[], ofSelection: number): number {
  const sizes = columns.map(({ width, leastWidth = usualLeastWidth }) => width ?? leastWidth);
  const fixed = sizes.reduce<number>((sum, size) => sum + (typeof size === 'number' ? size : 0), ofSelection);
  const share = sizes.reduce<number>((sum, size) => sum + (typeof size === 'number' ? 0 : Number.parseFloat(size) / 100), 0);
  return Math.ceil(fixed / (1 - share));
}

function Rows<Row>({ label, columns, rows, keyOf, selection }: Props<Row>) {
  const style = ({ width, align }: Column<Row>): MantineStyleProp => ({ ...(width && { width }), ...(align && { textAlign: align }) });
  return (
    <div className={styles.frame}>
      <Table className={styles.table} aria-label={label} miw={minWidthOf(columns, selection ? 44 : 0)}>
        <Table.Thead>
          <Table.Tr>
            {selection && (
              <Table.Th style={{ width: 44 }} className="not-printed">
                <SelectAll selection={selection} keys={rows.map(keyOf)} />
              </Table.Th>
            )}
            {columns.map((column) => (
              <Table.Th key={column.key} style={style(column)} className={onPaper(column)}>
                {column.label}
              </Table.Th>
            ))}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {rows.map((row) => (
            <Table.Tr key={keyOf(row)}>
              {selection && (
                <Table.Td className="not-printed">
                  <SelectOne selection={selection} rowKey={keyOf(row)} />
                </Table.Td>
              )}
              {columns.map((column) => (
                <Table.Td key={column.key} style={style(column)} className={onPaper(column)}>
                  {column.render(row)}
                </Table.Td>
              ))}
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </div>
  );
}

function Cards<Row>({ label, columns: [head, ...others], rows, keyOf, selection }: Props<Row>) {
  const facts = others.filter(({ isActs }) => !isActs);
  const acts = others.find(({ isActs }) => isActs);
  return (
    <ul className={styles.cards} aria-label={label}>
      {rows.map((row) => (
        <Paper component="li" key={keyOf(row)} className={styles.card!}>
          <Group gap="sm" wrap="nowrap" align="flex-start">
            {selection && <SelectOne selection={selection} rowKey={keyOf(row)} />}
            <div className={styles.head}>{head.render(row)}</div>
            {acts?.render(row)}
          </Group>
          <Facts columns={facts} row={row} />
        </Paper>
      ))}
    </ul>
  );
}

function Facts<Row>({ columns, row }: { columns: Column<Row>[]; row: Row }) {
  return (
    <dl className={styles.facts}>
      {columns.map(({ key, label: name, render }) => {
        const fact = render(row);
        if (fact === null || fact === '') return null;
        return (
          <div key={key} style={{ display: 'contents' }}>
            <dt>{name}</dt>
            <dd>{fact}</dd>
          </div>
        );
      })}
    </dl>
  );
}

function SelectOne({ selection: { selected, onChange }, rowKey }: { selection: Selection; rowKey: string }) {
  const words = useWords({ es, en });
  return (
    <Checkbox
      aria-label={words.select(rowKey)}
      checked={selected.has(rowKey)}
      onChange={({ currentTarget: { checked } }) =>
        onChange(new Set(checked ? [...selected, rowKey] : [...selected].filter((key) => key !== rowKey)))
      }
    />
  );
}

/** `isNamed`: without a column it says what it selects. */
function SelectAll({ selection: { selected, onChange }, keys, isNamed }: { selection: Selection; keys: string[]; isNamed?: true }) {
  const words = useWords({ es, en });
  const count = keys.filter((key) => selected.has(key)).length;
  return (
    <Checkbox
      {...(isNamed ? { label: words.selectAll, className: 'not-printed', mb: 'xs' } : { 'aria-label': words.selectAll })}
      checked={count > 0 && count === keys.length}
      indeterminate={count > 0 && count < keys.length}
      onChange={({ currentTarget: { checked } }) =>
        onChange(new Set(checked ? [...selected, ...keys] : [...selected].filter((key) => !keys.includes(key))))
      }
    />
  );
}
