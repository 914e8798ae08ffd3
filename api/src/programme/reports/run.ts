import { type Label, type ListMeta, isReportKey, reportPermission } from '@innkeeper/contract';
import type { Db } from '@innkeeper/db';
import type { FastifyInstance } from 'fastify';
import { sql } from 'kysely';
import { requirePermission } from '../../access/actor.ts';
import { withActor } from '../../access/authenticate.ts';
import { checkStamp, stampSql } from '../../access/stamp.ts';
import { fail } from '../../platform/http/fail.ts';
import type { InHeavySlot } from '../../platform/http/heavy.ts';
import { languageOf } from '../../platform/http/language.ts';
import type { Behaviours } from '../../engine/resources/behaviour.ts';
import type { RawQuery } from '../../engine/resources/list-query.ts';
import { timeZoneOf } from '../../engine/resources/routes.ts';
import { readReportColumns } from './columns.ts';
import { type ReportQuestion, parseReportQuery } from './question.ts';
import { REPORT_SOURCES } from './sources.ts';
import { type ReportScene, reportStatement } from './statement.ts';

interface Services {
  readonly db: Db;
  readonly behaviours: Behaviours;
  readonly clock: () => Date;
  readonly inHeavySlot: InHeavySlot;
}

const LABEL: Label = { en: 'Report', id: 'Laporan' };

/**
 * `GET /api/report/run/{report-name}?columns=&filter[…]&sort=&page=&per_page=`: one page of a report, and the sums over all of it.
 * Needs the report's own VIEW_; the rows are those of the hotels in sight.
 */
export function registerReportRuns(app: FastifyInstance, { db, behaviours, clock, inHeavySlot }: Services): void {
  app.get<{ Params: { name: string }; Querystring: RawQuery }>('/api/report/run/:name', (request, reply) =>
    withActor(request, async (actor) => {
      const { name } = request.params;
      if (!isReportKey(name)) throw fail('record_not_found', { params: { label: LABEL, id: name.slice(0, 40) } });
      requirePermission(actor, reportPermission(name));
      const known = await readReportColumns(db, name, languageOf(request));
      const question = parseReportQuery(REPORT_SOURCES[name], known, request.query);
      const context = { now: clock(), timeZone: timeZoneOf(request) };
      const { data, totals, meta } = await inHeavySlot(() =>
        readPage(db, { report: name, actor, behaviours, context }, question),
      );
      const columns = question.columns.map(({ key, label, type, align, formatter }) => ({
        key,
        label,
        type,
        align,
        formatter,
      }));
      // The rows are JSON already, and not taken apart.
      return reply
        .type('application/json; charset=utf-8')
        .send(
          `{"data":${data},"columns":${JSON.stringify(columns)},"totals":${totals},"meta":${JSON.stringify(meta)}}`,
        );
    }),
  );
}

interface PageRow extends Record<string, unknown> {
  readonly data: string;
  readonly totals: string;
  readonly total: number;
  readonly stamp: string | null;
}

/** One page and the sums, in one statement. It is planned for its values: a filter decides which plan is good. */
async function readPage(
  db: Db,
  scene: ReportScene,
  question: ReportQuestion,
): Promise<{ data: string; totals: string; meta: ListMeta }> {
  const { names, rows, sums } = reportStatement(scene, question);
  const { page, perPage } = question;
  const statement = sql`${names}
    select (select coalesce(json_agg(row_to_json(r)), '[]') from (${rows} limit ${perPage} offset ${(page - 1) * perPage}) r)::text as data,
           s.total, s.totals::text as totals, ${stampSql(scene.actor, scene.context.now)} as stamp
    from (${sums}) s`.compile(db.kysely);
  const [row] = await db.read<PageRow>(statement, { replan: true });
  checkStamp(scene.actor, row?.stamp ?? null);
  const { data, totals, total } = row ?? { data: '[]', totals: '{}', total: 0 };
  return { data, totals, meta: { page, per_page: perPage, total, total_is_estimate: false } };
}
