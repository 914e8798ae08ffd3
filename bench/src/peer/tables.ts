import { type Field, type ResourceDefinition, getResource, isStored, searchedFields } from '@innkeeper/contract';

/** The tables that the peer gets. */
export const PEER_TABLES = [
  'country',
  'hotel',
  'membership',
  'option_detail',
  'voucher',
  'member',
  'member_card',
  'visit',
  'member_voucher',
] as const;

const isPeerTable = (name: string): boolean => PEER_TABLES.some((table) => table === name);

/** A column of a table of the peer. */
export interface PeerColumn {
  readonly name: string;
  /** The table of the peer that it references. */
  readonly to: string | undefined;
  readonly isRequired: boolean;
  /** Whether a search covers it. */
  readonly isSearched: boolean;
}

const COMMON_COLUMNS: readonly PeerColumn[] = ['id', 'created_at', 'updated_at'].map((name) => ({
  name,
  to: undefined,
  isRequired: true,
  isSearched: false,
}));

/** The columns that the peer has: those of the resource's fields, without secrets, and the times of a record. */
export function peerColumns(table: string): readonly PeerColumn[] {
  const definition = getResource(table);
  const searchedColumns = new Set(searchedFields(definition));
  const ownColumns = Object.entries(definition.fields)
    .filter(([, field]) => isStored(field) && field.kind !== 'secret')
    .map(([name, field]) => ({
      name,
      to: findReferencedTable(field),
      isRequired: field.required === true && !field.computed,
      isSearched: searchedColumns.has(name),
    }));
  return [...COMMON_COLUMNS, ...ownColumns];
}

function findReferencedTable(field: Field): string | undefined {
  const table = field.kind === 'reference' ? field.to : field.kind === 'option' ? 'option_detail' : undefined;
  return table !== undefined && isPeerTable(table) ? table : undefined;
}

/** The columns by which a reference is shown, as in responses of Innkeeper: its id, its code and its name. */
export const shownColumns = ({ display }: ResourceDefinition): readonly string[] => [
  'id',
  ...(display.code === undefined ? [] : [display.code]),
  ...display.name,
];
