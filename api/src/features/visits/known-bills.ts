import { type Label, message } from '@innkeeper/contract';
import type { Tx } from '@innkeeper/db';
import { sql } from 'kysely';
import type { Values } from '../../engine/resources/resource-hooks.ts';
import { type ApiError, apiError } from '../../platform/http/api-error.ts';
import { visitTexts } from '../../texts/visits.ts';

/*
 * Detects bills that already exist. A system that missed a response posts the bill again, possibly under another key,
 * so its fields are compared with the existing visit.
 */

/** The existing visit of a submitted bill, and the fields that differ. */
export interface KnownBill {
  /** Position of the bill in the request, from 1. */
  readonly n: number;
  readonly id: number;
  /** Values of the visit, by field, where the bill differs. */
  readonly differences: Readonly<Record<string, string>>;
}

/** A submitted bill that already has a held posting. */
export interface KnownHeldPosting extends KnownBill {
  readonly state: 'waiting' | 'posted' | 'dismissed';
}

const differenceSql = (name: string, conditionSql: string) =>
  `'${name}', case when ${conditionSql} then v.${name}::text end`;
/** A missing amount compares as 0: a system may send 0 for an amount that it omitted before. */
const amountDifferenceSql = (name: string) =>
  `'${name}', case when coalesce(v.${name}, 0) <> coalesce(b.${name}, 0) then coalesce(v.${name}, 0.000)::text end`;
const DIFFERENCE_COLUMNS = [
  differenceSql('member_id', 'v.member_id <> b.member_id'),
  `'visit_date', case when v.visit_date <> b.visit_date::timestamptz(0) then to_char(v.visit_date at time zone 'UTC', 'YYYY-MM-DD HH24:MI:SS') end`,
  amountDifferenceSql('total_fb'),
  amountDifferenceSql('total_room'),
  amountDifferenceSql('total_others'),
  differenceSql('staff_name', 'v.staff_name <> b.staff_name'),
  differenceSql('remark', 'b.remark is not null and v.remark is distinct from b.remark'),
];
const normalizedNumberSql = (number: string) => `translate(lower(coalesce(${number}, '')), ' -', '')`;
const CARD_DIFFERENCE = differenceSql(
  'card_no',
  `${normalizedNumberSql('v.card_no')} <> ${normalizedNumberSql('b.card_no')}`,
);

/** Finds the bills for which the hotel has a visit, in one statement. Bill numbers are compared normalized. */
export const findBills = (tx: Tx, hotelId: number, bills: readonly Values[]) =>
  findKnown<KnownBill>(tx, 'visit', hotelId, bills, DIFFERENCE_COLUMNS);

/** Finds the bills that are held or were held before. */
export const findHeldPostings = (tx: Tx, hotelId: number, bills: readonly Values[]) =>
  findKnown<KnownHeldPosting>(tx, 'held_posting', hotelId, bills, [...DIFFERENCE_COLUMNS, CARD_DIFFERENCE], 'v.state');

async function findKnown<Known extends KnownBill>(
  tx: Tx,
  table: 'visit' | 'held_posting',
  hotelId: number,
  bills: readonly Values[],
  differenceColumns: readonly string[],
  ...extraColumns: readonly string[]
): Promise<ReadonlyMap<number, Known>> {
  const { rows } = await sql<Known>`
    select ${sql.raw(['b.n::integer', 'v.id', ...extraColumns].join(', '))},
      jsonb_strip_nulls(jsonb_build_object(${sql.raw(differenceColumns.join(', '))})) as differences
    from json_to_recordset(${JSON.stringify(bills.map((bill, i) => ({ ...bill, n: i + 1 })))}::json) as b (n integer,
      reference_no text, card_no text,
      member_id bigint, visit_date timestamptz, total_fb numeric, total_room numeric, total_others numeric,
      staff_name text, remark text)
    join ${sql.table(table)} v on v.hotel_id = ${hotelId}
      and normalize_text(v.reference_no) = normalize_text(b.reference_no) and v.deleted_at is null`.execute(tx);
  return new Map(rows.map((row) => [row.n, row]));
}

/** The conflict of an existing bill that is sent with other fields. Undefined if none differ. */
export function findBillRejection(
  { id, differences }: KnownBill,
  conflictMessage: Label = visitTexts.postedDifferently,
): ApiError | undefined {
  const fields = Object.entries(differences);
  if (fields.length === 0) return undefined;
  return apiError('conflict', {
    message: conflictMessage,
    errors: Object.fromEntries(fields.map(([name, value]) => [name, [message('posted_as', value)]])),
    current: { id, ...differences },
  });
}

/** Another transaction held the bill at the same moment: a retry finds it. */
export class ConcurrentHoldError extends Error {
  /** PostgreSQL's code for a transaction that must be retried. */
  readonly code = '40001';
}
