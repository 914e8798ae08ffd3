import { z } from 'zod';
import { message } from '../errors/messages.ts';
import { REPORT_FORMATS } from '../reports/files.ts';
import { reportKeys, reportPermission } from '../rights/report-pages.ts';
import { SCHEDULE_INTERVALS, MAX_SCHEDULE_READERS, MAX_SCHEDULES } from '../reports/schedules.ts';
import { reference } from '../fields/kinds.ts';
import { body, choiceField, fieldSchemas, textField } from './body.ts';
import type { Calls, JsonOf } from './definition.ts';
import { pathId } from './parameters.ts';
import { reportQuerySchema } from './report-files.ts';
import { hotel, id, namedRecord, text, textOrNull } from './shapes.ts';

const SCHEDULE_LABEL = { en: 'Schedule', id: 'Jadwal' } as const;
const TIME = /^([01]\d|2[0-3]):[0-5]\d$/;

const delivery = z.strictObject({
  id,
  due_at: text,
  reader: namedRecord,
  state: z.enum(['making', 'sent', 'failed']),
  reason: textOrNull,
});
const schedule = z.strictObject({
  id,
  report: z.enum(reportKeys),
  format: z.enum(REPORT_FORMATS),
  query: z.record(text, text),
  every: z.enum(SCHEDULE_INTERVALS),
  at: text,
  hotel,
  readers: z.array(namedRecord.extend({ email: text })),
  next_at: textOrNull.meta({ description: 'Null once stopped' }),
  stopped_reason: textOrNull,
  deliveries: z.array(delivery).meta({ description: 'Latest deliveries, newest first' }),
});
const scheduleResponse = z.strictObject({ data: schedule });
const calls = { tag: 'Reports', rights: [] } as const;
/** Every user who may see any report has access; the call itself checks the permission for the requested one. */
const reportCall = { tag: 'Reports', rights: reportKeys.map(reportPermission) } as const;

/** Scheduled reports by mail. */
export const reportScheduleCalls = {
  'GET /api/report_schedule': {
    name: 'listReportSchedules',
    ...calls,
    summary: {
      en: 'Your schedules and the results of their last runs',
      id: 'Jadwal Anda dan hasil pengiriman terakhirnya',
    },
    description: 'Only the user’s own schedules; users without rights get an empty list.',
    response: z.strictObject({ data: z.array(schedule) }),
  },
  'POST /api/report_schedule': {
    name: 'createReportSchedule',
    ...reportCall,
    summary: { en: 'Schedule a report by email', id: 'Jadwalkan laporan lewat email' },
    description: `Needs the VIEW_ right of the report. Recipients receive rows of their own hotels, as long as they have that right. The schedule stops when its owner leaves. At most ${MAX_SCHEDULES} schedules per user.`,
    // The query and the list of readers are no field kinds.
    body: body({
      report: choiceField(reportKeys),
      format: choiceField(REPORT_FORMATS),
      query: reportQuerySchema,
      every: choiceField(SCHEDULE_INTERVALS),
      at: textField(5)
        .refine((value) => TIME.test(value), { error: message('time') })
        .meta({ description: 'HH:mm in the hotel’s time zone' }),
      ...fieldSchemas({ fields: { hotel_id: reference('hotel', 'Hotel', 'Hotel', { required: true }) } }),
      readers: z
        .array(textField(200), { error: message('required') })
        .refine((value) => value.length > 0, { error: message('required') })
        .refine((value) => value.length <= MAX_SCHEDULE_READERS, {
          error: message('list_length', MAX_SCHEDULE_READERS),
        })
        .meta({ description: 'Email addresses of users' }),
    }),
    response: scheduleResponse,
    status: 201,
    rejections: [409],
    write: 'idempotent',
  },
  'DELETE /api/report_schedule/{id}': {
    name: 'deleteReportSchedule',
    ...reportCall,
    summary: { en: 'Delete a schedule', id: 'Hapus jadwal' },
    path: { id: pathId({ label: SCHEDULE_LABEL }) },
    response: scheduleResponse,
    write: 'idempotent',
  },
} satisfies Calls;

export type ReportSchedule = JsonOf<typeof schedule>;
