import { z } from 'zod';
import { message } from '../messages.ts';
import { REPORT_FORMATS } from '../report-file.ts';
import { reportKeys, reportPermission } from '../report-pages.ts';
import { SCHEDULE_EVERY, SCHEDULE_READERS_MAX, SCHEDULES_MAX } from '../report-schedule.ts';
import { body, choiceField, idField, textField } from './body.ts';
import type { Calls, Read } from './call.ts';
import { pathId } from './parameters.ts';
import { reportQuestion } from './report-files.ts';
import { hotel, id, named, text, textOrNull } from './shapes.ts';

const SCHEDULE_LABEL = { en: 'Schedule', id: 'Jadwal' } as const;
const TIME = /^([01]\d|2[0-3]):[0-5]\d$/;

const delivery = z.strictObject({
  id,
  due_at: text,
  reader: named,
  state: z.enum(['making', 'sent', 'failed']),
  reason: textOrNull,
});
const schedule = z.strictObject({
  id,
  report: z.enum(reportKeys),
  format: z.enum(REPORT_FORMATS),
  query: z.record(text, text),
  every: z.enum(SCHEDULE_EVERY),
  at: text,
  hotel,
  readers: z.array(named.extend({ email: text })),
  next_at: textOrNull.meta({ description: 'Null once it has stopped' }),
  stopped_reason: textOrNull,
  deliveries: z.array(delivery).meta({ description: 'The last ones, newest first' }),
});
const one = z.strictObject({ data: schedule });
const calls = { tag: 'Reports', rights: [] } as const;
/** Open to a user who may see any report; the call itself asks for the right of the one. */
const writes = { tag: 'Reports', rights: reportKeys.map(reportPermission) } as const;

/** Reports by mail on a schedule. */
export const reportScheduleCalls = {
  'GET /api/report_schedule': {
    ...calls,
    summary: {
      en: 'The own schedules, and what became of their last runs',
      id: 'Jadwal sendiri dan hasil pengiriman terakhirnya',
    },
    description: 'Only schedules that the user made: users without any right get an empty list.',
    answer: z.strictObject({ data: z.array(schedule) }),
  },
  'POST /api/report_schedule': {
    ...writes,
    summary: { en: 'Have a report sent by mail, again and again', id: 'Kirim laporan lewat email secara berkala' },
    description: `Needs VIEW_ of the report. Each reader gets the rows of their own hotels, and only while they hold that right; the schedule stops when its owner leaves. A user has at most ${SCHEDULES_MAX}.`,
    body: body({
      report: choiceField(reportKeys),
      format: choiceField(REPORT_FORMATS),
      query: reportQuestion,
      every: choiceField(SCHEDULE_EVERY),
      at: textField(5)
        .refine((sent) => TIME.test(sent), { error: message('time') })
        .meta({ description: 'HH:mm of the clocks of the hotel' }),
      hotel_id: idField('The hotel by whose clocks it goes'),
      readers: z
        .array(textField(200), { error: message('required') })
        .refine((sent) => sent.length > 0, { error: message('required') })
        .refine((sent) => sent.length <= SCHEDULE_READERS_MAX, { error: message('list_length', SCHEDULE_READERS_MAX) })
        .meta({ description: 'Email addresses of users' }),
    }),
    answer: one,
    status: 201,
    refusals: [409],
    write: 'once',
  },
  'DELETE /api/report_schedule/{id}': {
    ...writes,
    summary: { en: 'Delete a schedule', id: 'Hapus jadwal' },
    path: { id: pathId({ label: SCHEDULE_LABEL }) },
    answer: one,
    write: 'once',
  },
} satisfies Calls;

export type ReportSchedule = Read<typeof schedule>;
