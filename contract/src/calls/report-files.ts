import { z } from 'zod';
import { message } from '../errors/messages.ts';
import { MAX_ACTIVE_REPORT_FILES, REPORT_FILE_DAYS, REPORT_FORMATS } from '../reports/files.ts';
import { reportKeys, reportPermission } from '../rights/report-pages.ts';
import { body, choiceField } from './body.ts';
import type { Calls, JsonOf } from './definition.ts';
import { pathId } from './parameters.ts';
import { id, text, textOrNull, integer } from './shapes.ts';

const FILE_LABEL = { en: 'File', id: 'Berkas' } as const;

/** The requested report validates it. */
export const reportQuerySchema = z
  .custom<Readonly<Record<string, string>>>(
    (value) => value === undefined || (typeof value === 'object' && value !== null && !Array.isArray(value)),
    { error: message('pattern') },
  )
  .optional()
  .meta({
    type: 'object',
    additionalProperties: { type: 'string' },
    description: 'Report parameters except the page: columns, filters, search, sort, group',
  });

const file = z.strictObject({
  id,
  report: z.enum(reportKeys),
  format: z.enum(REPORT_FORMATS),
  state: z.enum(['queued', 'running', 'done', 'failed']),
  file_name: text,
  requested_at: text,
  ended_at: textOrNull,
  rows_total: integer.nullable().meta({ description: 'Null until counted' }),
  rows_done: integer,
  bytes: integer.nullable(),
  reason: textOrNull.meta({ description: 'Why the file failed, in the language of the request' }),
  address: textOrNull.meta({
    description:
      'Where the file is read for an hour, without a token; null unless it is there, and its reader may still see what it holds',
  }),
});
const fileResponse = z.strictObject({ data: file });
const ownFilesCall = { tag: 'Reports', rights: [] } as const;
/** Every user who may see any report has access; the call itself checks the permission for the requested one. */
const reportCall = { tag: 'Reports', rights: reportKeys.map(reportPermission) } as const;

/** Report files made in the background. */
export const reportFileCalls = {
  'GET /api/report_file': {
    name: 'listReportFiles',
    ...ownFilesCall,
    summary: {
      en: 'Your recent files, newest first',
      id: 'Berkas terbaru Anda, terbaru dahulu',
    },
    description: `Only the user’s own files; users without rights get an empty list. Files are stored for ${REPORT_FILE_DAYS} days.`,
    response: z.strictObject({ data: z.array(file) }),
  },
  'POST /api/report_file': {
    name: 'requestReportFile',
    ...reportCall,
    summary: { en: 'Prepare a report file', id: 'Siapkan berkas laporan' },
    description: `Needs the VIEW_ right of the report. At most ${MAX_ACTIVE_REPORT_FILES} files per user can be in preparation.`,
    // The query is an object: the filters of the report.
    body: body({
      report: choiceField(reportKeys),
      format: choiceField(REPORT_FORMATS),
      query: reportQuerySchema,
    }),
    response: fileResponse,
    status: 201,
    rejections: [409],
    write: 'idempotent',
  },
  'DELETE /api/report_file/{id}': {
    name: 'deleteReportFile',
    ...reportCall,
    summary: { en: 'Stop preparing a file, or delete it', id: 'Hentikan penyiapan berkas, atau hapus berkas' },
    path: { id: pathId({ label: FILE_LABEL }) },
    response: fileResponse,
    write: 'idempotent',
  },
} satisfies Calls;

export type ReportFile = JsonOf<typeof file>;
