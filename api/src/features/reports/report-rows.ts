import { type CurrencySums, type Language, type ReportKey } from '@innkeeper/contract';
import type { Db } from '@innkeeper/db';
import { sql } from 'kysely';
import type { Actor } from '../../access/actor.ts';
import { apiError } from '../../platform/http/api-error.ts';
import { type ExportedRows, openCursor } from '../../engine/import-export/export-rows.ts';
import type { Lines } from '../../engine/import-export/xlsx-lines.ts';
import type { HooksByResource } from '../../engine/resources/resource-hooks.ts';
import type { FilterContext } from '../../engine/resources/conditions.ts';
import type { RunColumn } from './report-columns.ts';
import { elsewhereSumsSql } from './elsewhere-sums.ts';
import type { FileSums, SumLine } from './file-sums.ts';
import { resolveSearchWords } from './search-words.ts';
import type { ReportQuery } from './report-query.ts';
import type { Fact } from '../../engine/import-export/file-facts.ts';
import { type ReportFacts, describeReport } from './report-facts.ts';
import { createReportStatement } from './record-statement.ts';
import { reportTexts } from '../../texts/reports.ts';

/** The request for a file. */
export interface FileOrder {
  readonly report: ReportKey;
  /** The columns configured for the report. */
  readonly runColumns: readonly RunColumn[];
  readonly reportQuery: ReportQuery;
  readonly actor: Actor;
  readonly context: FilterContext;
  readonly language: Language;
  /** Maximum number of rows; a larger file is rejected. */
  readonly maxRows: number;
}

/**
 * The rows of a report and the other content of its file. Each row has its cells, then its currency or null, then
 * `rowCounts`.
 */
export interface ReportRows extends ExportedRows {
  readonly sums: FileSums;
  /** Sums of the records that count elsewhere; null if not requested. */
  readonly elsewhere: readonly CurrencySums[] | null;
  readonly facts: ReportFacts;
}

/** The content of a workbook or a page. */
export interface ExpandedReport {
  readonly title: string;
  readonly facts: readonly Fact[];
  readonly columns: readonly RunColumn[];
  /** Rows of cells, with the subtotals of groups between them. */
  readonly batches: AsyncIterable<Lines>;
  /** Number of nested groups. */
  readonly depth: number;
  /** Whether the rows are sums themselves. */
  readonly isGroupedRun: boolean;
  readonly lines: readonly SumLine[];
  /** Position of the column with the currency of a row; negative if none is needed. */
  readonly currencyIndex: number;
  readonly total: number;
  readonly language: Language;
}

/** Opens the rows and their sums from one snapshot. */
export async function openReport(db: Db, hooksByResource: HooksByResource, order: FileOrder): Promise<ReportRows> {
  const { report, reportQuery, actor, context, maxRows } = order;
  const reportContext = { report, actor, hooksByResource, context, isFile: true };
  const searchedQuery = await resolveSearchWords(db, reportContext, reportQuery);
  const { ctes, rows, sums } = createReportStatement(reportContext, searchedQuery);
  const elsewhereStatement = elsewhereSumsSql(reportContext, searchedQuery);
  const facts = await describeReport(db, order);
  let elsewhere: readonly CurrencySums[] = [];
  let totalSums: FileSums = { total: 0, totals: {}, by_currency: [] };
  const exportedRows = await openCursor(db, actor, sql`${ctes} ${rows}`, context, async (runQuery) => {
    const [row] = await runQuery(sql<FileSums & Record<string, unknown>>`${ctes} ${sums}`);
    if (row && row.total > maxRows) throw createTooManyRowsError(maxRows);
    if (row) totalSums = row;
    if (elsewhereStatement) elsewhere = (await runQuery(elsewhereStatement))[0]?.by_currency ?? [];
  });
  return { ...exportedRows, sums: totalSums, elsewhere: reportQuery.includesElsewhere ? elsewhere : null, facts };
}

export const createTooManyRowsError = (maxRows: number) =>
  apiError('too_large', { message: reportTexts.tooManyRows({ rows: maxRows.toLocaleString('en') }) });
