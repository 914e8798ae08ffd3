import {
  type ColumnPath,
  type Language,
  type ReportColumn,
  type ReportKey,
  catalogueColumn,
  catalogueOf,
  catalogueField,
  getColumn,
  getReportDefinition,
} from '@innkeeper/contract';
import type { Db } from '@innkeeper/db';
import { sql } from 'kysely';
import { REPORT_SOURCES, type ReportSource } from './report-sources.ts';

/** A column of a report: its part of the response, and its path. */
export interface RunColumn extends ReportColumn {
  /** The path that the key names. */
  readonly path: ColumnPath;
  /** Selected by default. */
  readonly isDefault: boolean;
}

interface ColumnRow extends Record<string, unknown> {
  readonly table_name: string;
  readonly column_name: string;
  readonly label: string | null;
  readonly align: ReportColumn['align'] | null;
  readonly formatter: ReportColumn['formatter'];
  readonly is_checked: boolean;
}

/**
 * The configured columns of a report, in order. Columns missing from the catalogue are omitted; of duplicates, the
 * first counts.
 */
export async function readReportColumns(db: Db, report: ReportKey, language: Language): Promise<readonly RunColumn[]> {
  const rows = await db.read<ColumnRow>(
    sql`
      select c.table_name, c.column_name, c.label, c.align, c.formatter, c.is_checked
      from report r join report_column c on c.report_id = r.id
      where r.key = ${report} and r.deleted_at is null and c.deleted_at is null
      order by c.sort_no, c.id`.compile(db.kysely),
  );
  const columns = new Map<string, RunColumn>();
  for (const { table_name, column_name, label, align, formatter, is_checked } of rows) {
    const path = findColumnPath(report, table_name, column_name);
    if (!path || columns.has(path.column)) continue;
    columns.set(path.column, {
      key: path.column,
      // An empty label counts as missing.
      label: label || (getReportDefinition(report).fields[path.column]?.label ?? path.label)[language],
      type: path.definition.kind,
      align: align ?? 'left',
      formatter,
      path,
      isDefault: is_checked,
    });
  }
  return [...columns.values()];
}

/** The path of a catalogue column within a report. */
function findColumnPath(report: ReportKey, table: string, column: string): ColumnPath | undefined {
  const source: ReportSource = REPORT_SOURCES[report];
  const catalogueEntry = catalogueOf(report).some((part) => part.table === table)
    ? catalogueColumn(table, column)
    : undefined;
  if (!catalogueEntry) return undefined;
  const key = `${table}.${column}`;
  const { definition } = source;
  if (Object.hasOwn(source.measures, key)) {
    return {
      column: key,
      relations: [],
      resource: definition,
      field: column,
      definition: catalogueField(catalogueEntry),
      label: catalogueEntry.label,
    };
  }
  return { ...getColumn(definition, source.columns?.[key] ?? `${source.tables[table] ?? ''}${column}`), column: key };
}
