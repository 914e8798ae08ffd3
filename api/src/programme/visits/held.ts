import { foldedNumber } from '@innkeeper/contract';
import { sql } from 'kysely';
import { integrationOf } from '../../access/actor.ts';
import type { Values, WriteContext } from '../../engine/resources/behaviour.ts';
import type { ReadyRow, Refuse } from '../../engine/resources/ready-row.ts';
import { askedTogether } from '../../engine/resources/row-hooks.ts';
import type { Write } from '../../engine/resources/write-services.ts';
import type { ApiError } from '../../platform/http/fail.ts';
import { HELD_OTHERWISE, type KnownHeld, HeldMeanwhile, billRefusal, findBills, findHeld } from './bills.ts';

/*
 * Bills that cannot be posted to the member whom they name, and that are held where the system asks for it:
 *
 * waiting    until staff post it, to the member and the day that they say, or until the bill is posted in any other way
 *   posted     there is a visit; the database says so (settle_held), and that it waits again when that visit is deleted
 *   dismissed  staff have decided that it will be none; the same bill again changes nothing, another one under its number waits anew
 *
 * A bill is held once, by the number that its visit would have. See docs/decisions/0063-held-postings.md.
 */

export type HeldReason = 'unknown_card' | 'no_running_card' | 'merged_member';

/** A bill that could be read. `row` is its place in the batch, from 1. */
export interface Bill extends ReadyRow {
  readonly columns: Values;
}

/** A bill that leads to no member, or to one who was merged: then `columns` has the member into whom. */
export interface Unplaced extends Bill {
  readonly reason: HeldReason;
  /** The answer to posting it; null where it could be posted, and would not count. */
  readonly refusal: ApiError | null;
}

interface Holding {
  readonly hotelId: number;
  /** The bills whose member is known. */
  readonly bills: readonly Bill[];
  /** The rows of those that have a visit. */
  readonly known: ReadonlySet<number>;
  readonly unplaced: readonly Unplaced[];
}

/** Holds bills that cannot be posted as they came. Returns the held postings that answer rows, by row: these are not posted. */
export async function holdBills(
  write: Write,
  { hotelId, bills, known, unplaced }: Holding,
  refuse: Refuse,
): Promise<ReadonlyMap<number, number>> {
  const { context } = write;
  const answers = new Map<number, number>();
  const before = await findHeld(context.tx, hotelId, columnsOf(bills));
  // A decision of staff about a bill stands, and a system that sends it again hears of it.
  for (const [i, { row }] of bills.entries()) {
    const held = before.get(i + 1);
    if (held && held.state !== 'waiting' && isSame(held)) answers.set(row, held.id);
  }
  const open = bills.filter(({ row }) => !known.has(row) && !answers.has(row));
  const cardless = await withoutCard(context, hotelId, open);
  const candidates = [
    ...unplaced,
    ...cardless.map((bill): Unplaced => ({ ...bill, reason: 'no_running_card', refusal: null })),
  ];
  const wanted = candidates.map((bill) => ({ ready: bill, columns: bill.columns }));
  const judged = new Map(
    (await askedTogether(write, wanted, refuse)).map(({ ready, columns }) => [ready.row, columns]),
  );
  const toHold = candidates.flatMap((bill): ToHold[] => {
    const dated = judged.get(bill.row);
    return dated ? [{ ...bill, dated }] : [];
  });
  await holdEach(write, hotelId, toHold, answers, refuse);
  return answers;
}

/** A bill that is to be held. Its day is filled in, where it said none. */
interface ToHold extends Unplaced {
  readonly dated: Values;
}

/** Among several bills with one number the first is held; the others are compared with it. */
async function holdEach(
  write: Write,
  hotelId: number,
  bills: readonly ToHold[],
  answers: Map<number, number>,
  refuse: Refuse,
): Promise<void> {
  if (bills.length === 0) return;
  const { tx } = write.context;
  const firsts = firstOfEach(bills);
  const held = await findHeld(tx, hotelId, columnsOf(firsts));
  const posted = await findBills(tx, hotelId, columnsOf(firsts));
  const news: ToHold[] = [];
  for (const [i, bill] of firsts.entries()) {
    const one = held.get(i + 1);
    const other = one && billRefusal(one, HELD_OTHERWISE);
    if (one && !other) answers.set(bill.row, one.id);
    else if (other && one?.state !== 'dismissed') refuse(bill.row, other);
    // Staff have posted it by themselves; nothing of it is lost.
    else if (posted.has(i + 1) && bill.refusal) refuse(bill.row, bill.refusal);
    else news.push(bill);
  }
  await keep(write, news, answers);
  const rows = new Set(firsts.map(({ row }) => row));
  await holdEach(
    write,
    hotelId,
    bills.filter(({ row }) => !rows.has(row)),
    answers,
    refuse,
  );
}

/** Writes held postings down; one that was dismissed with other content waits anew. */
async function keep({ context }: Write, bills: readonly ToHold[], answers: Map<number, number>): Promise<void> {
  if (bills.length === 0) return;
  const { id } = integrationOf(context.actor);
  const records = bills.map(({ row, reason, dated }) => ({ ...dated, n: row, reason }));
  const { rows } = await sql<{ id: number; reference_no: string }>`
    with bill as materialized (
      select b.n, b.reason, b.reference_no, b.hotel_id, b.card_no, b.member_id, b.visit_date, coalesce(b.total_fb, 0) as total_fb,
             coalesce(b.total_room, 0) as total_room, coalesce(b.total_others, 0) as total_others, n.currency, b.staff_name, b.remark
      from json_to_recordset(${JSON.stringify(records)}::json) as b (n integer, reason text, reference_no text, hotel_id bigint, card_no text, member_id bigint,
        visit_date timestamptz, total_fb numeric, total_room numeric, total_others numeric, staff_name text, remark text)
      join hotel h on h.id = b.hotel_id join country n on n.id = h.country_id
    ), again as (
      update held_posting h
      set (state, dismiss_reason, reason, reference_no, card_no, member_id, visit_date, total_fb, total_room, total_others, staff_name, remark, integration_id)
        = row('waiting', null, b.reason, b.reference_no, b.card_no, b.member_id, b.visit_date, b.total_fb, b.total_room, b.total_others, b.staff_name, b.remark, ${id})
      from bill b
      where h.hotel_id = b.hotel_id and folded(h.reference_no) = folded(b.reference_no) and h.deleted_at is null and h.state = 'dismissed'
      returning h.id, h.reference_no
    ), made as (
      insert into held_posting (reason, reference_no, hotel_id, card_no, member_id, visit_date, total_fb, total_room, total_others, currency, staff_name, remark, integration_id)
      select b.reason, b.reference_no, b.hotel_id, b.card_no, b.member_id, b.visit_date, b.total_fb, b.total_room, b.total_others, b.currency, b.staff_name, b.remark, ${id}
      from bill b
      where not exists (
        select from held_posting h where h.hotel_id = b.hotel_id and folded(h.reference_no) = folded(b.reference_no) and h.deleted_at is null)
      order by b.n
      on conflict do nothing
      returning id, reference_no
    )
    select id, reference_no from again union all select id, reference_no from made`.execute(context.tx);
  // Somebody else held one in this very moment: then it is compared.
  if (rows.length < bills.length) throw new HeldMeanwhile();
  const ids = new Map(rows.map((row) => [row.reference_no, row.id]));
  for (const { row, dated } of bills) answers.set(row, ids.get(String(dated.reference_no)) ?? 0);
}

const columnsOf = (bills: readonly Bill[]): Values[] => bills.map(({ columns }) => columns);
const isSame = (held: KnownHeld): boolean => billRefusal(held) === undefined;

/** One of those that share a number, however they write it: the others are compared with its visit. In one order, against dead locks. */
export function firstOfEach<B extends Bill>(bills: readonly B[]): B[] {
  const first = new Map<string, B>();
  for (const bill of bills) {
    const number = foldedNumber(String(bill.values.reference_no));
    if (!first.has(number)) first.set(number, bill);
  }
  return [...first].toSorted(([a], [b]) => (a < b ? -1 : 1)).map(([, bill]) => bill);
}

/** The bills whose member has no card that runs on their day, in the days of the hotel. */
async function withoutCard({ tx, now }: WriteContext, hotelId: number, bills: readonly Bill[]): Promise<Bill[]> {
  if (bills.length === 0) return [];
  const { rows } = await sql<{ n: number }>`
    select b.n::integer from unnest(${bills.map(({ columns }) => columns.member_id)}::bigint[], ${bills.map(({ columns }) => columns.visit_date ?? now)}::timestamptz[])
      with ordinality b (member_id, at, n)
    cross join (select zone_of(${hotelId}) as zone) h
    where not exists (
      select from member_card c where c.member_id = b.member_id and c.deleted_at is null and c.is_active
        and (b.at at time zone h.zone)::date between c.start_date and c.end_date)`.execute(tx);
  const cardless = new Set(rows.map(({ n }) => n));
  return bills.filter((_, i) => cardless.has(i + 1));
}

/** The members into whom members of a hotel were merged, to the end; members who were not are left out. */
export async function readMerged(
  { tx }: WriteContext,
  hotelId: number,
  ids: readonly number[],
): Promise<ReadonlyMap<number, number>> {
  if (ids.length === 0) return new Map();
  const { rows } = await sql<{ id: number; into_id: number }>`
    with recursive gone as (
      select m.id, m.merged_into_id as into_id from member m
      where m.id = any(${ids}::bigint[]) and m.merged_into_id is not null and ${hotelId} in (m.hotel_id, m.register_hotel_id)
      union all
      select g.id, m.merged_into_id from gone g join member m on m.id = g.into_id where m.merged_into_id is not null)
    select g.id, g.into_id from gone g join member m on m.id = g.into_id where m.deleted_at is null`.execute(tx);
  return new Map(rows.map(({ id, into_id }) => [id, into_id]));
}
