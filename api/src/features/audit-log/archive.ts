import { createHash, randomBytes } from 'node:crypto';
import { Readable, Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { StringDecoder } from 'node:string_decoder';
import { createGunzip, createGzip } from 'node:zlib';
import { type Connection, type Db, lockTimeoutSql } from '@innkeeper/db';
import type { Store } from '../../platform/files/store.ts';

/*
 * A month of the audit log on its way to the archive:
 *
 *   a partition --written to a file, which is read back and compared--> a partition and a file
 *   --one transaction records the file and drops the partition--> a file
 *
 * A crash before that transaction commits leaves the partition, and a file that nothing refers to. Each attempt writes
 * a file of its own. See docs/decisions/0124-partition-the-audit-log-by-month.md.
 */

/** Entries that are read or written at once. */
const BATCH_SIZE = 2_000;

/** A file of entries: a JSON object on each line, in the order of their ids, compressed with gzip. */
interface ArchiveFile {
  readonly lines: number;
  /** Of the compressed file. */
  readonly bytes: number;
  readonly sha256: string;
  /** SHA-256 of its content. */
  readonly contentHash: string;
}

/**
 * Archives the oldest partition that ended at least so many months ago.
 *
 * @returns the name of its file; undefined if there is none, or another process is archiving
 * @throws if the file differs from the partition, or the store fails; the partition then remains
 */
export async function archiveOldestMonth(db: Db, store: Store, months: number): Promise<string | undefined> {
  return runExclusively(db, async (connection) => {
    const partition = await readValue<string | null>(connection, 'select find_archivable_partition($1) as value', [
      months,
    ]);
    if (partition === null) return undefined;
    const name = `${partition.replaceAll('_', '-')}-${randomBytes(4).toString('hex')}.ndjson.gz`;
    try {
      const written = await writeFile(store, name, readLines(connection, partition));
      const stored = await readFile(store, name);
      if (JSON.stringify(stored) !== JSON.stringify(written))
        throw new Error(`The file ${name} differs from the partition ${partition} after it was written`);
      await connection.query({
        text: `select archive_log_partition($1, $2, $3, $4, decode($5, 'hex'))`,
        values: [partition, name, stored.lines, stored.bytes, stored.sha256],
      });
    } catch (error) {
      await store.remove(name).catch(() => undefined);
      throw error;
    }
    return name;
  });
}

/** An archived month that can be brought back. */
interface ArchivedMonth extends Record<string, unknown> {
  readonly id: number;
  readonly file: string;
  readonly sha256: string;
  readonly lines: number;
}

/**
 * Brings the newest archived month back into the log. Its file remains.
 *
 * @returns the name of its file; undefined if no month is in the archive, or another process is archiving
 * @throws if the file is missing or is not the one that was archived
 */
export async function restoreNewestMonth(db: Db, store: Store): Promise<string | undefined> {
  return runExclusively(db, async (connection) => {
    const { rows } = await connection.query<ArchivedMonth>({
      text: `select id, file, encode(sha256, 'hex') as sha256, lines from log_archive where restored_at is null
        order by ends_at desc limit 1`,
    });
    const [month] = rows;
    if (!month) return undefined;
    const stored = await readFile(store, month.file);
    if (stored.sha256 !== month.sha256) throw new Error(`The file ${month.file} is not the one that was archived`);
    const table = `audit_log_restored_${month.id}`;
    await connection.query({ text: `select create_log_table('${table}')` });
    await connection.query({ text: `grant insert on ${table} to current_user` });
    let batch: string[] = [];
    const insertBatch = async () => {
      await connection.query({
        text: `insert into ${table} select * from jsonb_populate_recordset(null::audit_log, $1::jsonb)`,
        values: [`[${batch.join(',')}]`],
      });
      batch = [];
    };
    await readFile(store, month.file, async (line) => {
      batch.push(line);
      if (batch.length === BATCH_SIZE) await insertBatch();
    });
    await insertBatch();
    await connection.query({ text: 'select restore_log_archive($1, $2)', values: [month.id, table] });
    return month.file;
  });
}

/**
 * Runs work in one transaction without time limits, while no other process does. Uploads may leave the connection idle
 * for minutes.
 */
async function runExclusively<T>(db: Db, work: (connection: Connection) => Promise<T>): Promise<T | undefined> {
  const connection = await db.connect();
  try {
    await connection.query({ text: 'begin' });
    await connection.query({
      text: `select ${lockTimeoutSql('unbounded')}, set_config('idle_in_transaction_session_timeout', '0', true),
        set_config('timezone', 'UTC', true)`,
    });
    const isAlone = await readValue<boolean>(
      connection,
      `select pg_try_advisory_xact_lock(hashtext('log_archive')) as value`,
    );
    const result = isAlone ? await work(connection) : undefined;
    await connection.query({ text: 'commit' });
    connection.release();
    return result;
  } catch (error) {
    connection.release(true); // closing the connection rolls back
    throw error;
  }
}

async function readValue<T>(connection: Connection, text: string, values: readonly unknown[] = []): Promise<T> {
  const { rows } = await connection.query<{ value: T }>({ text, values: [...values] });
  const [row] = rows;
  if (!row) throw new Error('No row was returned');
  return row.value;
}

/** The lines of a partition, in order. */
async function* readLines(connection: Connection, partition: string): AsyncGenerator<string> {
  let lastId = '-1';
  for (;;) {
    const { rows } = await connection.query<{ id: string; line: string }>({
      text: `select id::text, to_jsonb(o)::text as line from "${partition}" o where o.id > $1 order by o.id limit ${BATCH_SIZE}`,
      values: [lastId],
    });
    for (const { line } of rows) yield `${line}\n`;
    const lastRow = rows.at(-1);
    if (!lastRow) return;
    lastId = lastRow.id;
  }
}

/** Passes chunks on, and computes their size and hash. */
function createMeter() {
  const hash = createHash('sha256');
  let bytes = 0;
  let lines = 0;
  const stream = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      hash.update(chunk);
      bytes += chunk.length;
      for (const byte of chunk) if (byte === NEWLINE) lines += 1;
      done(null, chunk);
    },
  });
  return { stream, read: () => ({ bytes, lines, hash: hash.digest('hex') }) };
}
const NEWLINE = 10;

const describeFile = (
  content: { readonly lines: number; readonly hash: string },
  file: { readonly bytes: number; readonly hash: string },
): ArchiveFile => ({ lines: content.lines, bytes: file.bytes, sha256: file.hash, contentHash: content.hash });

async function writeFile(store: Store, name: string, content: AsyncIterable<string>): Promise<ArchiveFile> {
  const [contentMeter, fileMeter] = [createMeter(), createMeter()];
  const compression = pipeline(Readable.from(content), contentMeter.stream, createGzip(), fileMeter.stream);
  await Promise.all([compression, store.writeFrom(name, fileMeter.stream)]);
  return describeFile(contentMeter.read(), fileMeter.read());
}

/** Reads a file, each line after the other, and measures it. */
async function readFile(
  store: Store,
  name: string,
  onLine: (line: string) => Promise<void> = async () => {},
): Promise<ArchiveFile> {
  const file = await store.open(name);
  if (!file) throw new Error(`The file ${name} is not in the store`);
  const [contentMeter, fileMeter] = [createMeter(), createMeter()];
  await pipeline(file.content, fileMeter.stream, createGunzip(), contentMeter.stream, async (content) => {
    for await (const line of splitLines(content)) await onLine(line);
  });
  return describeFile(contentMeter.read(), fileMeter.read());
}

/** Splits at line feeds only. Other separators, such as U+2028, may be part of a value. */
async function* splitLines(content: AsyncIterable<Buffer>): AsyncGenerator<string> {
  const decoder = new StringDecoder('utf8');
  let rest = '';
  for await (const chunk of content) {
    const lines = (rest + decoder.write(chunk)).split('\n');
    rest = lines.pop() ?? '';
    yield* lines;
  }
}
