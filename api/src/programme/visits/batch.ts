import { type Language, message, resources } from '@innkeeper/contract';
import type { BatchLine } from '@innkeeper/contract/calls';
import { sql } from 'kysely';
import { writeRows } from '../../engine/exchange/import-write.ts';
import { findByNumber, pointableSql } from '../../engine/resources/look-ups.ts';
import type { ReadyRow, Refuse } from '../../engine/resources/row-hooks.ts';
import { createSource } from '../../engine/resources/source.ts';
import { readValues, toColumns } from '../../engine/resources/values.ts';
import type { Write } from '../../engine/resources/write-services.ts';
import { isObject } from '../../platform/http/body.ts';
import { ApiError, invalid } from '../../platform/http/fail.ts';
import type { Outbox } from '../../platform/mail/outbox.ts';
import { type KnownBill, awaitTurn, billRefusal, findBills } from './bills.ts';

/*
 * A night's bills. Each is answered by itself: created, there already, or refused with its error; what is wrong with one keeps no
 * other from being posted. All are read, judged and written by a few statements, however many there are.
 */

/** A bill that could be read. `row` is its place in the batch, from 1. */
interface Bill extends ReadyRow {
  readonly columns: Readonly<Record<string, unknown>>;
}

/** Posts the bills of a hotel that are not there yet. */
export async function postBatch(
  write: Write,
  outbox: Outbox,
  hotelId: number,
  sent: readonly unknown[],
  { language, requestId }: { readonly language: Language; readonly requestId: string },
): Promise<BatchLine[]> {
  const refusals = new Map<number, ApiError>();
  const refuse: Refuse = (row, error) => void (refusals.has(row) || refusals.set(row, error));
  const bills = await refuseUnseen(write, await readBills(write, hotelId, sent, refuse), refuse);
  await awaitTurn(write.context.tx, hotelId, true);
  const before = await findBills(
    write.context.tx,
    hotelId,
    bills.map(({ columns }) => columns),
  );
  const news = firstOfEach(bills.filter((_, i) => !before.has(i + 1)));
  await writeRows(write, news, refuse);
  const after = await findBills(
    write.context.tx,
    hotelId,
    bills.map(({ columns }) => columns),
  );
  const made = new Set(news.filter(({ row }) => !refusals.has(row)).map(({ row }) => row));
  const known = new Map(bills.flatMap(({ row }, i): [number, KnownBill][] => entryOf(row, after.get(i + 1))));
  const created = [...made].flatMap((row) => known.get(row)?.id ?? []);
  if (created.length > 0)
    await outbox(
      write.context.tx,
      created.map((visitId) => ({ mailType: 'visit-thank-you', about: { visitId } })),
    );
  const numbers = await readNumbers(
    write,
    [...known.values()].map(({ id }) => id),
  );
  return sent.map((_, i): BatchLine => {
    const line = i + 1;
    const bill = known.get(line);
    const visit = bill ? (numbers.get(bill.id) ?? null) : null;
    if (made.has(line) && visit) return { line, outcome: 'created', visit, error: null };
    const refusal = (bill && billRefusal(bill)) ?? (bill ? undefined : (refusals.get(line) ?? invalid({})));
    if (!refusal) return { line, outcome: 'exists', visit, error: null };
    return { line, outcome: 'refused', visit: null, error: refusal.body(language, requestId) };
  });
}

const entryOf = <T>(row: number, value: T | undefined): [number, T][] => (value === undefined ? [] : [[row, value]]);

/** What of the batch can be read, its cards as the members that hold them. */
async function readBills(write: Write, hotelId: number, sent: readonly unknown[], refuse: Refuse): Promise<Bill[]> {
  const cards = sent.flatMap((line) => (isObject(line) && typeof line.card_no === 'string' ? [line.card_no] : []));
  const found = await findByNumber(write.context, write.services.behaviours, resources.member, cards, 'number');
  return sent.flatMap((line, i): Bill[] => {
    const row = i + 1;
    try {
      if (!isObject(line)) throw invalid({ visits: [message('list')] });
      const { card_no, ...said } = line;
      const member = (card_no ?? '') === '' ? {} : { member_id: memberOf(found, card_no, said.member_id) };
      const body = { isForm: false, files: {}, values: { hotel_id: hotelId, ...said, ...member } };
      const values = readValues(write.d, body, 'create');
      if (values.hotel_id !== hotelId) throw invalid({ hotel_id: [message('reference')] });
      return [{ row, values, before: null, columns: toColumns(write.d, values, write.timeZone) }];
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      refuse(row, error);
      return [];
    }
  });
}

/** The member whose card it is. Throws a 422 at a number that leads nowhere, or to another one than was named. */
export function memberOf(found: ReadonlyMap<string, number>, card: unknown, named: unknown): number {
  if (typeof card !== 'string') throw invalid({ card_no: [message('text')] });
  const id = found.get(card);
  const isOther = (named ?? '') !== '' && Number(named) !== id;
  if (id === undefined || isOther) throw invalid({ card_no: [message('reference')] });
  return id;
}

/** Leaves out bills of members who are not there for this system: of other hotels, and never found. One statement. */
async function refuseUnseen(
  { context, services }: Write,
  bills: readonly Bill[],
  refuse: Refuse,
): Promise<readonly Bill[]> {
  const f = resources.visit.fields.member_id;
  const source = createSource(resources.member, services.behaviours);
  const sight = pointableSql(context, services.behaviours, f, source) ?? sql`true`;
  const asked = [...new Set(bills.map(({ values }) => Number(values.member_id)))];
  const { rows } = await sql<{ id: number }>`
    select t.id from ${sql.raw(source.from())} where t.id = any(${asked}::bigint[]) and t.deleted_at is null and ${sight}`.execute(
    context.tx,
  );
  const seen = new Set(rows.map(({ id }) => id));
  return bills.filter(({ row, values }) => {
    const isSeen = seen.has(Number(values.member_id));
    if (!isSeen) refuse(row, invalid({ member_id: [message('reference')] }));
    return isSeen;
  });
}

/** One of those that share a number, however they write it: the others are compared with its visit. In one order, against dead locks. */
function firstOfEach(bills: readonly Bill[]): Bill[] {
  const first = new Map<string, Bill>();
  for (const bill of bills) {
    const number = String(bill.values.reference_no).normalize('NFKC').replaceAll(/\s/gu, '').toLowerCase();
    if (!first.has(number)) first.set(number, bill);
  }
  return [...first].toSorted(([a], [b]) => (a < b ? -1 : 1)).map(([, bill]) => bill);
}

async function readNumbers(
  { context }: Write,
  ids: readonly number[],
): Promise<ReadonlyMap<number, { id: number; visit_no: string; reference_no: string }>> {
  const rows = await context.tx
    .selectFrom('visit')
    .select(['id', 'visit_no', 'reference_no'])
    .where('id', 'in', [0, ...ids])
    .execute();
  return new Map(rows.map((row) => [row.id, row]));
}
