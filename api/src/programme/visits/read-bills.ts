import { message, resources } from '@innkeeper/contract';
import { findByNumber } from '../../engine/resources/look-ups.ts';
import type { Refuse } from '../../engine/resources/ready-row.ts';
import { readValues, toColumns } from '../../engine/resources/values.ts';
import type { Write } from '../../engine/resources/write-services.ts';
import type { Body } from '../../platform/http/body.ts';
import { ApiError, invalid } from '../../platform/http/fail.ts';
import { type Bill, type HeldReason, type Unplaced, readMerged } from './held.ts';

/** Bills as they were sent, and the choice for those that lead to no member. */
interface Reading {
  readonly hold: boolean;
  readonly refuse: Refuse;
}

/** The members of the bills' cards and ids. */
interface Members {
  readonly byCard: ReadonlyMap<string, number>;
  readonly merged: ReadonlyMap<number, number>;
}

/**
 * Reads the bills of a hotel, their cards as the members that hold them. Where they may be held, those that lead to
 * nobody are read too. A bill that cannot be read is undefined.
 */
export async function readBills(
  write: Write,
  hotelId: number,
  sent: readonly (Body | undefined)[],
  { hold, refuse }: Reading,
): Promise<{ readonly bills: readonly Bill[]; readonly unplaced: readonly Unplaced[] }> {
  const { context, services } = write;
  const cards = sent.flatMap((body) => (typeof body?.values.card_no === 'string' ? [body.values.card_no] : []));
  const ids = sent.flatMap((body) => idOf(body?.values.member_id) ?? []);
  const members = {
    byCard: await findByNumber(context, services.behaviours, resources.member, cards, 'number'),
    merged: await (hold ? readMerged(context, hotelId, ids) : new Map<number, number>()),
  };
  const bills: Bill[] = [];
  const unplaced: Unplaced[] = [];
  for (const [i, body] of sent.entries()) {
    const row = i + 1;
    try {
      if (!body) throw invalid({ visits: [message('list')] });
      const { card_no, ...values } = body.values;
      const place = placeOf(members, hold, card_no, values.member_id);
      const bill = readBill(write, hotelId, row, { ...body, values }, place);
      if (place.reason === null) bills.push(bill);
      else unplaced.push({ ...bill, reason: place.reason, refusal: place.refusal });
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      refuse(row, error);
    }
  }
  return { bills, unplaced };
}

const idOf = (sent: unknown): number | undefined => (/^[1-9]\d{0,14}$/.test(String(sent)) ? Number(sent) : undefined);

/** The owner of a bill, as it was said or found, or why it is held. */
type Place = { readonly cardNo: string | null } & (
  | { readonly reason: null; readonly memberId: unknown }
  | { readonly reason: HeldReason; readonly memberId: number | null; readonly refusal: ApiError }
);

/** Throws a 422 at a number that leads nowhere, unless such bills are held, and at one that leads to another one than was named. */
function placeOf({ byCard, merged }: Members, hold: boolean, card: unknown, named: unknown): Place {
  if ((card ?? '') === '') {
    const into = merged.get(idOf(named) ?? 0);
    if (into === undefined) return { reason: null, memberId: named, cardNo: null };
    const refusal = invalid({ member_id: [message('reference')] });
    return { reason: 'merged_member', memberId: into, cardNo: null, refusal };
  }
  if (typeof card !== 'string') throw invalid({ card_no: [message('text')] });
  const id = byCard.get(card);
  if (id !== undefined && ((named ?? '') === '' || Number(named) === id))
    return { reason: null, memberId: id, cardNo: card.trim() };
  const refusal = invalid({ card_no: [message('reference')] });
  if (!hold || id !== undefined) throw refusal;
  return { reason: 'unknown_card', memberId: null, cardNo: readNumber(card), refusal };
}

const CARD_MAX = resources.held_posting.fields.card_no.max;

/** A card number that is written down though nobody has it. */
function readNumber(card: string): string {
  if (card.includes('\0') || !card.isWellFormed()) throw invalid({ card_no: [message('nul')] });
  if ([...card].length > CARD_MAX) throw invalid({ card_no: [message('max_length', CARD_MAX)] });
  return card.trim();
}

/** In the place of a member whom nobody knows yet, while everything else of a bill is judged. */
const NOBODY = 1;

function readBill(write: Write, hotelId: number, row: number, body: Body, place: Place): Bill {
  const id = place.reason === null ? place.memberId : (place.memberId ?? NOBODY);
  const member = (id ?? '') === '' ? {} : { member_id: body.isForm ? String(id) : id };
  const isSaid = (body.values.hotel_id ?? '') !== '';
  const hotel = isSaid ? {} : { hotel_id: body.isForm ? String(hotelId) : hotelId };
  const values = readValues(write.d, { ...body, values: { ...body.values, ...hotel, ...member } }, 'create');
  if (values.hotel_id !== hotelId) throw invalid({ hotel_id: [message('reference')] });
  const columns = toColumns(write.d, values, write.timeZone);
  const held = place.reason === null ? {} : { member_id: place.memberId };
  return { row, values, before: null, columns: { ...columns, ...held, card_no: place.cardNo } };
}
