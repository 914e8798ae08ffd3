import {
  type ReportColumn,
  type ReportFact,
  type ReportKey,
  MAX_STREAMED_ROWS,
  isReportKey,
  reportPermission,
} from '@innkeeper/contract';
import type { Db } from '@innkeeper/db';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { type Actor, requirePermission } from '../../access/actor.ts';
import { openToIntegrations, withActor } from '../../access/authenticate.ts';
import { apiError } from '../../platform/http/api-error.ts';
import { languageOf } from '../../platform/http/language.ts';
import { type ExportServices, sendFile } from '../../engine/import-export/export.ts';
import type { RawQuery } from '../../engine/resources/list-query.ts';
import { getTimeZone } from '../../engine/resources/routes.ts';
import { type RunColumn, readReportColumns } from './report-columns.ts';
import { parseReportQuery } from './report-query.ts';
import { readPage } from './read-page.ts';
import { describeReport } from './report-facts.ts';
import { createReportTable } from './report-file.ts';
import { REPORT_SOURCES, type ReportSource } from './report-sources.ts';
import { reportTexts } from '../../texts/reports.ts';

/**
 * `GET /api/report/run/{report-name}?columns=&search=&filter[…]&sort=&page=&per_page=`: one page of a report, with the
 * sums over all rows. `…/export?format=csv|xlsx|pdf`: all rows as a file, up to the limit for streaming. Both require
 * the report's own VIEW_ permission; rows are limited to the visible hotels.
 */
export function registerReportRoutes(app: FastifyInstance, services: ExportServices): void {
  const { db, hooksByResource, clock, runExpensive } = services;
  app.get<RunRoute>('/api/report/run/:name', openToIntegrations, (request, reply) =>
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

  app.get<RunRoute>(
    '/api/report/run/:name/export',
    { ...openToIntegrations, exposeHeadRoute: false },
    (request, reply) =>
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
