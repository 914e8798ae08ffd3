import { message, resources } from '@innkeeper/contract';
import type { BatchLine } from '@innkeeper/contract/calls';
import { sql } from 'kysely';
import { writeRows } from '../../engine/resources/write-rows.ts';
import { allowedTargetsSql } from '../../engine/resources/number-lookups.ts';
import type { RejectRow } from '../../engine/resources/ready-row.ts';
import { createSource } from '../../engine/resources/source.ts';
import type { Write } from '../../engine/resources/write-services.ts';
import type { Body } from '../../platform/http/body.ts';
import { type ApiError, validationError } from '../../platform/http/api-error.ts';
import { type KnownBill, findBillRejection, findBills } from './known-bills.ts';
import { type Bill, selectFirstOfEachNumber, holdBills } from './hold-bills.ts';
import { readBills } from './read-bills.ts';

/*
 * Posts the bills of a hotel's own system, a single one or a night's batch. Each has its own result: created, existing,
 * held, or rejected with its error; one error does not stop the others. All are read, evaluated and written by a few
 * statements, regardless of their number.
 */

/** The result of a bill: its visit, its held posting, or its error. */
export interface PostResult {
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
  hotelId: number,
  bodies: readonly (Body | undefined)[],
  hold: boolean,
): Promise<PostResult[]> {
  const { tx } = write.context;
  const rejections = new Map<number, ApiError>();
  const reject: RejectRow = (row, error) => void (rejections.has(row) || rejections.set(row, error));
  const parsed = await readBills(write, hotelId, bodies, { hold, reject });
  const bills = await lockBillMembers(write, parsed.bills, reject);
  const columns = bills.map((bill) => bill.columns);
  const existingBills = await findBills(tx, hotelId, columns);
  const matchedRows = new Set(bills.filter((_, i) => existingBills.has(i + 1)).map(({ row }) => row));
  const heldIdByRow = hold
    ? await holdBills(write, { hotelId, bills, matchedRows, unmatched: parsed.unmatched }, reject)
    : NO_HELD_POSTINGS;
  const isNewBill = ({ row }: Bill) => !matchedRows.has(row) && !heldIdByRow.has(row) && !rejections.has(row);
  const newBills = selectFirstOfEachNumber(bills.filter(isNewBill));
  const [created, ...otherCreated] = await writeRows(write, newBills, reject);
  const isOnlyBill = bills.length === 1 && otherCreated.length === 0;
  const postedBills: ReadonlyMap<number, KnownBill> =
    isOnlyBill && created
      ? new Map([[1, { n: 1, id: created.id, differences: {} }]])
      : await findBills(tx, hotelId, columns);
  const createdRows = new Set(newBills.filter(({ row }) => !rejections.has(row)).map(({ row }) => row));
  const visitByRow = new Map(
    bills.flatMap(({ row }, i): [number, KnownBill][] => toEntries(row, postedBills.get(i + 1))),
  );
  const storedPostings = await readStoredPostings(write, [...heldIdByRow.values()]);
  return bodies.map((_, i): PostResult => {
    const row = i + 1;
    const emptyResult = { visitId: null, isNew: false, held: null, rejection: null };
    const storedPosting = storedPostings.get(heldIdByRow.get(row) ?? 0);
    if (storedPosting)
      return storedPosting.visitId === null
        ? { ...emptyResult, held: storedPosting.posting }
        : { ...emptyResult, visitId: storedPosting.visitId };
    const visit = visitByRow.get(row);
    if (visit && createdRows.has(row)) return { ...emptyResult, visitId: visit.id, isNew: true };
    const rejection = visit ? findBillRejection(visit) : (rejections.get(row) ?? validationError({}));
    return rejection ? { ...emptyResult, rejection } : { ...emptyResult, visitId: visit?.id ?? null };
  });
}

const NO_HELD_POSTINGS: ReadonlyMap<number, number> = new Map();
const toEntries = <T>(row: number, value: T | undefined): [number, T][] => (value === undefined ? [] : [[row, value]]);

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
  reject: RejectRow,
): Promise<readonly Bill[]> {
  const memberField = resources.visit.fields.member_id;
  const source = createSource(resources.member, services.hooksByResource);
  const condition = allowedTargetsSql(context, services.hooksByResource, memberField, source) ?? sql`true`;
  const memberIds = [...new Set(bills.map(({ values }) => Number(values.member_id)))];
  const { rows } = await sql<{ id: number }>`
    select t.id from ${sql.raw(source.from())} where t.id = any(${memberIds}::bigint[]) and t.deleted_at is null
      and ${condition}
    order by t.id for no key update of t`.execute(context.tx);
  const allowedIds = new Set(rows.map(({ id }) => id));
  return bills.filter(({ row, values }) => {
    const isAllowed = allowedIds.has(Number(values.member_id));
    if (!isAllowed) reject(row, validationError({ member_id: [message('reference')] }));
    return isAllowed;
  });
}

interface StoredPosting {
  readonly visitId: number | null;
  readonly posting: NonNullable<PostResult['held']>;
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
