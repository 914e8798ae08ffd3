import { type CurrencySums, type ListMeta, message } from '@innkeeper/contract';
import type { Db } from '@innkeeper/db';
import { sql } from 'kysely';
import { assertPermissionsVersion, permissionsVersionSql } from '../../access/permissions-version.ts';
import { type QueryPlan, readPlan } from '../../engine/resources/query-plan.ts';
import { findLargeTables } from '../../engine/resources/table-sizes.ts';
import { type ApiError, validationError } from '../../platform/http/api-error.ts';
import { type ElsewhereSums, elsewhereSumsSql } from './elsewhere-sums.ts';
import { createReportStatement } from './record-statement.ts';
import { type ReportContext, sourceOf } from './report-context.ts';
import type { ReportQuery } from './report-query.ts';
import { resolveSearchWords } from './search-words.ts';

/** Parts of a response as JSON. */
interface PageParts {
  readonly data: string;
  readonly totals: string;
  readonly by_currency: string;
  readonly rows_by_currency: string;
  readonly rows_units: string;
}

export interface Page extends PageParts {
  /** Null if not requested. */
  readonly elsewhere: readonly CurrencySums[] | null;
  readonly meta: ListMeta;
}

interface PageRow extends PageParts, Record<string, unknown> {
  readonly total: number;
  readonly permissions_version: string | null;
}

/**
 * A page whose plan costs more is rejected before it runs, with the way out: a shorter period, or a file. It would take
 * one processor about two seconds. See docs/decisions/0127-reject-what-would-read-too-many-records.md.
 */
const MAX_PAGE_COST = 240_000;
/** Nobody reads more groups on screen, and a million of them take four seconds to sum and sort. */
const MAX_GROUPS = 50_000;

/** Whether the report's records are many, or computed from other records, of which nothing is stored here. */
async function mayBeLarge(db: Db, reportContext: ReportContext): Promise<boolean> {
  const { definition, records } = sourceOf(reportContext);
  return records !== undefined || (await findLargeTables(db, [definition.key])).has(definition.key);
}

const isAffordable = ({ group }: ReportQuery, { cost, estimatedGroups }: QueryPlan): boolean =>
  cost <= MAX_PAGE_COST && (group.length === 0 || estimatedGroups <= MAX_GROUPS);

/** The 422 of a page that would read too much, at the parameter that someone can change. */
function createRejection({ group, sort, searchTerms, conditions }: ReportQuery): ApiError {
  const [first] = conditions;
  const filterName = first ? `filter[${first.condition.column}][${first.condition.operator}]` : 'filter';
  const parameter =
    group.length > 0 ? 'group' : sort.length > 0 ? 'sort' : searchTerms.length > 0 ? 'search' : filterName;
  return validationError({ [parameter]: [message('report_too_large')] });
}

/**
 * One page and the sums, in one statement. Planned for its actual values, since the filter decides which plan is good.
 */
export async function readPage(db: Db, reportContext: ReportContext, query: ReportQuery): Promise<Page> {
  const reportQuery = await resolveSearchWords(db, reportContext, query);
  const { ctes, rows, sums, readsRecords } = createReportStatement(reportContext, reportQuery);
  const { page, perPage } = reportQuery;
  const cells = sql.raw(reportQuery.columns.map(({ key }) => `r."${key}"`).join(', '));
  const statement = sql`${ctes}
    select p.data,
           p.rows_by_currency,
           p.rows_units,
           s.total,
           s.totals::text as totals,
           s.by_currency::text as by_currency,
           ${permissionsVersionSql(reportContext.actor, reportContext.context.now)} as permissions_version
    from (${sums}) s, (
      select coalesce(json_agg((select row_to_json(cells) from (select ${cells}) cells)), '[]')::text as data,
             coalesce(json_agg(r.by_currency), '[]')::text as rows_by_currency,
             coalesce(json_agg(r.units), '[]')::text as rows_units
      from (${rows}) r) p`;
  const isPlanned = readsRecords && (await mayBeLarge(db, reportContext));
  if (isPlanned && !isAffordable(reportQuery, await readPlan(db, statement))) throw createRejection(reportQuery);
  const [row] = await db.read<PageRow>(statement.compile(db.kysely), { replan: true });
  assertPermissionsVersion(reportContext.actor, row?.permissions_version ?? null);
  const { data, totals, by_currency, rows_by_currency, rows_units, total } = row ?? EMPTY_PAGE;
  return {
    data,
    totals,
    by_currency,
    rows_by_currency,
    rows_units,
    elsewhere: reportQuery.includesElsewhere ? await readElsewhere(db, reportContext, reportQuery) : null,
    meta: { page, per_page: perPage, total, total_is_estimate: false },
  };
}

async function readElsewhere(
  db: Db,
  reportContext: ReportContext,
  reportQuery: ReportQuery,
): Promise<readonly CurrencySums[]> {
  const statement = elsewhereSumsSql(reportContext, reportQuery);
  if (!statement) return [];
  const [row] = await db.read<ElsewhereSums>(statement.compile(db.kysely), { replan: true });
  assertPermissionsVersion(reportContext.actor, row?.permissions_version ?? null);
  return row?.by_currency ?? [];
}

const EMPTY_PAGE: PageRow = {
  data: '[]',
  totals: '{}',
  by_currency: '[]',
  rows_by_currency: '[]',
  rows_units: '[]',
  total: 0,
  permissions_version: null,
};
