import {
  type ColumnPath,
  type Field,
  type FieldKind,
  type Label,
  type ResourceDefinition,
  findColumn,
  getColumn,
  listColumns,
} from '@innkeeper/contract';

/** A column that a list can show. */
export interface AvailableColumn {
  /** `last_name`, `hotel.code`, `updated_by.name`: the name in sort and filter, and the column's id in the table. */
  readonly column: string;
  readonly label: Label;
  readonly field: Field;
  readonly path: ColumnPath;
  /** Pixels. */
  readonly width: number;
  /** Shown by default. */
  readonly shown: boolean;
  /** Pinned to the left edge by default. */
  readonly pinned: boolean;
  /** Only where deleted records are shown. */
  readonly trash: boolean;
}

/** Pixels: maximum default width of a column. */
const MAX_WIDTH = 400;
export const MIN_WIDTH = 60;

const defaultWidth: Record<FieldKind, number> = {
  text: 180,
  email: 240,
  phone: 150,
  textarea: 260,
  editor: 260,
  secret: 100,
  integer: 110,
  decimal: 130,
  money: 150,
  flag: 90,
  date: 130,
  instant: 180,
  reference: 180,
  option: 150,
  choice: 140,
  file: 120,
  references: 200,
  json: 160,
};

const AUDIT: readonly { column: string; shown?: boolean; trash?: boolean }[] = [
  { column: 'created_at' },
  { column: 'created_by.name' },
  { column: 'updated_at', shown: true },
  { column: 'updated_by.name', shown: true },
  { column: 'deleted_at', shown: true, trash: true },
  { column: 'deleted_by.name', shown: true, trash: true },
];

const cache = new WeakMap<ResourceDefinition, readonly AvailableColumn[]>();

/**
 * Every column that a list of this resource can show: those of the definition, then author and time of creation and of
 * the last change.
 */
export function availableColumns(d: ResourceDefinition): readonly AvailableColumn[] {
  const found = cache.get(d) ?? collectColumns(d);
  cache.set(d, found);
  return found;
}

function collectColumns(d: ResourceDefinition): readonly AvailableColumn[] {
  const named = listColumns(d);
  const audit = d.readOnly ? [] : AUDIT.filter((a) => !named.some((c) => c.column === a.column));
  const make = (
    column: string,
    options: { label?: Label; width?: number; shown: boolean; pinned?: boolean; trash?: boolean },
  ): AvailableColumn => {
    const path = getColumn(d, column);
    const width = Math.min(options.width ?? path.definition.width ?? defaultWidth[path.definition.kind], MAX_WIDTH);
    return {
      column,
      path,
      field: path.definition,
      label: options.label ?? path.label,
      width,
      shown: options.shown,
      pinned: options.pinned ?? false,
      trash: options.trash ?? false,
    };
  };
  const own = named.map((c) =>
    make(c.column, {
      label: c.label ?? shortLabel(d, c.column),
      width: c.width,
      shown: !c.hidden,
      pinned: c.pinned,
    }),
  );
  const made = audit.map((a) => make(a.column, { shown: a.shown ?? false, trash: a.trash }));
  // In the trash, time and author of the deletion matter most, so these columns follow the name.
  const afterName = own.findLastIndex((c) => c.column === 'id' || d.display.name.includes(c.column)) + 1;
  return [
    ...own.slice(0, afterName),
    ...made.filter((c) => c.trash),
    ...own.slice(afterName),
    ...made.filter((c) => !c.trash),
  ];
}

/** `hotel.code` is headed "Hotel" instead of "Hotel · Code" if the list shows nothing else of the hotel. */
function shortLabel(d: ResourceDefinition, column: string): Label | undefined {
  const path = getColumn(d, column);
  const relation = column.slice(0, column.lastIndexOf('.') + 1);
  if (path.relations.length === 0 || path.field === null || path.field !== path.resource.display.code) return undefined;
  const others = listColumns(d).some((c) => c.column !== column && c.column.startsWith(relation));
  const last = path.relations.at(-1);
  return others || !last
    ? undefined
    : findColumn(d, [...path.relations.slice(0, -1).map((r) => r.name), last.field].join('.'))?.definition.label;
}

/**
 * The label of a column: its heading in the list, otherwise the label of its field. `country.region_id` is labelled
 * simply as the region.
 */
export function columnLabel(d: ResourceDefinition, column: string): Label {
  const listed = availableColumns(d).find((c) => c.column === column);
  if (listed) return listed.label;
  const path = findColumn(d, column);
  if (!path) return { en: column, id: column };
  const { kind, label } = path.definition;
  return kind === 'reference' || kind === 'option' ? label : path.label;
}
