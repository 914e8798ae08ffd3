import { type CurrencySums, type Language, hasRecordsElsewhere } from '@innkeeper/contract';
import { type RawBuilder, sql } from 'kysely';
import { permissionsVersionSql } from '../../access/permissions-version.ts';
import { formatNumber } from '../../engine/import-export/format-cell.ts';
import type { RunColumn } from './report-columns.ts';
import { createGroupedStatement } from './grouped-statement.ts';
import type { ReportQuery } from './report-query.ts';
import type { Fact } from '../../engine/import-export/file-facts.ts';
import { type ReportContext, sourceOf } from './report-context.ts';
import { describeMissingRates } from './missing-rate-counts.ts';
import { reportFileTexts } from '../../texts/report-files.ts';

/*
 * Records counted elsewhere: the reader sees them because their member belongs to one of the reader's hotels, but they
 * count at another hotel. The report's rows and sums exclude them; `elsewhere=1` returns their sums separately.
 */

export interface ElsewhereSums extends Record<string, unknown> {
  readonly permissions_version: string | null;
  /**
   * By currency, like the report's own sums. They cover all records that match the conditions, regardless of groups and
   * of conditions on sums.
   */
  readonly by_currency: readonly CurrencySums[];
}

/** SQL for those sums. Null if they were not requested, or if the reader or report has none. */
export function elsewhereSumsSql(
  reportContext: ReportContext,
  reportQuery: ReportQuery,
): RawBuilder<ElsewhereSums> | null {
  const { measures } = sourceOf(reportContext);
  if (
    !reportQuery.includesElsewhere ||
    reportContext.actor.hotels === null ||
    !hasRecordsElsewhere(reportContext.report)
  )
    return null;
  const conditions = reportQuery.conditions.filter(({ path }) => !Object.hasOwn(measures, path.column));
  const ungroupedQuery: ReportQuery = { ...reportQuery, conditions, columns: [], group: [], sort: [] };
  const { ctes, sums } = createGroupedStatement({ ...reportContext, isElsewhere: true }, ungroupedQuery);
  return sql<ElsewhereSums>`
    ${ctes} select s.by_currency, ${permissionsVersionSql(reportContext.actor, reportContext.context.now)} as permissions_version
    from (${sums}) s`;
}

/** Formats the sums as one of the facts of a file. */
export function describeElsewhere(
  sums: readonly CurrencySums[],
  runColumns: readonly RunColumn[],
  language: Language,
): Fact {
  const lines = sums.map(({ currency, rows, totals }) => {
    const amounts = Object.entries(totals).flatMap(([key, value]) => {
      const column = runColumns.find((candidate) => candidate.key === key);
      if (!column || value === null) return [];
      return [`${column.label} ${formatNumber(String(value))}`, ...describeMissingRates(key, [{ totals }], language)];
    });
    const count = `${formatNumber(String(rows))} ${reportFileTexts[rows === 1 ? 'oneRow' : 'manyRows'][language]}`;
    return `${currency === null ? '' : `${currency}: `}${[count, ...amounts].join(', ')}`;
  });
  return [reportFileTexts.elsewhere[language], lines.join('; ') || reportFileTexts.noneElsewhere[language]];
}
