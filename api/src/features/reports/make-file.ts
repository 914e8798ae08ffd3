import type { Readable } from 'node:stream';
import { type Label, reportPermission } from '@innkeeper/contract';
import type { Db } from '@innkeeper/db';
import type { FastifyBaseLogger } from 'fastify';
import { sql } from 'kysely';
import { type Actor, loadActorByUserId, requirePermission } from '../../access/actor.ts';
import { StalePermissionsError } from '../../access/permissions-version.ts';
import { logRowCount, logExport } from '../../engine/import-export/export.ts';
import type { HooksByResource } from '../../engine/resources/resource-hooks.ts';
import { newFileName } from '../../platform/files/file-names.ts';
import { recordFiles } from '../../platform/files/storage.ts';
import type { Store } from '../../platform/files/store.ts';
import { ApiError, apiError } from '../../platform/http/api-error.ts';
import { readReportColumns } from './report-columns.ts';
import { parseReportQuery } from './report-query.ts';
import { createReportTable } from './report-file.ts';
import { type FileRow, type OrderFile, type StoredScope, canSeeFile, toStoredScope } from './report-files.ts';
import type { ReportRows } from './report-rows.ts';
import { REPORT_SOURCES } from './report-sources.ts';
import { reportTexts } from '../../texts/reports.ts';

export interface FileServices {
  readonly db: Db;
  readonly hooksByResource: HooksByResource;
  readonly store: Store;
  /** Queues the delivery of a scheduled file, in the transaction that ends its job. */
  readonly queueDelivery: OrderFile;
  readonly log: Pick<FastifyBaseLogger, 'error'>;
}

/** Heartbeat interval in milliseconds. */
const HEARTBEAT_MS = 2_000;

/** The file is no longer wanted, or another attempt generates it. */
class ClaimLostError extends Error {}

interface ClaimedFile extends FileRow {
  readonly run: string;
}

/** Generates a requested file. Skips a file that has ended, was removed or belongs to another attempt. */
export async function makeReportFile(services: FileServices, id: number): Promise<void> {
  const { db, log } = services;
  const file = await claimFile(db, id);
  if (!file) return;
  const progress: Progress = { isClaimed: true };
  const heartbeatTimer = setInterval(() => {
    // The database may be unavailable for a moment; finishing the file checks again who owns it.
    void recordHeartbeat(db, file, progress).catch(() => undefined);
  }, HEARTBEAT_MS);
  try {
    await generateFile(services, file, progress);
  } catch (error) {
    if (error instanceof ClaimLostError) return;
    if (!(error instanceof ApiError)) log.error({ err: error, file: id }, 'a file of a report cannot be made');
    await db.kysely.transaction().execute(async (tx) => {
      await sql`
        update report_file set state = 'failed', run = null, reason = ${JSON.stringify(toReason(error))}::jsonb,
          ended_at = clock_timestamp()
        where id = ${id} and run = ${file.run}::uuid`.execute(tx);
      await services.queueDelivery(tx, { id });
    });
  } finally {
    clearInterval(heartbeatTimer);
  }
}

/** Progress of an attempt. */
interface Progress {
  isClaimed: boolean;
  rows?: ReportRows;
  stream?: Readable;
}

/** The message shown to the user. A rejection also names its parameters. */
function toReason(error: unknown): Label {
  if (!(error instanceof ApiError)) return reportTexts.failed;
  const names = Object.keys(error.details.errors ?? {}).join(', ');
  const { en, id } = error.label;
  return names === '' ? { en, id } : { en: `${en} (${names})`, id: `${id} (${names})` };
}

async function claimFile(db: Db, id: number): Promise<ClaimedFile | undefined> {
  const { rows } = await sql<ClaimedFile>`
    update report_file set state = 'running', run = gen_random_uuid(), attempts = attempts + 1, heartbeat_at = clock_timestamp(), rows_done = 0
    where id = ${id} and state = 'queued' and attempts < 2 returning *`.execute(db.kysely);
  return rows[0];
}

async function loadReader(db: Db, { user_id, report }: FileRow): Promise<Actor> {
  const actor = await loadActorByUserId(db.kysely, user_id);
  if (!actor) throw apiError('forbidden');
  requirePermission(actor, reportPermission(report));
  return actor;
}

async function generateFile(
  { db, hooksByResource, store, queueDelivery }: FileServices,
  file: ClaimedFile,
  progress: Progress,
): Promise<void> {
  const { id, report, format, query, language, time_zone: timeZone, requested_at: now } = file;
  const actor = await loadReader(db, file);
  const runColumns = await readReportColumns(db, report, language);
  const reportQuery = parseReportQuery(REPORT_SOURCES[report], runColumns, query, { paging: false });
  const fileOrder = { report, runColumns, reportQuery, actor, context: { now, timeZone }, language, maxRows: Infinity };
  const table = createReportTable(db, hooksByResource, fileOrder);
  const exportEntry = {
    actorId: actor.userId,
    ip: null,
    requestId: `file ${id}`,
    key: report,
    columns: table.columns,
    format,
    query,
  };
  const rows = await table.open().catch((error: unknown) => {
    throw error instanceof StalePermissionsError
      ? apiError('forbidden', { message: reportTexts.accessChanged })
      : error;
  });
  const name = newFileName(format);
  try {
    progress.rows = rows;
    const logId = await logExport(db, exportEntry);
    const stream = await table.files[format]?.(rows);
    if (!stream) throw new Error(`${report} is not offered as ${format}`);
    progress.stream = stream;
    if (!progress.isClaimed) throw new ClaimLostError();
    const bytes = await store.writeFrom(name, stream);
    await publishFile({ db, queueDelivery }, file, {
      name,
      bytes,
      rows: rows.count(),
      visibility: toStoredScope(actor),
    });
    await logRowCount(db, logId, rows.count());
  } catch (error) {
    await store.remove(name).catch(() => undefined);
    throw progress.isClaimed ? error : new ClaimLostError();
  } finally {
    rows.close();
  }
}

/** Records the heartbeat and progress of an attempt; aborts it if the file no longer belongs to it. */
async function recordHeartbeat(db: Db, { id, run }: ClaimedFile, progress: Progress): Promise<void> {
  const { numAffectedRows } = await sql`
    update report_file set heartbeat_at = clock_timestamp(), rows_total = ${progress.rows?.sums.total ?? null},
      rows_done = ${progress.rows?.count() ?? 0}
    where id = ${id} and run = ${run}::uuid`.execute(db.kysely);
  if (numAffectedRows === 1n) return;
  progress.isClaimed = false;
  progress.stream?.destroy(new ClaimLostError());
}

interface WrittenFile {
  readonly name: string;
  readonly bytes: number;
  readonly rows: number;
  readonly visibility: StoredScope;
}

/** Publishes the complete file, provided its user may still see its rows. */
async function publishFile(
  { db, queueDelivery }: Pick<FileServices, 'db' | 'queueDelivery'>,
  file: ClaimedFile,
  { name, bytes, rows, visibility }: WrittenFile,
): Promise<void> {
  const actor = await loadReader(db, file);
  if (!canSeeFile(actor, { ...file, visibility })) throw apiError('forbidden', { message: reportTexts.accessChanged });
  await db.kysely.transaction().execute(async (tx) => {
    const { numAffectedRows } = await sql`
      update report_file set state = 'done', run = null, name = ${name}, bytes = ${bytes}, rows_total = ${rows},
        rows_done = ${rows}, visibility = ${JSON.stringify(visibility)}::jsonb, ended_at = clock_timestamp()
      where id = ${file.id} and run = ${file.run}::uuid`.execute(tx);
    if (numAffectedRows !== 1n) throw new ClaimLostError();
    await recordFiles(tx, [name]);
    await queueDelivery(tx, { id: file.id });
  });
}
