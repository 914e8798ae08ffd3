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
import { type ResourceDefinition, attributedHotel } from '../fields/definition.ts';
import { getResource, isResourceKey } from '../resources/by-key.ts';

const definitions = new Map<ReportKey, ResourceDefinition>();

/** A report as a resource for lists: each available column is a field of its rows, under `table.column`. */
export function reportDefinition(key: ReportKey): ResourceDefinition {
  const found = definitions.get(key) ?? defineReport(key);
  definitions.set(key, found);
  return found;
}

/**
 * Whether its readers may see records of other hotels, which `elsewhere=1` sums separately: sales, members and
 * vouchers.
 */
export function canCountElsewhere(key: ReportKey): boolean {
  const [records] = REPORT_TABLES[key];
  return isResourceKey(records) && attributedHotel(getResource(records)) !== undefined;
}

/** Everything that is listed, by the key under which its views are stored: a resource or a report. */
export function findListDefinition(key: string): ResourceDefinition | undefined {
  if (isResourceKey(key)) return getResource(key);
  return isReportKey(key) ? reportDefinition(key) : undefined;
}

function defineReport(key: ReportKey): ResourceDefinition {
  const { label, icon } = REPORT_PAGES[key];
  const columns = catalogueOf(key).flatMap((table, at) =>
    table.columns.map((column): [string, Field] => [
      `${table.table}.${column.column}`,
      fieldOf(table, column, at === 0),
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
    run: `report/run/${key}`,
  };
}

/**
 * `isOwn`: a column of the records that the report lists. Columns of other tables include the table's name: "Hotel
 * code".
 */
function fieldOf({ table, label: whose }: CatalogueTable, column: CatalogueColumn, isOwn: boolean): Field {
  const { kind, label: own } = column;
  const path = isResourceKey(table) ? findColumn(getResource(table), column.column) : undefined;
  const label = inOnePhrase(isOwn || !path ? own : labelOf(path, whose));
  if (path) return { ...path.definition, label };
  if (kind === 'date') return table === 'overview' ? { kind, label, monthOnly: true } : { kind, label };
  return kind === 'text' ? { kind, label } : catalogueField(column);
}

const labelOf = ({ relations, resource, field, label }: ColumnPath, whose: Label): Label =>
  relations.length === 0 && resource.display.name.length === 1 && resource.display.name[0] === field
    ? whose
    : startsLike(label.en, whose.en)
      ? label
      : { en: `${whose.en}${BETWEEN}${label.en}`, id: `${whose.id}${BETWEEN}${label.id}` };

/** Separates the name of the record from that of the column. */
const BETWEEN = ' · ';

/** "Voucher No" of a member voucher and "Visit type" of a visit already name their record. */
function startsLike(label: string, whose: string): boolean {
  const first = label.split(' ')[0]?.toLowerCase();
  return whose.toLowerCase().split(' ').at(-1) === first;
}

/** "Hotel · Code" as a phrase: "Hotel code", in Indonesian "Kode hotel". */
function inOnePhrase({ en, id }: Label): Label {
  const [ofEn, ofId] = [en.split(BETWEEN), id.split(BETWEEN)];
  const lowered = (text: string) =>
    /^\p{Lu}(?=\p{Ll}|$)/u.test(text) ? text.charAt(0).toLowerCase() + text.slice(1) : text;
  const [last = ''] = ofId.slice(-1);
  return {
    en: ofEn.map((part, at) => (at === 0 ? part : lowered(part))).join(' '),
    id: [last, ...ofId.slice(0, -1).toReversed().map(lowered)].join(' '),
  };
}
