import { message, resources } from '@innkeeper/contract';
import type { BatchLine } from '@innkeeper/contract/calls';
import { sql } from 'kysely';
import { writeRows } from '../../engine/import-export/import-write.ts';
import { allowedTargetsSql } from '../../engine/resources/member-lookups.ts';
import type { Reject } from '../../engine/resources/ready-row.ts';
import { createSource } from '../../engine/resources/source.ts';
import type { Write } from '../../engine/resources/write-services.ts';
import type { Body } from '../../platform/http/body.ts';
import { type ApiError, invalid } from '../../platform/http/api-error.ts';
import type { Outbox } from '../../platform/mail/outbox.ts';
import { type KnownBill, billRejection, findBills } from './known-bills.ts';
import { type Bill, firstOfEachNumber, holdBills } from './hold-bills.ts';
import { readBills } from './read-bills.ts';

/*
 * Posts the bills of a hotel's own system, one or a night's. Each has its own result: created, existing, held, or
 * rejected with its error; one error does not stop the others. All are read, evaluated and written by a few statements,
 * regardless of their number.
 */

/** The result of a bill: its visit, its held posting, or its error. */
export interface Posted {
  readonly visitId: number | null;
  readonly isNew: boolean;
  readonly held: BatchLine['held'];
  readonly rejection: ApiError | null;
}

/**
 * Posts the bills of a hotel that do not exist yet; with `hold`, holds those that cannot be posted. Returns one result
 * per bill.
 */
export async function postBills(
  write: Write,
  outbox: Outbox,
  hotelId: number,
  bodies: readonly (Body | undefined)[],
  hold: boolean,
): Promise<Posted[]> {
  const { tx } = write.context;
  const rejections = new Map<number, ApiError>();
  const reject: Reject = (row, error) => void (rejections.has(row) || rejections.set(row, error));
  const read = await readBills(write, hotelId, bodies, { hold, reject });
  const bills = await lockBillMembers(write, read.bills, reject);
  const columns = bills.map((bill) => bill.columns);
  const before = await findBills(tx, hotelId, columns);
  const matchedRows = new Set(bills.filter((_, i) => before.has(i + 1)).map(({ row }) => row));
  const held = hold ? await holdBills(write, { hotelId, bills, matchedRows, unmatched: read.unmatched }, reject) : NONE;
  const isNewBill = ({ row }: Bill) => !matchedRows.has(row) && !held.has(row) && !rejections.has(row);
  const newBills = firstOfEachNumber(bills.filter(isNewBill));
  await writeRows(write, newBills, reject);
  const after = await findBills(tx, hotelId, columns);
  const made = new Set(newBills.filter(({ row }) => !rejections.has(row)).map(({ row }) => row));
  const visits = new Map(bills.flatMap(({ row }, i): [number, KnownBill][] => entryOf(row, after.get(i + 1))));
  const created = [...made].flatMap((row) => visits.get(row)?.id ?? []);
  if (created.length > 0)
    await outbox(
      tx,
      created.map((visitId) => ({ mailType: 'visit-thank-you', about: { visitId } })),
    );
  const storedPostings = await readStoredPostings(write, [...held.values()]);
  return bodies.map((_, i): Posted => {
    const row = i + 1;
    const nothing = { visitId: null, isNew: false, held: null, rejection: null };
    const one = storedPostings.get(held.get(row) ?? 0);
    if (one) return one.visitId === null ? { ...nothing, held: one.posting } : { ...nothing, visitId: one.visitId };
    const visit = visits.get(row);
    if (visit && made.has(row)) return { ...nothing, visitId: visit.id, isNew: true };
    const rejection = visit ? billRejection(visit) : (rejections.get(row) ?? invalid({}));
    return rejection ? { ...nothing, rejection } : { ...nothing, visitId: visit?.id ?? null };
  });
}

const NONE: ReadonlyMap<number, number> = new Map();
const entryOf = <T>(row: number, value: T | undefined): [number, T][] => (value === undefined ? [] : [[row, value]]);

/**
 * Locks the members of the bills until the transaction ends. Rejects bills of members that this system cannot use:
 * those of other hotels that it never looked up.
 *
 * Of two files with the same bills, the second waits here and finds the posted ones, so it need not split its batch;
 * bills of other members go on. Members are locked in one order to avoid deadlocks.
 */
async function lockBillMembers(
  { context, services }: Write,
  bills: readonly Bill[],
  reject: Reject,
): Promise<readonly Bill[]> {
  const f = resources.visit.fields.member_id;
  const source = createSource(resources.member, services.hooksByResource);
  const condition = allowedTargetsSql(context, services.hooksByResource, f, source) ?? sql`true`;
  const memberIds = [...new Set(bills.map(({ values }) => Number(values.member_id)))];
  const { rows } = await sql<{ id: number }>`
    select t.id from ${sql.raw(source.from())} where t.id = any(${memberIds}::bigint[]) and t.deleted_at is null
      and ${condition}
    order by t.id for no key update of t`.execute(context.tx);
  const seen = new Set(rows.map(({ id }) => id));
  return bills.filter(({ row, values }) => {
    const isSeen = seen.has(Number(values.member_id));
    if (!isSeen) reject(row, invalid({ member_id: [message('reference')] }));
    return isSeen;
  });
}

interface StoredPosting {
  readonly visitId: number | null;
  readonly posting: NonNullable<Posted['held']>;
}

/** Held postings as a batch returns them, with the visits they were posted as. */
async function readStoredPostings(
  { context }: Write,
  ids: readonly number[],
): Promise<ReadonlyMap<number, StoredPosting>> {
  if (ids.length === 0) return new Map();
  const { rows } = await sql<StoredPosting['posting'] & { visit_id: number | null }>`
    select id, state, reason, visit_id from held_posting where id = any(${ids}::bigint[])`.execute(context.tx);
  return new Map(rows.map(({ visit_id, ...posting }) => [posting.id, { visitId: visit_id, posting }]));
}
