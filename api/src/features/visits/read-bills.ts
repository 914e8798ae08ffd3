import { message, resources } from '@innkeeper/contract';
import { findByNumber } from '../../engine/resources/number-lookups.ts';
import type { RejectRow } from '../../engine/resources/ready-row.ts';
import { parseValues, toColumns } from '../../engine/resources/values.ts';
import type { Write } from '../../engine/resources/write-services.ts';
import type { Body } from '../../platform/http/body.ts';
import { ApiError, validationError } from '../../platform/http/api-error.ts';
import { type Bill, type HeldReason, type UnmatchedBill, readMergeTargets } from './hold-bills.ts';

/** What to do with bills that lead to no member or cannot be read. */
interface ReadOptions {
  readonly hold: boolean;
  readonly reject: RejectRow;
}

/** Members by card number, and merge targets by member id. */
interface MemberLookup {
  readonly idByCard: ReadonlyMap<string, number>;
  readonly mergeTargets: ReadonlyMap<number, number>;
}

/**
 * Reads the bills of a hotel and resolves their cards to members. With `hold`, also reads those that lead to no member.
 * A body that cannot be read is undefined.
 */
export async function readBills(
  write: Write,
  hotelId: number,
  bodies: readonly (Body | undefined)[],
  { hold, reject }: ReadOptions,
): Promise<{ readonly bills: readonly Bill[]; readonly unmatched: readonly UnmatchedBill[] }> {
  const { context, services } = write;
  const cards = bodies.flatMap((body) => (typeof body?.values.card_no === 'string' ? [body.values.card_no] : []));
  const ids = bodies.flatMap((body) => parseId(body?.values.member_id) ?? []);
  const members = {
    idByCard: await findByNumber(context, services.hooksByResource, resources.member, cards, 'number'),
    mergeTargets: await (hold ? readMergeTargets(context, hotelId, ids) : new Map<number, number>()),
  };
  const bills: Bill[] = [];
  const unmatched: UnmatchedBill[] = [];
  for (const [i, body] of bodies.entries()) {
    const row = i + 1;
    try {
      if (!body) throw validationError({ visits: [message('list')] });
      const { card_no, ...values } = body.values;
      const billMember = resolveBillMember(members, hold, card_no, values.member_id);
      const bill = parseBill(write, hotelId, row, { ...body, values }, billMember);
      if (billMember.reason === null) bills.push(bill);
      else unmatched.push({ ...bill, reason: billMember.reason, rejection: billMember.rejection });
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      reject(row, error);
    }
  }
  return { bills, unmatched };
}

const parseId = (input: unknown): number | undefined =>
  /^[1-9]\d{0,14}$/.test(String(input)) ? Number(input) : undefined;

/** The member of a bill, as named or found by card, or the reason to hold it. */
type BillMember = { readonly cardNo: string | null } & (
  | { readonly reason: null; readonly memberId: unknown }
  | { readonly reason: HeldReason; readonly memberId: number | null; readonly rejection: ApiError }
);

/**
 * Throws a 422 for an unknown card number, unless such bills are held, and for the card of another member than the
 * named one.
 */
function resolveBillMember(
  { idByCard, mergeTargets }: MemberLookup,
  hold: boolean,
  card: unknown,
  memberIdInput: unknown,
): BillMember {
  if ((card ?? '') === '') {
    const targetId = mergeTargets.get(parseId(memberIdInput) ?? 0);
    if (targetId === undefined) return { reason: null, memberId: memberIdInput, cardNo: null };
    const rejection = validationError({ member_id: [message('reference')] });
    return { reason: 'merged_member', memberId: targetId, cardNo: null, rejection };
  }
  if (typeof card !== 'string') throw validationError({ card_no: [message('text')] });
  const id = idByCard.get(card);
  if (id !== undefined && ((memberIdInput ?? '') === '' || Number(memberIdInput) === id))
    return { reason: null, memberId: id, cardNo: card.trim() };
  const rejection = validationError({ card_no: [message('reference')] });
  if (!hold || id !== undefined) throw rejection;
  return { reason: 'unknown_card', memberId: null, cardNo: parseCardNumber(card), rejection };
}

const MAX_CARD_NO = resources.held_posting.fields.card_no.max;

/** Validates a card number that is stored although nobody has it. */
function parseCardNumber(card: string): string {
  if (card.includes('\0') || !card.isWellFormed()) throw validationError({ card_no: [message('nul')] });
  if ([...card].length > MAX_CARD_NO) throw validationError({ card_no: [message('max_length', MAX_CARD_NO)] });
  return card.trim();
}

/** Represents an unknown member while the rest of the bill is evaluated. */
const PLACEHOLDER_MEMBER_ID = 1;

function parseBill(write: Write, hotelId: number, row: number, body: Body, billMember: BillMember): Bill {
  const id = billMember.reason === null ? billMember.memberId : (billMember.memberId ?? PLACEHOLDER_MEMBER_ID);
  const member = (id ?? '') === '' ? {} : { member_id: body.isForm ? String(id) : id };
  const isHotelGiven = (body.values.hotel_id ?? '') !== '';
  const hotel = isHotelGiven ? {} : { hotel_id: body.isForm ? String(hotelId) : hotelId };
  const values = parseValues(write.d, { ...body, values: { ...body.values, ...hotel, ...member } }, 'create');
  if (values.hotel_id !== hotelId) throw validationError({ hotel_id: [message('reference')] });
  const columns = toColumns(write.d, values, write.timeZone);
  const memberColumn = billMember.reason === null ? {} : { member_id: billMember.memberId };
  return { row, values, before: null, columns: { ...columns, ...memberColumn, card_no: billMember.cardNo } };
}
