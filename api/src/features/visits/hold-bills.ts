import { normalizeNumber } from '@innkeeper/contract';
import { sql } from 'kysely';
import { getIntegration } from '../../access/actor.ts';
import type { Values, WriteContext } from '../../engine/resources/resource-hooks.ts';
import type { ReadyRow, RejectRow } from '../../engine/resources/ready-row.ts';
import { runCheck } from '../../engine/resources/write-rows.ts';
import type { Write } from '../../engine/resources/write-services.ts';
import type { ApiError } from '../../platform/http/api-error.ts';
import {
  type KnownHeldPosting,
  ConcurrentHoldError,
  findBillRejection,
  findBills,
  findHeldPostings,
} from './known-bills.ts';
import { visitTexts } from '../../texts/visits.ts';

/*
 * Holds bills that cannot be posted to the member they name, if the system requests it. States:
 *
 * - waiting: until staff post it to a member and day of their choice, or the bill is posted in any other way
 * - posted: a visit exists. The database sets this state (resolve_held_postings), and resets it to waiting when that
 *   visit is deleted
 * - dismissed: staff decided not to post it. The same bill again changes nothing; a different bill under its number
 *   waits again
 *
 * A bill is held once, by the number that its visit would have. See
 * docs/decisions/0063-hold-unmatched-bills-until-a-visit-with-their-number-exists.md.
 */

export type HeldReason = 'unknown_card' | 'no_running_card' | 'merged_member';

/** A readable bill. `row` is its position in the batch, from 1. */
export interface Bill extends ReadyRow {
  readonly columns: Values;
}

/** A bill without a member, or whose member was merged: then `columns` has the surviving member. */
export interface UnmatchedBill extends Bill {
  readonly reason: HeldReason;
  /** The error of posting it; null if it could be posted but would not count. */
  readonly rejection: ApiError | null;
}

interface HoldInput {
  readonly hotelId: number;
  /** Bills whose member is known. */
  readonly bills: readonly Bill[];
  /** Rows of the bills that have a visit. */
  readonly matchedRows: ReadonlySet<number>;
  readonly unmatched: readonly UnmatchedBill[];
}

/** Holds the bills that cannot be posted as sent. Returns held postings by row: these rows are not posted. */
export async function holdBills(
  write: Write,
  { hotelId, bills, matchedRows, unmatched }: HoldInput,
  reject: RejectRow,
): Promise<ReadonlyMap<number, number>> {
  const { context } = write;
  const heldIds = new Map<number, number>();
  const knownPostings = await findHeldPostings(context.tx, hotelId, columnsOf(bills));
  // A decision of staff is not overridden: a system that sends the bill again gets it in the response.
  for (const [i, { row }] of bills.entries()) {
    const posting = knownPostings.get(i + 1);
    if (posting && posting.state !== 'waiting' && isUnchanged(posting)) heldIds.set(row, posting.id);
  }
  const unheldBills = bills.filter(({ row }) => !matchedRows.has(row) && !heldIds.has(row));
  const cardlessBills = await findCardlessBills(context, hotelId, unheldBills);
  const candidates = [
    ...unmatched,
    ...cardlessBills.map((bill): UnmatchedBill => ({ ...bill, reason: 'no_running_card', rejection: null })),
  ];
  const plannedRows = candidates.map((bill) => ({ ready: bill, columns: bill.columns, currentLinks: null }));
  const columnsByRow = new Map(
    (await runCheck(write, plannedRows, reject)).map(({ ready, columns }) => [ready.row, columns]),
  );
  const billsToHold = candidates.flatMap((bill): BillToHold[] => {
    const datedColumns = columnsByRow.get(bill.row);
    return datedColumns ? [{ ...bill, datedColumns }] : [];
  });
  await holdInRounds(write, hotelId, billsToHold, heldIds, reject);
  return heldIds;
}

/** A bill to hold, with its day filled in if it had none. */
interface BillToHold extends UnmatchedBill {
  readonly datedColumns: Values;
}

/** Holds the first bill of each number and compares the others with it. */
async function holdInRounds(
  write: Write,
  hotelId: number,
  bills: readonly BillToHold[],
  heldIds: Map<number, number>,
  reject: RejectRow,
): Promise<void> {
  if (bills.length === 0) return;
  const { tx } = write.context;
  const firstBills = selectFirstOfEachNumber(bills);
  const heldPostings = await findHeldPostings(tx, hotelId, columnsOf(firstBills));
  const postedBills = await findBills(tx, hotelId, columnsOf(firstBills));
  const newPostings: BillToHold[] = [];
  for (const [i, bill] of firstBills.entries()) {
    const heldPosting = heldPostings.get(i + 1);
    const rejection = heldPosting && findBillRejection(heldPosting, visitTexts.heldDifferently);
    if (heldPosting && !rejection) heldIds.set(bill.row, heldPosting.id);
    else if (rejection && heldPosting?.state !== 'dismissed') reject(bill.row, rejection);
    // Staff posted it themselves, so nothing is lost.
    else if (postedBills.has(i + 1) && bill.rejection) reject(bill.row, bill.rejection);
    else newPostings.push(bill);
  }
  await storePostings(write, newPostings, heldIds);
  const rows = new Set(firstBills.map(({ row }) => row));
  await holdInRounds(
    write,
    hotelId,
    bills.filter(({ row }) => !rows.has(row)),
    heldIds,
    reject,
  );
}

/** Stores held postings. One that was dismissed with other content waits again. */
async function storePostings(
  { context }: Write,
  bills: readonly BillToHold[],
  heldIds: Map<number, number>,
): Promise<void> {
  if (bills.length === 0) return;
  const { id } = getIntegration(context.actor);
  const records = bills.map(({ row, reason, datedColumns }) => ({ ...datedColumns, n: row, reason }));
  const { rows } = await sql<{ id: number; reference_no: string }>`
    with bill as materialized (
      select b.n, b.reason, b.reference_no, b.hotel_id, b.card_no, b.member_id, b.visit_date,
             coalesce(b.total_fb, 0) as total_fb,
             coalesce(b.total_room, 0) as total_room, coalesce(b.total_others, 0) as total_others, n.currency,
             b.staff_name, b.remark
      from json_to_recordset(${JSON.stringify(records)}::json) as b (n integer, reason text, reference_no text,
        hotel_id bigint, card_no text, member_id bigint,
        visit_date timestamptz, total_fb numeric, total_room numeric, total_others numeric, staff_name text,
        remark text)
      join hotel h on h.id = b.hotel_id join country n on n.id = h.country_id
    ), reopened as (
      update held_posting h
      set (state, dismiss_reason, reason, reference_no, card_no, member_id, visit_date, total_fb, total_room,
          total_others, staff_name, remark, integration_id)
        = row('waiting', null, b.reason, b.reference_no, b.card_no, b.member_id, b.visit_date, b.total_fb, b.total_room,
            b.total_others, b.staff_name, b.remark, ${id})
      from bill b
      where h.hotel_id = b.hotel_id and normalize_text(h.reference_no) = normalize_text(b.reference_no)
        and h.deleted_at is null and h.state = 'dismissed'
      returning h.id, h.reference_no
    ), inserted as (
      insert into held_posting (reason, reference_no, hotel_id, card_no, member_id, visit_date, total_fb, total_room,
          total_others, currency, staff_name, remark, integration_id)
      select b.reason, b.reference_no, b.hotel_id, b.card_no, b.member_id, b.visit_date, b.total_fb, b.total_room,
        b.total_others, b.currency, b.staff_name, b.remark, ${id}
      from bill b
      where not exists (
        select from held_posting h where h.hotel_id = b.hotel_id
          and normalize_text(h.reference_no) = normalize_text(b.reference_no) and h.deleted_at is null)
      order by b.n
      on conflict do nothing
      returning id, reference_no
    )
    select id, reference_no from reopened union all select id, reference_no from inserted`.execute(context.tx);
  // Another transaction held one at the same moment: retry, so that it is compared.
  if (rows.length < bills.length) throw new ConcurrentHoldError();
  const ids = new Map(rows.map((row) => [row.reference_no, row.id]));
  for (const { row, datedColumns } of bills) heldIds.set(row, ids.get(String(datedColumns.reference_no)) ?? 0);
}

const columnsOf = (bills: readonly Bill[]): Values[] => bills.map(({ columns }) => columns);
const isUnchanged = (posting: KnownHeldPosting): boolean => findBillRejection(posting) === undefined;

/** The first bill of each normalized number; the others are compared with its visit. Sorted, to avoid deadlocks. */
export function selectFirstOfEachNumber<B extends Bill>(bills: readonly B[]): B[] {
  const firstByNumber = new Map<string, B>();
  for (const bill of bills) {
    const number = normalizeNumber(String(bill.values.reference_no));
    if (!firstByNumber.has(number)) firstByNumber.set(number, bill);
  }
  return [...firstByNumber].toSorted(([a], [b]) => (a < b ? -1 : 1)).map(([, bill]) => bill);
}

/** Bills whose member has no running card on their day, in the hotel's local days. */
async function findCardlessBills({ tx, now }: WriteContext, hotelId: number, bills: readonly Bill[]): Promise<Bill[]> {
  if (bills.length === 0) return [];
  const { rows } = await sql<{ n: number }>`
    select b.n::integer
    from unnest(${bills.map(({ columns }) => columns.member_id)}::bigint[],
        ${bills.map(({ columns }) => columns.visit_date ?? now)}::timestamptz[])
      with ordinality b (member_id, at, n)
    cross join (select effective_time_zone(${hotelId}) as zone) h
    where not exists (
      select from member_card c where c.member_id = b.member_id and c.deleted_at is null and c.is_active
        and (b.at at time zone h.zone)::date between c.start_date and c.end_date)`.execute(tx);
  const cardlessRows = new Set(rows.map(({ n }) => n));
  return bills.filter((_, i) => cardlessRows.has(i + 1));
}

/** Final merge targets of a hotel's members, by member id. Members that were not merged are left out. */
export async function readMergeTargets(
  { tx }: WriteContext,
  hotelId: number,
  ids: readonly number[],
): Promise<ReadonlyMap<number, number>> {
  if (ids.length === 0) return new Map();
  const { rows } = await sql<{ id: number; into_id: number }>`
    with recursive merged as (
      select m.id, m.merged_into_id as into_id from member m
      where m.id = any(${ids}::bigint[]) and m.merged_into_id is not null
        and ${hotelId} in (m.hotel_id, m.register_hotel_id)
      union all
      select g.id, m.merged_into_id from merged g join member m on m.id = g.into_id where m.merged_into_id is not null)
    select g.id, g.into_id from merged g join member m on m.id = g.into_id where m.deleted_at is null`.execute(tx);
  return new Map(rows.map(({ id, into_id }) => [id, into_id]));
}
