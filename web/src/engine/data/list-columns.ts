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
  /** Offered only while deleted records are shown. */
  readonly trash: boolean;
}

/** Pixels: maximum default width of a column. */
const MAX_WIDTH = 400;
export const MIN_WIDTH = 60;

const DEFAULT_WIDTHS: Record<FieldKind, number> = {
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

const AUDIT_COLUMNS: readonly { column: string; shown?: boolean; trash?: boolean }[] = [
  { column: 'created_at' },
  { column: 'created_by.name' },
  { column: 'updated_at', shown: true },
  { column: 'updated_by.name', shown: true },
  { column: 'deleted_at', shown: true, trash: true },
  { column: 'deleted_by.name', shown: true, trash: true },
];

const columnCache = new WeakMap<ResourceDefinition, readonly AvailableColumn[]>();

/**
 * Every column that a list of this resource can show: those of the definition, then time and author of the creation and
 * of the last change.
 */
export function availableColumns(definition: ResourceDefinition): readonly AvailableColumn[] {
  const columns = columnCache.get(definition) ?? collectColumns(definition);
  columnCache.set(definition, columns);
  return columns;
}

function collectColumns(definition: ResourceDefinition): readonly AvailableColumn[] {
  const definedColumns = listColumns(definition);
  const missingAuditColumns = definition.readOnly
    ? []
    : AUDIT_COLUMNS.filter((a) => !definedColumns.some((c) => c.column === a.column));
  const toColumn = (
    column: string,
    options: { label?: Label; width?: number; shown: boolean; pinned?: boolean; trash?: boolean },
  ): AvailableColumn => {
    const path = getColumn(definition, column);
    const width = Math.min(options.width ?? path.definition.width ?? DEFAULT_WIDTHS[path.definition.kind], MAX_WIDTH);
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
  const dataColumns = definedColumns.map((c) =>
    toColumn(c.column, {
      label: c.label ?? shortLabel(definition, c.column),
      width: c.width,
      shown: !c.hidden,
      pinned: c.pinned,
    }),
  );
  const auditColumns = missingAuditColumns.map((a) => toColumn(a.column, { shown: a.shown ?? false, trash: a.trash }));
  // In the trash, time and author of the deletion matter most, so these columns follow the name.
  const nameEnd = dataColumns.findLastIndex((c) => c.column === 'id' || definition.display.name.includes(c.column)) + 1;
  return [
    ...dataColumns.slice(0, nameEnd),
    ...auditColumns.filter((c) => c.trash),
    ...dataColumns.slice(nameEnd),
    ...auditColumns.filter((c) => !c.trash),
  ];
}

/** `hotel.code` is headed "Hotel" instead of "Hotel · Code" if the list shows nothing else of the hotel. */
function shortLabel(definition: ResourceDefinition, column: string): Label | undefined {
  const path = getColumn(definition, column);
  const relation = column.slice(0, column.lastIndexOf('.') + 1);
  if (path.relations.length === 0 || path.field === null || path.field !== path.resource.display.code) return undefined;
  const hasSiblings = listColumns(definition).some((c) => c.column !== column && c.column.startsWith(relation));
  const lastRelation = path.relations.at(-1);
  return hasSiblings || !lastRelation
    ? undefined
    : findColumn(definition, [...path.relations.slice(0, -1).map((r) => r.name), lastRelation.field].join('.'))
        ?.definition.label;
}

/**
 * The label of a column: its heading in the list, otherwise the label of its field. `country.region_id` has just the
 * label of the region.
 */
export function columnLabel(definition: ResourceDefinition, column: string): Label {
  const listColumn = availableColumns(definition).find((c) => c.column === column);
  if (listColumn) return listColumn.label;
  const path = findColumn(definition, column);
  if (!path) return { en: column, id: column };
  const { kind, label } = path.definition;
  return kind === 'reference' || kind === 'option' ? label : path.label;
}
