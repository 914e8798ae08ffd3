import { reportPermission } from '@innkeeper/contract';
import type { reportScheduleCalls } from '@innkeeper/contract/calls';
import type { Db } from '@innkeeper/db';
import { sql } from 'kysely';
import { requirePermission } from '../../access/actor.ts';
import type { Handlers } from '../../engine/calls/register.ts';
import { apiError } from '../../platform/http/api-error.ts';
import { readReportColumns } from './report-columns.ts';
import { parseReportQuery } from './report-query.ts';
import { createSchedule, readSchedules } from './schedules.ts';
import { REPORT_SOURCES } from './report-sources.ts';
import { reportTexts } from '../../texts/reports.ts';

/** Reports by mail, managed by the users who set them up. */
export const reportScheduleHandlers = ({ db }: { readonly db: Db }): Handlers<typeof reportScheduleCalls> => ({
  'GET /api/report_schedule': async ({ actor, language }) => ({
    data: [...(await readSchedules(db.kysely, actor.userId, language))],
  }),

  'POST /api/report_schedule': async ({ actor, body, context, language, now }) => {
    const { report, query = {} } = body;
    requirePermission(actor, reportPermission(report));
    parseReportQuery(REPORT_SOURCES[report], await readReportColumns(db, report, language), query, { paging: false });
    const id = await createSchedule(context.tx, actor, { ...body, query }, now);
    const [created] = await readSchedules(context.tx, actor.userId, language, id);
    if (!created) throw new Error(`There is no schedule ${id}`);
    return { data: created };
  },

  'DELETE /api/report_schedule/{id}': async ({ actor, path: { id }, context, language }) => {
    const [schedule] = await readSchedules(context.tx, actor.userId, language, id);
    if (!schedule) throw apiError('record_not_found', { params: { label: reportTexts.schedule, id } });
    await sql`delete from report_schedule where id = ${id}`.execute(context.tx);
    return { data: schedule };
  },
});
