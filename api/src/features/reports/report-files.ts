import {
  type Label,
  type Language,
  MAX_ACTIVE_REPORT_FILES,
  REPORT_FILE_DAYS,
  type ReportFormat,
  type ReportKey,
  reportPermission,
} from '@innkeeper/contract';
import type { ReportFile } from '@innkeeper/contract/calls';
import type { Db, Tx } from '@innkeeper/db';
import { sql } from 'kysely';
import { type Actor, can } from '../../access/actor.ts';
import { fileName } from '../../engine/import-export/export.ts';
import type { RawQuery } from '../../engine/resources/list-query.ts';
import { apiError } from '../../platform/http/api-error.ts';
import { reportTexts } from '../../texts/reports.ts';

/*
 * Files that jobs generate, by their state in the database:
 *
 *   queued --a worker claims it--> running --written completely--> done, for 7 days
 *   running --rejected, or an error--> failed
 *   running --its process was killed: no heartbeat for half a minute--> queued, once; the second time failed
 *
 * An attempt owns a file by its `run`. An attempt that comes late finds that the file belongs to another one, and
 * leaves nothing behind.
 */

export interface FileRow extends Record<string, unknown> {
  readonly id: number;
  readonly user_id: number;
  readonly report: ReportKey;
  readonly format: ReportFormat;
  readonly query: RawQuery;
  readonly language: Language;
  readonly time_zone: string;
  readonly requested_at: Date;
  readonly state: ReportFile['state'];
  readonly rows_total: number | null;
  readonly rows_done: number;
  readonly name: string | null;
  readonly bytes: number | null;
  readonly visibility: StoredScope | null;
  readonly reason: Label | null;
  readonly ended_at: Date | null;
}

/** The hotels and regions that a user may see; `hotels` is null if the user sees all. */
export type StoredScope = Pick<Actor, 'hotels' | 'regions'>;
export const toStoredScope = ({ hotels, regions }: Actor): StoredScope => ({ hotels, regions });

/**
 * Whether a user may see the rows of a file: they have the right to its report, and see all hotels and regions of the
 * file.
 */
export function canSeeFile(actor: Actor, { report, visibility }: Pick<FileRow, 'report' | 'visibility'>): boolean {
  if (!visibility || !can(actor, reportPermission(report))) return false;
  if (actor.hotels === null) return true;
  const [hotels, regions] = [new Set(actor.hotels), new Set(actor.regions)];
  return visibility.hotels?.every((id) => hotels.has(id)) === true && visibility.regions.every((id) => regions.has(id));
}

/** Queues the generation of a file, in the transaction that requests it. */
export type OrderFile = (tx: Tx, file: { readonly id: number }) => Promise<void>;

const MAX_LISTED_FILES = 50;

export const readFiles = async (
  db: Db['kysely'] | Tx,
  userId: number,
  id: number | null = null,
): Promise<readonly FileRow[]> => {
  const { rows } = await sql<FileRow>`
    select id, user_id, report, format, query, language, time_zone, requested_at, state, rows_total, rows_done, name,
      bytes, visibility, reason, ended_at
    from report_file where user_id = ${userId} and (${id}::bigint is null or id = ${id}) order by id desc
    limit ${MAX_LISTED_FILES}`.execute(db);
  return rows;
};

/** A file as returned to its user. */
export async function describeFile(
  db: Db['kysely'] | Tx,
  actor: Actor,
  row: FileRow,
  language: Language,
): Promise<ReportFile> {
  const { id, report, format, state, requested_at, ended_at, rows_total, rows_done, bytes, reason, name } = row;
  const isAccessible = state === 'done' && canSeeFile(actor, row);
  const { rows } = isAccessible
    ? await sql<{ address: string }>`select signed_file_path(${`report/${name}`}) as address`.execute(db)
    : { rows: [] };
  return {
    id,
    report,
    format,
    state,
    file_name: formatFileName(row),
    requested_at: toWireTime(requested_at),
    ended_at: ended_at && toWireTime(ended_at),
    rows_total,
    rows_done,
    bytes,
    reason: state === 'done' && !isAccessible ? reportTexts.accessChanged[language] : (reason?.[language] ?? null),
    address: rows[0]?.address ?? null,
  };
}

/** `sales-report-2026-11-25.xlsx`, named for the day of the request. */
export const formatFileName = ({
  report,
  format,
  requested_at,
  time_zone,
}: Pick<FileRow, 'report' | 'format' | 'requested_at' | 'time_zone'>): string =>
  `${fileName(report, { now: requested_at, timeZone: time_zone })}.${format}`;

const toWireTime = (at: Date): string => at.toISOString().slice(0, 19).replace('T', ' ');

export interface NewFile extends Pick<FileRow, 'report' | 'format' | 'query' | 'language' | 'time_zone'> {
  readonly userId: number;
  readonly now: Date;
}

/** Requests a file. Throws a 409 if the user already has too many in progress. */
export async function queueReportFile(tx: Tx, queueFile: OrderFile, file: NewFile): Promise<FileRow> {
  const { userId, report, format, query, language, time_zone, now } = file;
  // Serializes the requests of one user, so that each sees the other.
  await sql`select from users where id = ${userId} for no key update`.execute(tx);
  const { rows: activeFiles } = await sql<{ count: number }>`
    select count(*) from report_file where user_id = ${userId} and state in ('queued', 'running')`.execute(tx);
  if ((activeFiles[0]?.count ?? 0) >= MAX_ACTIVE_REPORT_FILES)
    throw apiError('conflict', { message: reportTexts.tooManyFiles({ max: MAX_ACTIVE_REPORT_FILES }) });
  const { rows } = await sql<{ id: number }>`
    insert into report_file (user_id, report, format, query, language, time_zone, requested_at)
    values (${userId}, ${report}, ${format}, ${JSON.stringify(query)}::jsonb, ${language}, ${time_zone}, ${now})
    returning id`.execute(tx);
  const id = rows[0]?.id ?? 0;
  await queueFile(tx, { id });
  const [createdFile] = await readFiles(tx, userId, id);
  if (!createdFile) throw new Error(`There is no file ${id}`);
  return createdFile;
}

/** Removes a file of a user and stops it if it is in progress. Returns undefined if there is none. */
export async function removeFile(tx: Tx, userId: number, id: number): Promise<FileRow | undefined> {
  const [row] = await readFiles(tx, userId, id);
  if (!row) return undefined;
  await sql`delete from report_file where id = ${id}`.execute(tx);
  // Nothing references the bytes any more, so the next cleanup deletes them.
  await sql`delete from stored_file where name = ${row.name}`.execute(tx);
  return row;
}

/** Deletes files whose retention has ended. */
export const deleteOldFiles = (db: Db): Promise<unknown> =>
  sql`
    with old as (delete from report_file where requested_at < now() - make_interval(days => ${REPORT_FILE_DAYS})
        returning name)
    delete from stored_file s using old where s.name = old.name`.execute(db.kysely);

/** Seconds without a heartbeat after which an attempt is considered killed. */
const HEARTBEAT_TIMEOUT = 30;

/** Restarts the file of a killed process once; the second time it fails. */
export const restartAbandonedFiles =
  (queueFile: OrderFile, queueDelivery: OrderFile) =>
  (db: Db): Promise<void> =>
    db.kysely.transaction().execute(async (tx) => {
      const { rows } = await sql<{ id: number; state: string }>`
        with abandoned as (
          select id from report_file where state = 'running'
            and heartbeat_at < now() - make_interval(secs => ${HEARTBEAT_TIMEOUT}) for update skip locked)
        update report_file f set run = null, state = case when attempts < 2 then 'queued' else 'failed' end,
          reason = case when attempts < 2 then null else ${JSON.stringify(reportTexts.failedTwice)}::jsonb end,
          ended_at = case when attempts < 2 then null else now() end
        from abandoned l where l.id = f.id returning f.id, f.state`.execute(tx);
      for (const { id, state } of rows) await (state === 'queued' ? queueFile : queueDelivery)(tx, { id });
    });
