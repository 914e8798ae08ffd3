import { message, resources } from '@innkeeper/contract';
import type { BatchLine } from '@innkeeper/contract/calls';
import { sql } from 'kysely';
import { writeRows } from '../../engine/exchange/import-write.ts';
import { pointableSql } from '../../engine/resources/look-ups.ts';
import type { Refuse } from '../../engine/resources/ready-row.ts';
import { createSource } from '../../engine/resources/source.ts';
import type { Write } from '../../engine/resources/write-services.ts';
import type { Body } from '../../platform/http/body.ts';
import { type ApiError, invalid } from '../../platform/http/fail.ts';
import type { Outbox } from '../../platform/mail/outbox.ts';
import { type KnownBill, billRefusal, findBills } from './bills.ts';
import { type Bill, firstOfEach, holdBills } from './held.ts';
import { readBills } from './read-bills.ts';

/*
 * The bills of a hotel's own system, one or a night's. Each is answered by itself: created, there already, held, or refused with its error;
 * an error of one keeps no other from being posted. All are read, judged and written by a few statements, however many there are.
 */

/** The outcome of a bill: its visit, its held posting, or its refusal. */
export interface Posted {
  readonly visitId: number | null;
  /** Whether the visit is new. */
  readonly isNew: boolean;
  readonly held: BatchLine['held'];
  readonly refusal: ApiError | null;
}

/** Posts the bills of a hotel that are not there yet; with `hold`, those that cannot be posted are held. Returns what became of each. */
export async function postBills(
  write: Write,
  outbox: Outbox,
  hotelId: number,
  sent: readonly (Body | undefined)[],
  hold: boolean,
): Promise<Posted[]> {
  const { tx } = write.context;
  const refusals = new Map<number, ApiError>();
  const refuse: Refuse = (row, error) => void (refusals.has(row) || refusals.set(row, error));
  const read = await readBills(write, hotelId, sent, { hold, refuse });
  const bills = await holdMembers(write, read.bills, refuse);
  const columns = bills.map((bill) => bill.columns);
  const before = await findBills(tx, hotelId, columns);
  const known = new Set(bills.filter((_, i) => before.has(i + 1)).map(({ row }) => row));
  const held = hold ? await holdBills(write, { hotelId, bills, known, unplaced: read.unplaced }, refuse) : NONE;
  const isNews = ({ row }: Bill) => !known.has(row) && !held.has(row) && !refusals.has(row);
  const news = firstOfEach(bills.filter(isNews));
  await writeRows(write, news, refuse);
  const after = await findBills(tx, hotelId, columns);
  const made = new Set(news.filter(({ row }) => !refusals.has(row)).map(({ row }) => row));
  const visits = new Map(bills.flatMap(({ row }, i): [number, KnownBill][] => entryOf(row, after.get(i + 1))));
  const created = [...made].flatMap((row) => visits.get(row)?.id ?? []);
  if (created.length > 0)
    await outbox(
      tx,
      created.map((visitId) => ({ mailType: 'visit-thank-you', about: { visitId } })),
    );
  const kept = await readHeld(write, [...held.values()]);
  return sent.map((_, i): Posted => {
    const row = i + 1;
    const nothing = { visitId: null, isNew: false, held: null, refusal: null };
    const one = kept.get(held.get(row) ?? 0);
    if (one) return one.visitId === null ? { ...nothing, held: one.told } : { ...nothing, visitId: one.visitId };
    const visit = visits.get(row);
    if (visit && made.has(row)) return { ...nothing, visitId: visit.id, isNew: true };
    const refusal = visit ? billRefusal(visit) : (refusals.get(row) ?? invalid({}));
    return refusal ? { ...nothing, refusal } : { ...nothing, visitId: visit?.id ?? null };
  });
}

const NONE: ReadonlyMap<number, number> = new Map();
const entryOf = <T>(row: number, value: T | undefined): [number, T][] => (value === undefined ? [] : [[row, value]]);

/**
 * Holds the members of the bills until the transaction ends, and leaves out bills of those who are not there for this system: of other
 * hotels, and never found. Of two files with the same bills the second waits here, finds what the first has posted, and need not take its
 * own apart; bills of others go on. All hold their members in one order, against dead locks.
 */
async function holdMembers(
  { context, services }: Write,
  bills: readonly Bill[],
  refuse: Refuse,
): Promise<readonly Bill[]> {
  const f = resources.visit.fields.member_id;
  const source = createSource(resources.member, services.behaviours);
  const sight = pointableSql(context, services.behaviours, f, source) ?? sql`true`;
  const asked = [...new Set(bills.map(({ values }) => Number(values.member_id)))];
  const { rows } = await sql<{ id: number }>`
    select t.id from ${sql.raw(source.from())} where t.id = any(${asked}::bigint[]) and t.deleted_at is null and ${sight}
    order by t.id for no key update of t`.execute(context.tx);
  const seen = new Set(rows.map(({ id }) => id));
  return bills.filter(({ row, values }) => {
    const isSeen = seen.has(Number(values.member_id));
    if (!isSeen) refuse(row, invalid({ member_id: [message('reference')] }));
    return isSeen;
  });
}

interface Kept {
  readonly visitId: number | null;
  readonly told: NonNullable<Posted['held']>;
}

/** Held postings as a batch tells them, and the visits as which they were posted. */
async function readHeld({ context }: Write, ids: readonly number[]): Promise<ReadonlyMap<number, Kept>> {
  if (ids.length === 0) return new Map();
  const { rows } = await sql<Kept['told'] & { visit_id: number | null }>`
    select id, state, reason, visit_id from held_posting where id = any(${ids}::bigint[])`.execute(context.tx);
  return new Map(rows.map(({ visit_id, ...told }) => [told.id, { visitId: visit_id, told }]));
}
