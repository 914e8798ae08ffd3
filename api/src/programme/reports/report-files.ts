import {
  type Label,
  type Language,
  REPORT_FILES_AT_WORK,
  REPORT_FILE_DAYS,
  type ReportFormat,
  type ReportKey,
  reportPermission,
} from '@innkeeper/contract';
import type { ReportFile } from '@innkeeper/contract/calls';
import type { Db, Tx } from '@innkeeper/db';
import { sql } from 'kysely';
import { type Actor, can } from '../../access/actor.ts';
import { fileName } from '../../engine/exchange/export.ts';
import type { RawQuery } from '../../engine/resources/list-query.ts';
import { fail } from '../../platform/http/fail.ts';

/*
 * Files that jobs make, as they stand in the database:
 *
 *   queued --a worker takes it--> running --written as a whole--> done, for 7 days
 *   running --refused, or something is broken--> failed
 *   running --its process was killed: no sign of life for half a minute--> queued, once; the second time failed
 *
 * An attempt holds a file by its `run`: one that comes late finds that the file is not its own any more, and leaves nothing.
 */

export interface FileRow extends Record<string, unknown> {
  readonly id: number;
  readonly user_id: number;
  readonly report: ReportKey;
  readonly format: ReportFormat;
  readonly query: RawQuery;
  readonly language: Language;
  readonly time_zone: string;
  readonly asked_at: Date;
  readonly state: ReportFile['state'];
  readonly rows_total: number | null;
  readonly rows_done: number;
  readonly name: string | null;
  readonly bytes: number | null;
  readonly sight: Sight | null;
  readonly reason: Label | null;
  readonly ended_at: Date | null;
}

/** The places that a user has in sight; null: every hotel. */
export type Sight = Pick<Actor, 'hotels' | 'regions'>;
export const sightOf = ({ hotels, regions }: Actor): Sight => ({ hotels, regions });

/** Whether somebody may see the rows of a file: they hold the right of its report, and have in sight the places that it was made of. */
export function maySee(actor: Actor, { report, sight }: Pick<FileRow, 'report' | 'sight'>): boolean {
  if (!sight || !can(actor, reportPermission(report))) return false;
  if (actor.hotels === null) return true;
  const [hotels, regions] = [new Set(actor.hotels), new Set(actor.regions)];
  return sight.hotels?.every((id) => hotels.has(id)) === true && sight.regions.every((id) => regions.has(id));
}

/** Queues the making of a file, in the transaction that orders it. */
export type OrderFile = (tx: Tx, file: { readonly id: number }) => Promise<void>;

const SHOWN_MAX = 50;

export const readFiles = async (
  db: Db['kysely'] | Tx,
  userId: number,
  id: number | null = null,
): Promise<readonly FileRow[]> => {
  const { rows } = await sql<FileRow>`
    select id, user_id, report, format, query, language, time_zone, asked_at, state, rows_total, rows_done, name, bytes, sight, reason, ended_at
    from report_file where user_id = ${userId} and (${id}::bigint is null or id = ${id}) order by id desc limit ${SHOWN_MAX}`.execute(
    db,
  );
  return rows;
};

/** A file as its reader is told of it. */
export async function tellFile(
  db: Db['kysely'] | Tx,
  actor: Actor,
  row: FileRow,
  language: Language,
): Promise<ReportFile> {
  const { id, report, format, state, asked_at, ended_at, rows_total, rows_done, bytes, reason, name } = row;
  const isOpen = state === 'done' && maySee(actor, row);
  const { rows } = isOpen
    ? await sql<{ address: string }>`select file_address(${`report/${name}`}) as address`.execute(db)
    : { rows: [] };
  return {
    id,
    report,
    format,
    state,
    file_name: nameOf(row),
    asked_at: wireOf(asked_at),
    ended_at: ended_at && wireOf(ended_at),
    rows_total,
    rows_done,
    bytes,
    reason: state === 'done' && !isOpen ? NOT_IN_SIGHT[language] : (reason?.[language] ?? null),
    address: rows[0]?.address ?? null,
  };
}

export const NOT_IN_SIGHT: Label = {
  en: 'What you may see has changed since, so this file is closed.',
  id: 'Hak lihat Anda sudah berubah, sehingga berkas ini ditutup.',
};

/** `sales-report-2026-11-25.xlsx`, of the day on which it was asked for. */
export const nameOf = ({
  report,
  format,
  asked_at,
  time_zone,
}: Pick<FileRow, 'report' | 'format' | 'asked_at' | 'time_zone'>): string =>
  `${fileName(report, { now: asked_at, timeZone: time_zone })}.${format}`;

const wireOf = (at: Date): string => at.toISOString().slice(0, 19).replace('T', ' ');

export interface NewFile extends Pick<FileRow, 'report' | 'format' | 'query' | 'language' | 'time_zone'> {
  readonly userId: number;
  readonly now: Date;
}

/** Orders a file. Throws a 409 where its reader has enough in the making. */
export async function orderReportFile(tx: Tx, orderFile: OrderFile, file: NewFile): Promise<FileRow> {
  const { userId, report, format, query, language, time_zone, now } = file;
  // Two orders of one user come one after the other, so that neither overlooks the other.
  await sql`select from users where id = ${userId} for no key update`.execute(tx);
  const { rows: atWork } = await sql<{ count: number }>`
    select count(*) from report_file where user_id = ${userId} and state in ('queued', 'running')`.execute(tx);
  if ((atWork[0]?.count ?? 0) >= REPORT_FILES_AT_WORK) throw fail('conflict', { message: ENOUGH });
  const { rows } = await sql<{ id: number }>`
    insert into report_file (user_id, report, format, query, language, time_zone, asked_at)
    values (${userId}, ${report}, ${format}, ${JSON.stringify(query)}::jsonb, ${language}, ${time_zone}, ${now}) returning id`.execute(
    tx,
  );
  const id = rows[0]?.id ?? 0;
  await orderFile(tx, { id });
  const [made] = await readFiles(tx, userId, id);
  if (!made) throw new Error(`The file ${id} is not there`);
  return made;
}

const ENOUGH: Label = {
  en: `You have ${REPORT_FILES_AT_WORK} files in the making: wait for one, or stop one.`,
  id: `${REPORT_FILES_AT_WORK} berkas Anda sedang dibuat: tunggu salah satunya selesai, atau hentikan salah satu.`,
};

/** Removes a file of a user; a file in the making is stopped by it. Undefined where there is none. */
export async function removeFile(tx: Tx, userId: number, id: number): Promise<FileRow | undefined> {
  const [row] = await readFiles(tx, userId, id);
  if (!row) return undefined;
  await sql`delete from report_file where id = ${id}`.execute(tx);
  // The bytes go with the next sweep: nothing leads to them any more.
  await sql`delete from stored_file where name = ${row.name}`.execute(tx);
  return row;
}

/** Forgets files that were kept long enough. */
export const forgetOldFiles = (db: Db): Promise<unknown> =>
  sql`
    with old as (delete from report_file where asked_at < now() - make_interval(days => ${REPORT_FILE_DAYS}) returning name)
    delete from stored_file s using old where s.name = old.name`.execute(db.kysely);

/** Seconds without a sign of life after which an attempt is taken for killed. */
const SILENCE = 30;
const KILLED: Label = {
  en: 'Making this file was broken off twice. Please narrow the filters, or try again later.',
  id: 'Pembuatan berkas ini dua kali terputus. Persempit filter, atau coba lagi nanti.',
};

/** Starts a killed process's file again, once; the second time it has failed. */
export const restartLeftFiles =
  (orderFile: OrderFile, orderDelivery: OrderFile) =>
  (db: Db): Promise<void> =>
    db.kysely.transaction().execute(async (tx) => {
      const { rows } = await sql<{ id: number; state: string }>`
        with left_alone as (
          select id from report_file where state = 'running' and beat_at < now() - make_interval(secs => ${SILENCE}) for update skip locked)
        update report_file f set run = null, state = case when attempts < 2 then 'queued' else 'failed' end,
          reason = case when attempts < 2 then null else ${JSON.stringify(KILLED)}::jsonb end,
          ended_at = case when attempts < 2 then null else now() end
        from left_alone l where l.id = f.id returning f.id, f.state`.execute(tx);
      for (const { id, state } of rows) await (state === 'queued' ? orderFile : orderDelivery)(tx, { id });
    });
