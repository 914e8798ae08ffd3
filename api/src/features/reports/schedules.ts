import {
  LANGUAGES,
  type Label,
  type Language,
  type ReportFormat,
  type ReportKey,
  MAX_SCHEDULES,
  type ScheduleInterval,
  message,
  reportPermission,
} from '@innkeeper/contract';
import type { ReportSchedule } from '@innkeeper/contract/calls';
import type { Db, Tx } from '@innkeeper/db';
import { sql } from 'kysely';
import { instantSql, namedRecordSql } from '../../access/named-records.ts';
import { type Actor, can, loadActorByUserId } from '../../access/actor.ts';
import { visibleUserSql } from '../../access/scope.ts';
import type { RawQuery } from '../../engine/resources/list-query.ts';
import { apiError, validationError } from '../../platform/http/api-error.ts';
import type { OrderFile } from './report-files.ts';
import { findNextRun } from './schedule-times.ts';
import { reportTexts } from '../../texts/reports.ts';

/*
 * Schedules of reports that are sent by mail:
 *
 *   running --due--> running: a file is requested for each reader, and delivered when it is ready
 *   running --its owner has left, or lost the permission for the report--> stopped
 */

export interface NewSchedule {
  readonly report: ReportKey;
  readonly format: ReportFormat;
  readonly query: RawQuery;
  readonly every: ScheduleInterval;
  readonly at: string;
  readonly hotel_id: number;
  /** Email addresses of users. */
  readonly readers: readonly string[];
}

type Executor = Db['kysely'] | Tx;

interface ScheduleRow extends Record<string, unknown> {
  readonly schedule: Omit<ReportSchedule, 'stopped_reason' | 'deliveries'> & {
    readonly stopped_reason: Label | null;
    readonly deliveries: readonly (Omit<ReportSchedule['deliveries'][number], 'reason'> & {
      readonly reason: Label | null;
    })[];
  };
}

/** Number of deliveries shown for a schedule. */
const MAX_SHOWN_DELIVERIES = 20;

/** The schedules of a user, newest first; only one of them if an id is given. */
export async function readSchedules(
  db: Executor,
  ownerId: number,
  language: Language,
  id: number | null = null,
): Promise<readonly ReportSchedule[]> {
  const { rows } = await sql<ScheduleRow>`
    select json_build_object(
      'id', s.id, 'report', s.report, 'format', s.format, 'query', s.query, 'every', s.every, 'at', to_char(s.at, 'HH24:MI'),
      'hotel', ${namedRecordSql('h')},
      'readers', (select coalesce(json_agg(json_build_object('id', u.id, 'name', u.name, 'email', u.email) order by u.name), '[]')
                  from report_schedule_reader r join users u on u.id = r.user_id where r.schedule_id = s.id),
      'next_at', case when s.stopped_at is null then ${instantSql('s.next_at')} end, 'stopped_reason', s.stopped_reason,
      'deliveries', (select coalesce(json_agg(json_build_object('id', d.id, 'due_at', ${instantSql('d.due_at')}, 'state', d.state, 'reason', d.reason,
                       'reader', json_build_object('id', u.id, 'name', u.name)) order by d.id desc), '[]')
                     from (select * from report_delivery where schedule_id = s.id order by id desc limit ${MAX_SHOWN_DELIVERIES}) d
                     join users u on u.id = d.user_id)) as schedule
    from report_schedule s join hotel h on h.id = s.hotel_id
    where s.owner_id = ${ownerId} and (${id}::bigint is null or s.id = ${id}) order by s.id desc`.execute(db);
  return rows.map(({ schedule }) => ({
    ...schedule,
    stopped_reason: schedule.stopped_reason?.[language] ?? null,
    deliveries: schedule.deliveries.map((delivery) => ({ ...delivery, reason: delivery.reason?.[language] ?? null })),
  }));
}

/**
 * Creates a schedule. Throws a 422 at the field for a hotel that is not visible, and for addresses that belong to no
 * visible user.
 */
export async function createSchedule(tx: Tx, owner: Actor, schedule: NewSchedule, now: Date): Promise<number> {
  const { report, format, query, every, at, hotel_id } = schedule;
  const timeZone = await readTimeZone(tx, hotel_id);
  if (timeZone === undefined || owner.hotels?.includes(hotel_id) === false)
    throw validationError({ hotel_id: [message('reference')] });
  const emails = [...new Set(schedule.readers.map((email) => email.toLowerCase()))];
  const { rows: users } = await sql<{ id: number; email: string }>`
    select id, lower(email) as email from users where lower(email) = any(${emails}::text[]) and is_active and deleted_at is null
      and ${visibleUserSql(owner, sql`users.id`)}`.execute(tx);
  if (emails.some((email) => users.every((user) => user.email !== email)))
    throw validationError({ readers: [message('reference')] });
  await sql`select from users where id = ${owner.userId} for no key update`.execute(tx);
  const { rows: ownSchedules } = await sql<{
    count: number;
  }>`select count(*) from report_schedule where owner_id = ${owner.userId}`.execute(tx);
  if ((ownSchedules[0]?.count ?? 0) >= MAX_SCHEDULES)
    throw apiError('conflict', { message: reportTexts.tooManySchedules({ max: MAX_SCHEDULES }) });
  const { rows } = await sql<{ id: number }>`
    insert into report_schedule (owner_id, report, format, query, every, at, hotel_id, next_at)
    values (${owner.userId}, ${report}, ${format}, ${JSON.stringify(query)}::jsonb, ${every}, ${at}, ${hotel_id}, ${findNextRun(every, at, timeZone, now)})
    returning id`.execute(tx);
  const id = rows[0]?.id ?? 0;
  await sql`insert into report_schedule_reader select ${id}, unnest(${users.map((user) => user.id)}::bigint[])`.execute(
    tx,
  );
  return id;
}

async function readTimeZone(db: Executor, hotelId: number): Promise<string | undefined> {
  const { rows } = await sql<{ zone: string }>`
    select effective_time_zone(id) as zone from hotel where id = ${hotelId} and deleted_at is null`.execute(db);
  return rows[0]?.zone;
}

interface DueRow extends Record<string, unknown> {
  readonly id: number;
  readonly owner_id: number;
  readonly report: ReportKey;
  readonly format: ReportFormat;
  readonly query: RawQuery;
  readonly every: ScheduleInterval;
  readonly at: string;
  readonly hotel_id: number;
  readonly next_at: Date;
}

/** Requests the files of every due schedule. Runs missed during downtime are replaced by a single one. */
export async function queueDueReports(db: Db, queueFile: OrderFile, now: Date): Promise<void> {
  const { rows: dueSchedules } = await sql<{ id: number }>`
    select id from report_schedule where stopped_at is null and next_at <= ${now} order by next_at`.execute(db.kysely);
  for (const { id } of dueSchedules)
    await db.kysely.transaction().execute(async (tx) => {
      const { rows } = await sql<DueRow>`
        select * from report_schedule where id = ${id} and stopped_at is null and next_at <= ${now} for update skip locked`.execute(
        tx,
      );
      if (rows[0]) await queueDueReport(db, tx, queueFile, rows[0], now);
    });
}

async function queueDueReport(db: Db, tx: Tx, queueFile: OrderFile, schedule: DueRow, now: Date): Promise<void> {
  const { id, owner_id, report, format, query, every, at, hotel_id, next_at } = schedule;
  const owner = await loadActorByUserId(db.kysely, owner_id);
  const timeZone = (await readTimeZone(tx, hotel_id)) ?? 'UTC';
  if (!owner || !can(owner, reportPermission(report))) {
    await sql`update report_schedule set stopped_at = ${now}, stopped_reason = ${JSON.stringify(reportTexts.ownerInactive)}::jsonb where id = ${id}`.execute(
      tx,
    );
    return;
  }
  await sql`update report_schedule set next_at = ${findNextRun(every, at, timeZone, now)} where id = ${id}`.execute(tx);
  const { rows: deliveries } = await sql<{ id: number; user_id: number; language: string | null }>`
    with created as (
      insert into report_delivery (schedule_id, due_at, user_id)
      select ${id}, ${next_at}, user_id from report_schedule_reader where schedule_id = ${id} on conflict do nothing returning id, user_id)
    select m.id, m.user_id, p.settings ->> 'language' as language from created m left join user_preference p on p.user_id = m.user_id`.execute(
    tx,
  );
  for (const delivery of deliveries) {
    const language: Language = LANGUAGES.find((candidate) => candidate === delivery.language) ?? 'en';
    const { rows } = await sql<{ id: number }>`
      insert into report_file (user_id, report, format, query, language, time_zone, requested_at, delivery_id)
      values (${delivery.user_id}, ${report}, ${format}, ${JSON.stringify(query)}::jsonb, ${language}, ${timeZone}, ${next_at}, ${delivery.id})
      returning id`.execute(tx);
    await queueFile(tx, { id: rows[0]?.id ?? 0 });
  }
}
