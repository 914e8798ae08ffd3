import {
  type CurrencySums,
  type Label,
  type ListMeta,
  type ReportColumn,
  type ReportFact,
  type ReportKey,
  STREAMED_ROWS_MAX,
  isReportKey,
  reportPermission,
} from '@innkeeper/contract';
import type { Db } from '@innkeeper/db';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { sql } from 'kysely';
import { type Actor, requirePermission } from '../../access/actor.ts';
import { withActor } from '../../access/authenticate.ts';
import { checkStamp, stampSql } from '../../access/stamp.ts';
import { fail } from '../../platform/http/fail.ts';
import { languageOf } from '../../platform/http/language.ts';
import { type ExportServices, answerFile } from '../../engine/exchange/export.ts';
import type { RawQuery } from '../../engine/resources/list-query.ts';
import { timeZoneOf } from '../../engine/resources/routes.ts';
import { type RunColumn, readReportColumns } from './columns.ts';
import { type Elsewhere, elsewhereSql } from './elsewhere.ts';
import { findWords } from './found-words.ts';
import { type ReportQuestion, parseReportQuery } from './question.ts';
import { tellFacts } from './report-facts.ts';
import { reportTable } from './report-file.ts';
import { REPORT_SOURCES, type ReportSource } from './sources.ts';
import type { ReportScene } from './scene.ts';
import { reportStatement } from './statement.ts';

const LABEL: Label = { en: 'Report', id: 'Laporan' };

/**
 * `GET /api/report/run/{report-name}?columns=&search=&filter[…]&sort=&page=&per_page=`: one page of a report, and the sums over all
 * of it; `…/export?format=csv|xlsx|pdf` all of it as a file, up to so many rows as are streamed. Both need the report's own VIEW_; the rows are those of the hotels in sight.
 */
export function registerReportRuns(app: FastifyInstance, services: ExportServices): void {
  const { db, behaviours, clock, inHeavySlot } = services;
  app.get<Run>('/api/report/run/:name', (request, reply) =>
    withActor(request, async (actor) => {
      const { report, known } = await readReport(db, actor, request);
      const question = parseReportQuery(REPORT_SOURCES[report], known, request.query);
      const context = { now: clock(), timeZone: timeZoneOf(request) };
      const [{ data, totals, by_currency, rows_by_currency, elsewhere, meta }, { lines }] = await Promise.all([
        inHeavySlot(() => readPage(db, { report, actor, behaviours, context }, question)),
        tellFacts(db, { report, known, question, actor, context, language: languageOf(request) }),
      ]);
      const facts = lines.map(([word, meaning]): ReportFact => ({ word, meaning }));
      const columns = question.columns.map(told);
      const { figures, summed }: ReportSource = REPORT_SOURCES[report];
      const offered = known.map((column) => ({
        ...told(column),
        is_usual: column.isUsual ? 1 : 0,
        is_sum: summed.includes(column.key) || Object.hasOwn(figures, column.key) ? 1 : 0,
      }));
      const beside = elsewhere ? `"elsewhere":${JSON.stringify(elsewhere)},` : '';
      // The rows are JSON already, and not taken apart.
      return reply
        .type('application/json; charset=utf-8')
        .send(
          `{"data":${data},"columns":${JSON.stringify(columns)},"offered":${JSON.stringify(offered)},"totals":${totals},"by_currency":${by_currency},"rows_by_currency":${rows_by_currency},${beside}"facts":${JSON.stringify(facts)},"meta":${JSON.stringify(meta)}}`,
        );
    }),
  );

  app.get<Run>('/api/report/run/:name/export', { exposeHeadRoute: false }, (request, reply) =>
    answerFile(services, request, reply, async (actor, query, context) => {
      const { report, known } = await readReport(db, actor, request);
      const question = parseReportQuery(REPORT_SOURCES[report], known, query, { paging: false });
      const language = languageOf(request);
      return reportTable(db, behaviours, {
        report,
        known,
        question,
        actor,
        context,
        language,
        most: STREAMED_ROWS_MAX,
      });
    }),
  );
}

type Run = { Params: { name: string }; Querystring: RawQuery };

/** The report that is meant, and the columns that it was given. Throws a 404 for an unknown one, and a 403 without its right. */
async function readReport(
  db: Db,
  actor: Actor,
  request: FastifyRequest<Run>,
): Promise<{ report: ReportKey; known: readonly RunColumn[] }> {
  const { name } = request.params;
  if (!isReportKey(name)) throw fail('record_not_found', { params: { label: LABEL, id: name.slice(0, 40) } });
  requirePermission(actor, reportPermission(name));
  return { report: name, known: await readReportColumns(db, name, languageOf(request)) };
}

const told = ({ key, label, type, align, formatter }: RunColumn): ReportColumn => ({
  key,
  label,
  type,
  align,
  formatter,
});

/** Parts of an answer as JSON. */
interface Told {
  readonly data: string;
  readonly totals: string;
  readonly by_currency: string;
  readonly rows_by_currency: string;
}

interface Page extends Told {
  /** Null where it was not requested. */
  readonly elsewhere: readonly CurrencySums[] | null;
  readonly meta: ListMeta;
}

interface PageRow extends Told, Record<string, unknown> {
  readonly total: number;
  readonly stamp: string | null;
}

/** One page and the sums, in one statement. It is planned for its values: a filter decides which plan is good. */
async function readPage(db: Db, scene: ReportScene, query: ReportQuestion): Promise<Page> {
  const question = await findWords(db, scene, query);
  const { names, rows, sums } = reportStatement(scene, question);
  const { page, perPage } = question;
  const cells = sql.raw(question.columns.map(({ key }) => `r."${key}"`).join(', '));
  const statement = sql`${names}
    select p.data, p.rows_by_currency, s.total, s.totals::text as totals, s.by_currency::text as by_currency,
           ${stampSql(scene.actor, scene.context.now)} as stamp
    from (${sums}) s, (
      select coalesce(json_agg((select row_to_json(cells) from (select ${cells}) cells)), '[]')::text as data,
             coalesce(json_agg(r.by_currency), '[]')::text as rows_by_currency
      from (${rows}) r) p`.compile(db.kysely);
  const [row] = await db.read<PageRow>(statement, { replan: true });
  checkStamp(scene.actor, row?.stamp ?? null);
  const { data, totals, by_currency, rows_by_currency, total } = row ?? NOTHING;
  return {
    data,
    totals,
    by_currency,
    rows_by_currency,
    elsewhere: question.withElsewhere ? await readElsewhere(db, scene, question) : null,
    meta: { page, per_page: perPage, total, total_is_estimate: false },
  };
}

async function readElsewhere(db: Db, scene: ReportScene, question: ReportQuestion): Promise<readonly CurrencySums[]> {
  const statement = elsewhereSql(scene, question);
  if (!statement) return [];
  const [row] = await db.read<Elsewhere>(statement.compile(db.kysely), { replan: true });
  checkStamp(scene.actor, row?.stamp ?? null);
  return row?.by_currency ?? [];
}

const NOTHING: PageRow = {
  data: '[]',
  totals: '{}',
  by_currency: '[]',
  rows_by_currency: '[]',
  total: 0,
  stamp: null,
};
