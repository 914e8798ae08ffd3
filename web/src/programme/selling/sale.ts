import { SALE_TYPE, type SaleType } from '@innkeeper/contract';
import type { SaleInput } from '@innkeeper/contract/calls';
import { type FormValues, bodyOf, startValues } from '../../engine/form/form-values.ts';
import { guestDefinition, paymentDefinition } from './fields.ts';

/**
 * A sale while it is being entered:
 *
 *   guest ──▶ membership ──▶ payment ──▶ summary ── sent ──▶ sold
 *     ▲___________▲_____________▲__________│ a refusal leads back to the step that it is about
 *
 * A membership that is given has no payment. The entered values are kept as a draft until it is sold or thrown away.
 */
export type StepName = 'guest' | 'membership' | 'payment' | 'summary';

/** A member by id, somebody new, or nobody yet. */
export type Guest = number | 'new' | null;

export interface ElsewhereGuest {
  readonly name: string;
  /** The name of the hotel that serves them. */
  readonly hotel: string;
}

export interface Sale {
  /** The Idempotency-Key of this sale, however often it is sent; the draft has it, too. */
  readonly key: string;
  readonly isFree: boolean;
  /** Sale, renewal or upgrade as it was asked for; null: by the member's cards. */
  readonly type: SaleType | null;
  readonly step: StepName;
  readonly guest: Guest;
  /** The known facts of a member of another hotel who was found. */
  readonly elsewhere?: ElsewhereGuest | null;
  /** The entered values of a new guest. */
  readonly person: FormValues;
  /** Null: the hotel that serves the member. */
  readonly hotelId: number | null;
  readonly membershipId: number | null;
  readonly payment: FormValues;
  /** Sent without an answer: it may have been sold. */
  readonly sent: SaleInput | null;
}

export const stepsOf = ({ isFree }: Pick<Sale, 'isFree'>): readonly StepName[] =>
  isFree ? ['guest', 'membership', 'summary'] : ['guest', 'membership', 'payment', 'summary'];

export function stepAfter(sale: Sale): StepName {
  const steps = stepsOf(sale);
  return steps[steps.indexOf(sale.step) + 1] ?? 'summary';
}

export interface SaleStart {
  readonly isFree: boolean;
  /** The parameters of the address: `type`, `member_id`, `hotel_id`, and `q`, the text that was searched for in vain. */
  readonly search: Readonly<Record<string, unknown>>;
  readonly hotelId: number | null;
  readonly countryId: number | null;
  readonly seller: string | null;
}

export function startSale({ isFree, search, hotelId, countryId, seller }: SaleStart): Sale {
  const { q } = search;
  // A telephone number comes out of the address as a number.
  const typed = typeof q === 'string' || typeof q === 'number' ? String(q).trim() : '';
  const type = Number(search['type']);
  return {
    key: crypto.randomUUID(),
    isFree,
    type: isFree ? SALE_TYPE.free : (PAID.find((known) => known === type) ?? null),
    step: 'guest',
    guest: idIn(search['member_id']) ?? (typed === '' ? null : 'new'),
    person: startValues(guestDefinition, { origin_country_id: countryId, ...personIn(typed) }),
    hotelId: idIn(search['hotel_id']) ?? hotelId,
    membershipId: null,
    payment: startValues(paymentDefinition(false), { marketing_name: seller }),
    sent: null,
  };
}

/** The kinds of sale that are paid. */
const PAID = [SALE_TYPE.sale, SALE_TYPE.renewal, SALE_TYPE.upgrade] as const;

function idIn(value: unknown): number | null {
  const id = Number(value);
  return Number.isSafeInteger(id) && id > 0 ? id : null;
}

/** The text of a search that found nobody, as the fields of a new guest. */
export function personIn(typed: string): Record<string, string> {
  const text = typed.trim();
  if (text === '') return {};
  if (text.includes('@')) return { email: text };
  if (/^\+?[\d ()./-]{5,}$/.test(text)) return { phone_no: text };
  const [first = '', ...rest] = text.split(/\s+/);
  return { first_name: first, ...(rest.length > 0 && { last_name: rest.join(' ') }) };
}

/** Whether a value was entered that would be missed: a guest who was only looked up is found again. */
export function isWorthKeeping(sale: Sale, start: Sale): boolean {
  const typed = (values: FormValues, before: FormValues) =>
    Object.keys(values).some((name) => (values[name] ?? '') !== (before[name] ?? ''));
  return (
    sale.step !== 'guest' ||
    sale.sent !== null ||
    (sale.guest === 'new' && typed(sale.person, start.person)) ||
    typed(sale.payment, start.payment)
  );
}

/**
 * The body of a sale: the same for the same sale, so that it can be sent again. Empty values are left out. An upgrade names the card for which its
 * price was shown.
 */
export function inputOf(sale: Sale, type: SaleType, hotelId: number, cardId: number | null): SaleInput {
  const filled = (body: Readonly<Record<string, unknown>>) =>
    Object.fromEntries(Object.entries(body).filter(([, value]) => value !== null));
  const input = {
    type,
    hotel_id: hotelId,
    membership_id: sale.membershipId ?? 0,
    ...(type === SALE_TYPE.upgrade && cardId !== null && { upgraded_from_id: cardId }),
    ...(typeof sale.guest === 'number'
      ? { member_id: sale.guest }
      : { member: filled(bodyOf(guestDefinition, sale.person)) }),
    ...(sale.isFree ? {} : filled(bodyOf(paymentDefinition(false), sale.payment))),
  };
  return input;
}

/** The place of a refused field: the step, and its name in that step's form. */
export function placeOf(path: string): { readonly step: StepName; readonly field: string | null } | null {
  const [head = '', name] = path.split(/[.[\]]+/);
  if (head === 'member') {
    const field = name !== undefined && Object.hasOwn(guestDefinition.fields, name) ? name : null;
    return { step: 'guest', field };
  }
  if (head === 'member_id' || head === 'type') return { step: 'guest', field: null };
  if (head === 'hotel_id' || head === 'membership_id') return { step: 'membership', field: null };
  return Object.hasOwn(paymentDefinition(false).fields, head) ? { step: 'payment', field: head } : null;
}
