import { SALE_TYPE, type SaleType } from '@innkeeper/contract';
import type { SaleInput } from '@innkeeper/contract/calls';
import { type FormValues, toBody, initialValues } from '../../engine/form/form-values.ts';
import { guestDefinition, paymentDefinition } from './fields.ts';

/**
 * A sale while it is being entered:
 *
 *   guest ──▶ membership ──▶ payment ──▶ summary ── sent ──▶ sold
 *     ▲___________▲_____________▲__________│ a rejection leads back to its step
 *
 * A free membership has no payment. The input is saved as a draft until the sale is completed or discarded.
 */
export type StepName = 'guest' | 'membership' | 'payment' | 'summary';

/** A member's id, a new guest, or nobody yet. */
export type Guest = number | 'new' | null;

export interface ElsewhereGuest {
  readonly name: string;
  /** The name of the hotel that serves the member. */
  readonly hotel: string;
}

export interface Sale {
  /** The Idempotency-Key of this sale, the same for every attempt and stored in its draft. */
  readonly key: string;
  readonly isFree: boolean;
  /** The requested kind: sale, renewal or upgrade. If null, it follows from the member's cards. */
  readonly type: SaleType | null;
  readonly step: StepName;
  readonly guest: Guest;
  /** The known facts of a member of another hotel. */
  readonly elsewhere?: ElsewhereGuest | null;
  /** The input for a new guest. */
  readonly person: FormValues;
  /** If null, the hotel that serves the member. */
  readonly hotelId: number | null;
  readonly membershipId: number | null;
  readonly payment: FormValues;
  /** The body that was sent without receiving a response; it may have been sold. */
  readonly sent: SaleInput | null;
}

export const stepsOf = ({ isFree }: Pick<Sale, 'isFree'>): readonly StepName[] =>
  isFree ? ['guest', 'membership', 'summary'] : ['guest', 'membership', 'payment', 'summary'];

export function stepAfter(sale: Sale): StepName {
  const steps = stepsOf(sale);
  return steps[steps.indexOf(sale.step) + 1] ?? 'summary';
}

export interface StartSaleInput {
  readonly isFree: boolean;
  /** The parameters of the address: `type`, `member_id`, `hotel_id`, and `q`, a search text without results. */
  readonly search: Readonly<Record<string, unknown>>;
  readonly hotelId: number | null;
  readonly countryId: number | null;
  readonly seller: string | null;
}

export function startSale({ isFree, search, hotelId, countryId, seller }: StartSaleInput): Sale {
  const { q } = search;
  // The router parses a phone number in the address as a number.
  const searchText = typeof q === 'string' || typeof q === 'number' ? String(q).trim() : '';
  const type = Number(search['type']);
  return {
    key: crypto.randomUUID(),
    isFree,
    type: isFree ? SALE_TYPE.free : (PAID_TYPES.find((paidType) => paidType === type) ?? null),
    step: 'guest',
    guest: parseId(search['member_id']) ?? (searchText === '' ? null : 'new'),
    person: initialValues(guestDefinition, { origin_country_id: countryId, ...parsePerson(searchText) }),
    hotelId: parseId(search['hotel_id']) ?? hotelId,
    membershipId: null,
    payment: initialValues(paymentDefinition(false), { marketing_name: seller }),
    sent: null,
  };
}

/** The kinds of sale that require payment. */
const PAID_TYPES = [SALE_TYPE.sale, SALE_TYPE.renewal, SALE_TYPE.upgrade] as const;

function parseId(value: unknown): number | null {
  const id = Number(value);
  return Number.isSafeInteger(id) && id > 0 ? id : null;
}

/** Turns a search text without results into the fields of a new guest. */
export function parsePerson(searchText: string): Record<string, string> {
  const text = searchText.trim();
  if (text === '') return {};
  if (text.includes('@')) return { email: text };
  if (/^\+?[\d ()./-]{5,}$/.test(text)) return { phone_no: text };
  const [firstName = '', ...otherNames] = text.split(/\s+/);
  return { first_name: firstName, ...(otherNames.length > 0 && { last_name: otherNames.join(' ') }) };
}

/** Whether the input is worth a draft. A guest who was only looked up is not, because they can be found again. */
export function isWorthSaving(sale: Sale, start: Sale): boolean {
  const hasChanges = (values: FormValues, initial: FormValues) =>
    Object.keys(values).some((name) => (values[name] ?? '') !== (initial[name] ?? ''));
  return (
    sale.step !== 'guest' ||
    sale.sent !== null ||
    (sale.guest === 'new' && hasChanges(sale.person, start.person)) ||
    hasChanges(sale.payment, start.payment)
  );
}

/**
 * The request body of a sale. The same sale always gives the same body, so that it can be sent again. Empty values are
 * omitted. An upgrade names the card that its price was based on.
 */
export function toSaleInput(sale: Sale, type: SaleType, hotelId: number, cardId: number | null): SaleInput {
  const withoutNull = (body: Readonly<Record<string, unknown>>) =>
    Object.fromEntries(Object.entries(body).filter(([, value]) => value !== null));
  const input = {
    type,
    hotel_id: hotelId,
    membership_id: sale.membershipId ?? 0,
    ...(type === SALE_TYPE.upgrade && cardId !== null && { upgraded_from_id: cardId }),
    ...(typeof sale.guest === 'number'
      ? { member_id: sale.guest }
      : { member: withoutNull(toBody(guestDefinition, sale.person)) }),
    ...(sale.isFree ? {} : withoutNull(toBody(paymentDefinition(false), sale.payment))),
  };
  return input;
}

/** Where a rejected field is shown: the step, and its name in that step's form. */
export function locateField(path: string): { readonly step: StepName; readonly field: string | null } | null {
  const [root = '', name] = path.split(/[.[\]]+/);
  if (root === 'member') {
    const field = name !== undefined && Object.hasOwn(guestDefinition.fields, name) ? name : null;
    return { step: 'guest', field };
  }
  if (root === 'member_id' || root === 'type') return { step: 'guest', field: null };
  if (root === 'hotel_id' || root === 'membership_id') return { step: 'membership', field: null };
  return Object.hasOwn(paymentDefinition(false).fields, root) ? { step: 'payment', field: root } : null;
}
