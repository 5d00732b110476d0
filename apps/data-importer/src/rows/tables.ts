import type { DatasetKind } from '@vigia/contracts';

export interface RowTable {
  name: string;
  /** In the order in which rows are copied. The version is the default of its partition. */
  columns: readonly string[];
}

const table = (name: string, columns: string): RowTable => ({ name, columns: columns.split(' ') });

/** The tables with rows of a version, by kind, the main one first. */
export const tablesOf: Record<DatasetKind, readonly [RowTable, ...RowTable[]]> = {
  taxpayers: [table('taxpayer', 'ruc name status condition ubigeo address')],
  premises: [table('premise', 'ruc line ubigeo address')],
  marks: [table('mark', 'ruc name since resolution hash')],
  suppliers: [table('member', 'line ruc doc_type document name role since legal_form hash')],
  sanctioned: [table('sanctioned', 'line document name starts_on ends_on resolution authority reason amount details hash')],
  facts: [table('fact', 'line doc_type document facts hash')],
  rates: [table('rate', 'series period value hash')],
  activities: [table('activity', 'code name hash')],
  trade: [table('trade', 'ruc month heading country declarations fob freight insurance'), table('trade_month', 'ruc month declarations')],
  list: [
    table('list_entity', 'id kind link remarks until_on hash'),
    table('list_name', 'entity_id position name alias weak name_order'),
    table('list_document', 'entity_id position type number country'),
    table('list_birth', 'entity_id position day from_year to_year approximate'),
    table('list_country', 'entity_id country'),
    table('list_programme', 'entity_id programme'),
  ],
};

/** Trade has no partitions: see its table. */
export const isPartitioned = (kind: DatasetKind): boolean => kind !== 'trade';
export const partitionOf = (tableName: string, version: number): string => `${tableName}_${version}`;
