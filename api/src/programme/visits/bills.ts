import { type Label, message } from '@innkeeper/contract';
import type { Tx } from '@innkeeper/db';
import { sql } from 'kysely';
import type { Values } from '../../engine/resources/behaviour.ts';
import { type ApiError, fail } from '../../platform/http/fail.ts';

/*
 * Bills that are there already. A system that did not hear an answer posts the bill again, maybe under another key: its fields
 * are compared with the visit that stands.
 */

/** A visit that stands for a bill that was sent, and the fields in which they differ. */
export interface KnownBill {
  /** The position of the bill among those that were asked about, from 1. */
  readonly n: number;
  readonly id: number;
  /** The values of the visit, by field, where the bill has others. */
  readonly differs: Readonly<Record<string, string>>;
}

/** A bill that was held before. */
export interface KnownHeld extends KnownBill {
  readonly state: 'waiting' | 'posted' | 'dismissed';
}

const differs = (name: string, is: string) => `'${name}', case when ${is} then v.${name}::text end`;
/** An amount that was not told counts as 0 here: a system may send 0 for an amount that it left out before. */
const amount = (name: string) =>
  `'${name}', case when coalesce(v.${name}, 0) <> coalesce(b.${name}, 0) then coalesce(v.${name}, 0.000)::text end`;
const DIFFERENCES = [
  differs('member_id', 'v.member_id <> b.member_id'),
  `'visit_date', case when v.visit_date <> b.visit_date::timestamptz(0) then to_char(v.visit_date at time zone 'UTC', 'YYYY-MM-DD HH24:MI:SS') end`,
  amount('total_fb'),
  amount('total_room'),
  amount('total_others'),
  differs('staff_name', 'v.staff_name <> b.staff_name'),
  differs('remark', 'b.remark is not null and v.remark is distinct from b.remark'),
];
const bare = (number: string) => `translate(lower(coalesce(${number}, '')), ' -', '')`;
const OTHER_CARD = differs('card_no', `${bare('v.card_no')} <> ${bare('b.card_no')}`);

/** The bills among these for which a hotel has a visit, however their numbers are written; in one statement. */
export const findBills = (tx: Tx, hotelId: number, bills: readonly Values[]) =>
  findIn<KnownBill>(tx, 'visit', hotelId, bills, DIFFERENCES);

/** The bills among these that are held, or were. */
export const findHeld = (tx: Tx, hotelId: number, bills: readonly Values[]) =>
  findIn<KnownHeld>(tx, 'held_posting', hotelId, bills, [...DIFFERENCES, OTHER_CARD], 'v.state');

async function findIn<Known extends KnownBill>(
  tx: Tx,
  table: 'visit' | 'held_posting',
  hotelId: number,
  bills: readonly Values[],
  differences: readonly string[],
  ...more: readonly string[]
): Promise<ReadonlyMap<number, Known>> {
  const { rows } = await sql<Known>`
    select ${sql.raw(['b.n::integer', 'v.id', ...more].join(', '))}, jsonb_strip_nulls(jsonb_build_object(${sql.raw(differences.join(', '))})) as differs
    from json_to_recordset(${JSON.stringify(bills.map((bill, i) => ({ ...bill, n: i + 1 })))}::json) as b (n integer, reference_no text, card_no text,
      member_id bigint, visit_date timestamptz, total_fb numeric, total_room numeric, total_others numeric, staff_name text, remark text)
    join ${sql.table(table)} v on v.hotel_id = ${hotelId} and folded(v.reference_no) = folded(b.reference_no) and v.deleted_at is null`.execute(
    tx,
  );
  return new Map(rows.map((row) => [row.n, row]));
}

const OTHERWISE: Label = {
  en: 'This bill is posted already, with other content: nothing was changed.',
  id: 'Tagihan ini sudah dicatat dengan isi yang berbeda: tidak ada yang diubah.',
};

/** Why a bill that is there is not posted or held again: the fields that differ. Undefined where none does. */
export function billRefusal({ id, differs }: KnownBill, otherwise: Label = OTHERWISE): ApiError | undefined {
  const fields = Object.entries(differs);
  if (fields.length === 0) return undefined;
  return fail('conflict', {
    message: otherwise,
    errors: Object.fromEntries(fields.map(([name, stands]) => [name, [message('posted_as', stands)]])),
    current: { id, ...differs },
  });
}

/** The refusal of a bill that is held with other content. */
export const HELD_OTHERWISE: Label = {
  en: 'This bill is held already, with other content: nothing was changed.',
  id: 'Tagihan ini sudah tertahan dengan isi yang berbeda: tidak ada yang diubah.',
};

/** Somebody else held a bill in this very moment: the transaction begins again, and finds it. */
export class HeldMeanwhile extends Error {
  /** The code of PostgreSQL for a transaction that is to be tried again. */
  readonly code = '40001';
}
