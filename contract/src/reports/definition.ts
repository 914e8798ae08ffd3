import { type ColumnPath, findColumn } from '../resources/column-path.ts';
import type { Field } from '../fields/kinds.ts';
import type { Label } from '../texts/label.ts';
import { permissionKey } from '../rights/permission.ts';
import {
  type CatalogueColumn,
  type CatalogueTable,
  REPORT_TABLES,
  catalogueOf,
  catalogueField,
  isReportKey,
} from './catalogue.ts';
import { REPORT_PAGES, type ReportKey, reportPath } from '../rights/report-pages.ts';
import { type ResourceDefinition, findAttributedHotel } from '../fields/definition.ts';
import { getResource, isResourceKey } from '../resources/by-key.ts';

const definitions = new Map<ReportKey, ResourceDefinition>();

/** A report as a resource for lists: each available column is a field of its rows, under `table.column`. */
export function getReportDefinition(key: ReportKey): ResourceDefinition {
  const definition = definitions.get(key) ?? defineReport(key);
  definitions.set(key, definition);
  return definition;
}

/**
 * Whether its readers may see records of other hotels, whose sums `elsewhere=1` adds separately: sales, members and
 * vouchers.
 */
export function hasRecordsElsewhere(key: ReportKey): boolean {
  const [records] = REPORT_TABLES[key];
  return isResourceKey(records) && findAttributedHotel(getResource(records)) !== undefined;
}

/** Every list definition, by the key under which its views are stored: that of a resource or a report. */
export function findListDefinition(key: string): ResourceDefinition | undefined {
  if (isResourceKey(key)) return getResource(key);
  return isReportKey(key) ? getReportDefinition(key) : undefined;
}

/** Files that are neither a list nor a report, by the key under which their export is logged. */
const OTHER_FILES: Readonly<Record<string, Label>> = {
  work_list: { en: 'Call lists', id: 'Daftar panggilan' },
  month_close: { en: 'Month close', id: 'Tutup buku bulanan' },
};

/** The name of an exported file in the log of exports; undefined for a key that no longer exists. */
export const findExportedFileLabel = (key: string): Label | undefined =>
  findListDefinition(key)?.labels ?? (Object.hasOwn(OTHER_FILES, key) ? OTHER_FILES[key] : undefined);

function defineReport(key: ReportKey): ResourceDefinition {
  const { label, icon } = REPORT_PAGES[key];
  const columns = catalogueOf(key).flatMap((table, index) =>
    table.columns.map((column): [string, Field] => [
      `${table.table}.${column.column}`,
      toField(table, column, index === 0),
    ]),
  );
  return {
    key,
    label,
    labels: label,
    permission: permissionKey(key),
    path: reportPath(key),
    icon,
    display: { name: [] },
    fields: Object.fromEntries(columns),
    list: columns.map(([name]) => name),
    readOnly: true,
    runPath: `report/run/${key}`,
  };
}

/**
 * `isOwn`: a column of the records that the report lists. Columns of other tables include the table's name: "Hotel
 * code".
 */
function toField({ table, label: tableLabel }: CatalogueTable, column: CatalogueColumn, isOwn: boolean): Field {
  const { kind, label: columnLabel } = column;
  const path = isResourceKey(table) ? findColumn(getResource(table), column.column) : undefined;
  const label = toPhrase(isOwn || !path ? columnLabel : buildLabel(path, tableLabel));
  // As in a report's file, every moment is in the zone of the row's hotel.
  if (path?.definition.kind === 'instant') return { ...path.definition, inHotelZone: true, label };
  if (path) return { ...path.definition, label };
  if (kind === 'date') return table === 'overview' ? { kind, label, monthOnly: true } : { kind, label };
  return kind === 'text' ? { kind, label } : catalogueField(column);
}

const buildLabel = ({ relations, resource, field, label }: ColumnPath, tableLabel: Label): Label =>
  relations.length === 0 && resource.display.name.length === 1 && resource.display.name[0] === field
    ? tableLabel
    : repeatsTableName(label.en, tableLabel.en)
      ? label
      : { en: `${tableLabel.en}${LABEL_SEPARATOR}${label.en}`, id: `${tableLabel.id}${LABEL_SEPARATOR}${label.id}` };

/** Separates the name of the record from that of the column. */
const LABEL_SEPARATOR = ' · ';

/** "Voucher No" of a member voucher and "Visit type" of a visit already name their record. */
function repeatsTableName(label: string, tableLabel: string): boolean {
  const first = label.split(' ')[0]?.toLowerCase();
  return tableLabel.toLowerCase().split(' ').at(-1) === first;
}

/** "Hotel · Code" as a phrase: "Hotel code", in Indonesian "Kode hotel". */
function toPhrase({ en, id }: Label): Label {
  const [englishParts, indonesianParts] = [en.split(LABEL_SEPARATOR), id.split(LABEL_SEPARATOR)];
  const lowerFirst = (text: string) =>
    /^\p{Lu}(?=\p{Ll}|$)/u.test(text) ? text.charAt(0).toLowerCase() + text.slice(1) : text;
  const [lastPart = ''] = indonesianParts.slice(-1);
  return {
    en: englishParts.map((part, index) => (index === 0 ? part : lowerFirst(part))).join(' '),
    id: [lastPart, ...indonesianParts.slice(0, -1).toReversed().map(lowerFirst)].join(' '),
  };
}
