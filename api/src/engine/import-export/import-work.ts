import { type ImportResult, message } from '@innkeeper/contract';
import { sql } from 'kysely';
import type { ApiError } from '../../platform/http/api-error.ts';
import type { UploadedFile } from '../../platform/http/uploaded-file.ts';
import { checkRows } from '../resources/check-rows.ts';
import type { ReadyRow, RejectRow } from '../resources/ready-row.ts';
import { editLock, lockRows } from '../resources/row-locks.ts';
import { createUniqueCheck } from '../resources/row-unique.ts';
import { writeRows } from '../resources/write-rows.ts';
import type { Write } from '../resources/write-services.ts';
import type { ImportCall, ParsedFile } from './import-call.ts';
import { confirmOtherPersons, findChangingRows } from './import-changes.ts';
import { readRows } from './import-rows.ts';

export interface ImportOutcome {
  readonly created: number;
  readonly updated: number;
  /** Errors of rejected rows, by row number. */
  readonly rejected: ReadonlyMap<number, ApiError>;
  readonly changingRows: ReturnType<typeof findChangingRows>;
}

/** Whether the accepted rows are to be written: all rows, or some if the caller leaves out the rejected ones. */
export const isAccepted = ({ skipsRejected }: ImportCall, { created, updated, rejected }: ImportOutcome): boolean =>
  rejected.size === 0 || (skipsRejected && created + updated > 0);

/** Checks all rows before any lock is taken; writes nothing if a row is rejected, unless those rows are to be skipped. */
export async function importRows(write: Write, file: ParsedFile, wantsConfirmation = false): Promise<ImportOutcome> {
  const { context } = write;
  const rejected = new Map<number, ApiError>();
  const reject: RejectRow = (row, error) => void rejected.set(row, error);
  const checkWrite = { ...write, context: { ...context, isDryRun: true } };
  const checkedRows = await checkImportRows(checkWrite, file, rejected, reject);
  const isWritten = () => !context.isDryRun && (rejected.size === 0 || file.skipsRejected);
  const rows = isWritten() ? await lockImportRows(write, file, checkedRows, rejected, reject) : checkedRows;
  const changingRows = findChangingRows(write, rows);
  if (isWritten()) {
    if (wantsConfirmation) confirmOtherPersons(write, changingRows);
    await writeRows({ ...write, context: { ...context, isImport: true } }, rows, reject);
  }
  const acceptedRows = rows.filter(({ row }) => !rejected.has(row));
  const created = acceptedRows.filter(({ before }) => before === null).length;
  return { created, updated: acceptedRows.length - created, rejected, changingRows };
}

/** Returns the rows that pass all checks. Looks for taken values of a batch while the next one is read. */
async function checkImportRows(
  write: Write,
  file: ParsedFile,
  rejected: ReadonlyMap<number, ApiError>,
  reject: RejectRow,
): Promise<readonly ReadyRow[]> {
  const rejectTaken = createUniqueCheck(write, reject, (row) => message('duplicate_of_row', row));
  const uniqueRows: ReadyRow[] = [];
  const checkBatch = async (batch: readonly ReadyRow[]): Promise<void> => {
    uniqueRows.push(...(await rejectTaken(batch)));
  };
  let pendingCheck = Promise.resolve();
  for await (const batch of readRows(write, file.inputRows, file, reject)) {
    await pendingCheck;
    pendingCheck = checkBatch(batch);
    pendingCheck.catch(() => undefined); // awaited after the next batch is read
  }
  await pendingCheck;
  await rejectTaken(await checkRows(write, uniqueRows, reject));
  return uniqueRows.filter(({ row }) => !rejected.has(row));
}

/** Locks the records to change. A row whose record changed since it was checked is checked again. */
async function lockImportRows(
  write: Write,
  file: ParsedFile,
  rows: readonly ReadyRow[],
  rejected: ReadonlyMap<number, ApiError>,
  reject: RejectRow,
): Promise<readonly ReadyRow[]> {
  const { context, services, d } = write;
  const ids = rows.flatMap(({ before }) => before?.id ?? []);
  if (ids.length === 0) return rows;
  const lockedRows = await lockRows(context, services.hooksByResource, d, ids, editLock(d));
  const versions = new Map(lockedRows.map(({ id, version }) => [id, version]));
  const isStale = ({ before }: ReadyRow) => before !== null && versions.get(before.id) !== before.version;
  const staleRows = new Set(rows.filter(isStale).map(({ row }) => row));
  if (staleRows.size === 0) return rows;
  const staleFile = { ...file, inputRows: file.inputRows.filter(({ row }) => staleRows.has(row)) };
  return [
    ...rows.filter(({ row }) => !staleRows.has(row)),
    ...(await checkImportRows(write, staleFile, rejected, reject)),
  ];
}

/** Stores what was imported, so that it can be listed and undone. */
export async function logImport(
  { context, d }: Write,
  file: ParsedFile,
  outcome: ImportOutcome,
  requestId: string,
): Promise<ImportResult> {
  const { created, updated } = outcome;
  const rows = file.inputRows.length;
  const { rows: insertedRows } = await sql<{ id: number }>`
    insert into import_run (at, actor_id, request_id, resource, file_name, rows, created, updated)
    values (${context.now}, ${context.actor.userId}, ${requestId}, ${d.key}, ${cleanFileName(file.file)}, ${rows}, ${created}, ${updated})
    returning id`.execute(context.tx);
  return { id: insertedRows[0]?.id ?? 0, rows, created, updated, rejected: outcome.rejected.size };
}

/** A file's name without characters that break a database or a screen. */
const cleanFileName = ({ filename }: UploadedFile): string =>
  filename
    .toWellFormed()
    .replace(/\p{Cc}/gu, '')
    .slice(0, 255);
