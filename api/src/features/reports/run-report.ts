import {
  type CurrencySums,
  type ListMeta,
  type ReportColumn,
  type ReportFact,
  type ReportKey,
  MAX_STREAMED_ROWS,
  isReportKey,
  reportPermission,
} from '@innkeeper/contract';
import type { Db } from '@innkeeper/db';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { sql } from 'kysely';
import { type Actor, requirePermission } from '../../access/actor.ts';
import { withActor } from '../../access/authenticate.ts';
import { assertPermissionsVersion, permissionsVersionSql } from '../../access/permissions-version.ts';
import { apiError } from '../../platform/http/api-error.ts';
import { languageOf } from '../../platform/http/language.ts';
import { type ExportServices, sendFile } from '../../engine/import-export/export.ts';
import type { RawQuery } from '../../engine/resources/list-query.ts';
import { getTimeZone } from '../../engine/resources/routes.ts';
import { type RunColumn, readReportColumns } from './report-columns.ts';
import { type ElsewhereSums, elsewhereSumsSql } from './elsewhere-sums.ts';
import { resolveSearchWords } from './search-words.ts';
import { type ReportQuery, parseReportQuery } from './report-query.ts';
import { describeReport } from './report-facts.ts';
import { createReportTable } from './report-file.ts';
import { REPORT_SOURCES, type ReportSource } from './report-sources.ts';
import type { ReportContext } from './report-context.ts';
import { createReportStatement } from './record-statement.ts';
import { reportTexts } from '../../texts/reports.ts';

/**
 * `GET /api/report/run/{report-name}?columns=&search=&filter[…]&sort=&page=&per_page=`: one page of a report, with the
 * sums over all rows. `…/export?format=csv|xlsx|pdf`: all rows as a file, up to the limit for streaming. Both require
 * the report's own VIEW_ permission; rows are limited to the visible hotels.
 */
export function registerReportRoutes(app: FastifyInstance, services: ExportServices): void {
  const { db, hooksByResource, clock, runExpensive } = services;
  app.get<RunRoute>('/api/report/run/:name', (request, reply) =>
    withActor(request, async (actor) => {
      const { report, runColumns } = await readReport(db, actor, request);
      const reportQuery = parseReportQuery(REPORT_SOURCES[report], runColumns, request.query);
      const context = { now: clock(), timeZone: getTimeZone(request) };
      const [{ elsewhere, meta, ...parts }, { lines }] = await Promise.all([
        runExpensive(() => readPage(db, { report, actor, hooksByResource, context }, reportQuery)),
        describeReport(db, { report, runColumns, reportQuery, actor, context, language: languageOf(request) }),
      ]);
      const facts = lines.map(([word, meaning]): ReportFact => ({ word, meaning }));
      const columns = reportQuery.columns.map(toWireColumn);
      const { measures, summed }: ReportSource = REPORT_SOURCES[report];
      const offered = runColumns.map((column) => ({
        ...toWireColumn(column),
        is_usual: column.isDefault ? 1 : 0,
        is_sum: summed.includes(column.key) || Object.hasOwn(measures, column.key) ? 1 : 0,
      }));
      const elsewhereJson = elsewhere ? `"elsewhere":${JSON.stringify(elsewhere)},` : '';
      // The rows are JSON already and are passed on unparsed.
      return reply
        .type('application/json; charset=utf-8')
        .send(
          `{"data":${parts.data},"columns":${JSON.stringify(columns)},"offered":${JSON.stringify(offered)},"totals":${parts.totals},"by_currency":${parts.by_currency},"rows_by_currency":${parts.rows_by_currency},"rows_units":${parts.rows_units},${elsewhereJson}"facts":${JSON.stringify(facts)},"meta":${JSON.stringify(meta)}}`,
        );
    }),
  );

  app.get<RunRoute>('/api/report/run/:name/export', { exposeHeadRoute: false }, (request, reply) =>
    sendFile(services, request, reply, async (actor, query, context) => {
      const { report, runColumns } = await readReport(db, actor, request);
      const reportQuery = parseReportQuery(REPORT_SOURCES[report], runColumns, query, { paging: false });
      const language = languageOf(request);
      return createReportTable(db, hooksByResource, {
        report,
        runColumns,
        reportQuery,
        actor,
        context,
        language,
        maxRows: MAX_STREAMED_ROWS,
      });
    }),
  );
}

type RunRoute = { Params: { name: string }; Querystring: RawQuery };

/**
 * The requested report and its configured columns. Throws a 404 for an unknown report, and a 403 without its
 * permission.
 */
async function readReport(
  db: Db,
  actor: Actor,
  request: FastifyRequest<RunRoute>,
): Promise<{ report: ReportKey; runColumns: readonly RunColumn[] }> {
  const { name } = request.params;
  if (!isReportKey(name))
    throw apiError('record_not_found', { params: { label: reportTexts.report, id: name.slice(0, 40) } });
  requirePermission(actor, reportPermission(name));
  return { report: name, runColumns: await readReportColumns(db, name, languageOf(request)) };
}

const toWireColumn = ({ key, label, type, align, formatter }: RunColumn): ReportColumn => ({
  key,
  label,
  type,
  align,
  formatter,
});

/** Parts of a response as JSON. */
interface PageParts {
  readonly data: string;
  readonly totals: string;
  readonly by_currency: string;
  readonly rows_by_currency: string;
  readonly rows_units: string;
}

interface Page extends PageParts {
  /** Null if not requested. */
  readonly elsewhere: readonly CurrencySums[] | null;
  readonly meta: ListMeta;
}

interface PageRow extends PageParts, Record<string, unknown> {
  readonly total: number;
  readonly permissions_version: string | null;
}

/**
 * One page and the sums, in one statement. Planned for its actual values, since the filter decides which plan is good.
 */
async function readPage(db: Db, reportContext: ReportContext, query: ReportQuery): Promise<Page> {
  const reportQuery = await resolveSearchWords(db, reportContext, query);
  const { ctes, rows, sums } = createReportStatement(reportContext, reportQuery);
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
      from (${rows}) r) p`.compile(db.kysely);
  const [row] = await db.read<PageRow>(statement, { replan: true });
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
