import { z } from 'zod';
import { message } from '../messages.ts';
import { REPORT_FILES_AT_WORK, REPORT_FILE_DAYS, REPORT_FORMATS } from '../report-file.ts';
import { reportKeys, reportPermission } from '../report-pages.ts';
import { body, choiceField } from './body.ts';
import type { Calls, Read } from './call.ts';
import { pathId } from './parameters.ts';
import { id, text, textOrNull, whole } from './shapes.ts';

const FILE_LABEL = { en: 'File', id: 'Berkas' } as const;

/** Judged by the report that it asks. */
export const reportQuestion = z
  .custom<Readonly<Record<string, string>>>(
    (sent) => sent === undefined || (typeof sent === 'object' && sent !== null && !Array.isArray(sent)),
    { error: message('pattern') },
  )
  .optional()
  .meta({
    type: 'object',
    additionalProperties: { type: 'string' },
    description: 'Parameters of the report but the page: columns, filters, search, sort, group',
  });

const file = z.strictObject({
  id,
  report: z.enum(reportKeys),
  format: z.enum(REPORT_FORMATS),
  state: z.enum(['queued', 'running', 'done', 'failed']),
  file_name: text,
  asked_at: text,
  ended_at: textOrNull,
  rows_total: whole.nullable().meta({ description: 'Null until they were counted' }),
  rows_done: whole,
  bytes: whole.nullable(),
  reason: textOrNull.meta({ description: 'Why there is no file, in the language of the request' }),
  address: textOrNull.meta({
    description:
      'Where the file is read for an hour, without a token; null unless it is there, and its reader may still see what it holds',
  }),
});
const one = z.strictObject({ data: file });
const calls = { tag: 'Reports', rights: [] } as const;
/** Open to a user who may see any report; the call itself asks for the right of the one. */
const writes = { tag: 'Reports', rights: reportKeys.map(reportPermission) } as const;

/** Reports as files that are made in the background. */
export const reportFileCalls = {
  'GET /api/report_file': {
    ...calls,
    summary: {
      en: 'The own files of the last days, newest first',
      id: 'Berkas sendiri beberapa hari terakhir, terbaru dahulu',
    },
    description: `Only files that the user ordered: users without any right get an empty list. A file is kept for ${REPORT_FILE_DAYS} days.`,
    answer: z.strictObject({ data: z.array(file) }),
  },
  'POST /api/report_file': {
    ...writes,
    summary: { en: 'Have a report made as a file', id: 'Minta laporan dibuat sebagai berkas' },
    description: `Needs VIEW_ of the report. A user has at most ${REPORT_FILES_AT_WORK} in the making.`,
    body: body({
      report: choiceField(reportKeys),
      format: choiceField(REPORT_FORMATS),
      query: reportQuestion,
    }),
    answer: one,
    status: 201,
    refusals: [409],
    write: 'once',
  },
  'DELETE /api/report_file/{id}': {
    ...writes,
    summary: { en: 'Stop making a file, or remove it', id: 'Hentikan pembuatan berkas, atau hapus berkas' },
    path: { id: pathId({ label: FILE_LABEL }) },
    answer: one,
    write: 'once',
  },
} satisfies Calls;

export type ReportFile = Read<typeof file>;
