import type { Readable } from 'node:stream';
import { type Label, reportPermission } from '@innkeeper/contract';
import type { Db } from '@innkeeper/db';
import type { FastifyBaseLogger } from 'fastify';
import { sql } from 'kysely';
import { type Actor, loadActorOf, requirePermission } from '../../access/actor.ts';
import { StaleActor } from '../../access/stamp.ts';
import { logCount, logExport } from '../../engine/exchange/export.ts';
import type { Behaviours } from '../../engine/resources/behaviour.ts';
import { newFileName } from '../../platform/files/names.ts';
import { nameFiles } from '../../platform/files/storage.ts';
import type { Store } from '../../platform/files/store.ts';
import { ApiError, fail } from '../../platform/http/fail.ts';
import { readReportColumns } from './columns.ts';
import { parseReportQuery } from './question.ts';
import { reportTable } from './report-file.ts';
import { type FileRow, NOT_IN_SIGHT, type OrderFile, type Sight, maySee, sightOf } from './report-files.ts';
import type { ReportRows } from './report-rows.ts';
import { REPORT_SOURCES } from './sources.ts';

export interface MakeServices {
  readonly db: Db;
  readonly behaviours: Behaviours;
  readonly store: Store;
  /** Queues the delivery of a file that was made for a schedule, in the transaction in which it ends. */
  readonly orderDelivery: OrderFile;
  readonly log: Pick<FastifyBaseLogger, 'error'>;
}

/** Milliseconds between two signs of life. */
const BEAT = 2_000;

/** Nobody wants the file any more, or another attempt makes it. */
class NotOurs extends Error {}

interface Claimed extends FileRow {
  readonly run: string;
}

/** Makes a file that was ordered. One that another attempt has, that has ended or was removed is left alone. */
export async function makeReportFile(services: MakeServices, id: number): Promise<void> {
  const { db, log } = services;
  const file = await claim(db, id);
  if (!file) return;
  const work: Work = { isOurs: true };
  const beating = setInterval(() => {
    void beat(db, file, work).catch(() => undefined); // the database may be away for a moment; the end asks again who makes the file
  }, BEAT);
  try {
    await make(services, file, work);
  } catch (error) {
    if (error instanceof NotOurs) return;
    if (!(error instanceof ApiError)) log.error({ err: error, file: id }, 'a file of a report cannot be made');
    await db.kysely.transaction().execute(async (tx) => {
      await sql`
        update report_file set state = 'failed', run = null, reason = ${JSON.stringify(reasonOf(error))}::jsonb, ended_at = clock_timestamp()
        where id = ${id} and run = ${file.run}::uuid`.execute(tx);
      await services.orderDelivery(tx, { id });
    });
  } finally {
    clearInterval(beating);
  }
}

/** How far an attempt is. */
interface Work {
  isOurs: boolean;
  rows?: ReportRows;
  stream?: Readable;
}

const BROKEN: Label = {
  en: 'Something went wrong while this file was made. Please try again.',
  id: 'Terjadi kesalahan saat berkas ini dibuat. Silakan coba lagi.',
};

/** The message for the reader: a refusal names its parameters too. */
function reasonOf(error: unknown): Label {
  if (!(error instanceof ApiError)) return BROKEN;
  const names = Object.keys(error.details.errors ?? {}).join(', ');
  const { en, id } = error.label;
  return names === '' ? { en, id } : { en: `${en} (${names})`, id: `${id} (${names})` };
}

async function claim(db: Db, id: number): Promise<Claimed | undefined> {
  const { rows } = await sql<Claimed>`
    update report_file set state = 'running', run = gen_random_uuid(), attempts = attempts + 1, beat_at = clock_timestamp(), rows_done = 0
    where id = ${id} and state = 'queued' and attempts < 2 returning *`.execute(db.kysely);
  return rows[0];
}

async function readerOf(db: Db, { user_id, report }: FileRow): Promise<Actor> {
  const actor = await loadActorOf(db.kysely, user_id);
  if (!actor) throw fail('forbidden');
  requirePermission(actor, reportPermission(report));
  return actor;
}

async function make({ db, behaviours, store, orderDelivery }: MakeServices, file: Claimed, work: Work): Promise<void> {
  const { id, report, format, query, language, time_zone: timeZone, asked_at: now } = file;
  const actor = await readerOf(db, file);
  const known = await readReportColumns(db, report, language);
  const question = parseReportQuery(REPORT_SOURCES[report], known, query, { paging: false });
  const order = { report, known, question, actor, context: { now, timeZone }, language, most: Infinity };
  const table = reportTable(db, behaviours, order);
  const taken = {
    actorId: actor.userId,
    ip: null,
    requestId: `file ${id}`,
    key: report,
    columns: table.columns,
    format,
    query,
  };
  const rows = await table.open().catch((error: unknown) => {
    throw error instanceof StaleActor ? fail('forbidden', { message: NOT_IN_SIGHT }) : error;
  });
  const name = newFileName(format);
  try {
    work.rows = rows;
    const logId = await logExport(db, taken);
    const stream = await table.files[format]?.(rows);
    if (!stream) throw new Error(`${report} is not offered as ${format}`);
    work.stream = stream;
    if (!work.isOurs) throw new NotOurs();
    const bytes = await store.writeFrom(name, stream);
    await finish({ db, orderDelivery }, file, { name, bytes, rows: rows.count(), sight: sightOf(actor) });
    await logCount(db, logId, rows.count());
  } catch (error) {
    await store.remove(name).catch(() => undefined);
    throw work.isOurs ? error : new NotOurs();
  } finally {
    rows.close();
  }
}

/** Says that the attempt is at work, and how far it is; breaks it off where the file is not its own any more. */
async function beat(db: Db, { id, run }: Claimed, work: Work): Promise<void> {
  const { numAffectedRows } = await sql`
    update report_file set beat_at = clock_timestamp(), rows_total = ${work.rows?.sums.total ?? null}, rows_done = ${work.rows?.count() ?? 0}
    where id = ${id} and run = ${run}::uuid`.execute(db.kysely);
  if (numAffectedRows === 1n) return;
  work.isOurs = false;
  work.stream?.destroy(new NotOurs());
}

interface Written {
  readonly name: string;
  readonly bytes: number;
  readonly rows: number;
  readonly sight: Sight;
}

/** The file is whole: from here on it is there, if its reader may still see its rows. */
async function finish(
  { db, orderDelivery }: Pick<MakeServices, 'db' | 'orderDelivery'>,
  file: Claimed,
  { name, bytes, rows, sight }: Written,
): Promise<void> {
  const actor = await readerOf(db, file);
  if (!maySee(actor, { ...file, sight })) throw fail('forbidden', { message: NOT_IN_SIGHT });
  await db.kysely.transaction().execute(async (tx) => {
    const { numAffectedRows } = await sql`
      update report_file set state = 'done', run = null, name = ${name}, bytes = ${bytes}, rows_total = ${rows}, rows_done = ${rows},
        sight = ${JSON.stringify(sight)}::jsonb, ended_at = clock_timestamp()
      where id = ${file.id} and run = ${file.run}::uuid`.execute(tx);
    if (numAffectedRows !== 1n) throw new NotOurs();
    await nameFiles(tx, [name]);
    await orderDelivery(tx, { id: file.id });
  });
}
