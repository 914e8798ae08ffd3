import { reportPermission } from '@innkeeper/contract';
import type { reportFileCalls } from '@innkeeper/contract/calls';
import type { Db } from '@innkeeper/db';
import { requirePermission } from '../../access/actor.ts';
import type { Handlers } from '../../engine/calls/register.ts';
import { apiError } from '../../platform/http/api-error.ts';
import { readReportColumns } from './report-columns.ts';
import { parseReportQuery } from './report-query.ts';
import { type OrderFile, queueReportFile, readFiles, removeFile, describeFile } from './report-files.ts';
import { REPORT_SOURCES } from './report-sources.ts';
import { reportTexts } from '../../texts/reports.ts';

interface Services {
  readonly db: Db;
  readonly queueFile: OrderFile;
}

/** Report files that are created in the background, each for the user who requested it. */
export const reportFileHandlers = ({ db, queueFile }: Services): Handlers<typeof reportFileCalls> => ({
  'GET /api/report_file': async ({ actor, language }) => {
    const rows = await readFiles(db.kysely, actor.userId);
    return { data: await Promise.all(rows.map((row) => describeFile(db.kysely, actor, row, language))) };
  },

  'POST /api/report_file': async ({ actor, body, context, language, now, timeZone }) => {
    const { report, format, query = {} } = body;
    requirePermission(actor, reportPermission(report));
    const runColumns = await readReportColumns(db, report, language);
    parseReportQuery(REPORT_SOURCES[report], runColumns, query, { paging: false });
    const file = { userId: actor.userId, report, format, query, language, time_zone: timeZone, now };
    return {
      data: await describeFile(context.tx, actor, await queueReportFile(context.tx, queueFile, file), language),
    };
  },

  'DELETE /api/report_file/{id}': async ({ actor, path: { id }, context, language }) => {
    const row = await removeFile(context.tx, actor.userId, id);
    if (!row) throw apiError('record_not_found', { params: { label: reportTexts.file, id } });
    return { data: { ...(await describeFile(context.tx, actor, row, language)), address: null } };
  },
});
