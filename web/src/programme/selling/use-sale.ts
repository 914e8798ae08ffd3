import { SALE_TYPE, type SaleType, getResource } from '@innkeeper/contract';
import type { MemberFound, Offer, Offers, SaleAnswer } from '@innkeeper/contract/calls';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useLayoutEffect, useRef, useState } from 'react';
import type { UseFormReturn } from 'react-hook-form';
import { parseInstant } from '../../format/date.ts';
import { recordQuery } from '../../engine/data/queries.ts';
import { type ResourceRecord, displayName, nestedAt } from '../../engine/data/record.ts';
import type { FormValues } from '../../engine/form/form-values.ts';
import { useRememberGuest } from '../desk/last-guests.ts';
import { useUser } from '../../session/user.ts';
import { type Guest, type Sale, type StepName, isWorthKeeping, stepAfter } from './sale.ts';
import { offersQuery } from './sale-calls.ts';
import { keepSaleDraft } from './sale-drafts.ts';
import { useHotels } from './use-hotels.ts';
import { useSaleForms } from './use-sale-forms.ts';
import { type Sending, useSending } from './use-sending.ts';

const member = getResource('member');

/** A member as search and duplicates tell of them. */
export type FoundGuest = Pick<MemberFound, 'id' | 'name' | 'hotel' | 'is_elsewhere'>;

/** A sale and everything that is known about it. */
export interface SaleHandle {
  readonly sale: Sale;
  readonly change: (changes: Partial<Sale>) => void;
  readonly open: (step: StepName) => void;
  /** To the step after the open one. */
  readonly goOn: () => void;
  readonly choose: (guest: Guest, person?: FormValues) => void;
  /** Takes a member who was found, of any hotel. */
  readonly chooseFound: (found: FoundGuest) => void;
  readonly guestForm: UseFormReturn<FormValues>;
  readonly paymentForm: UseFormReturn<FormValues>;
  /** The record of a guest who is a member. */
  readonly member: { readonly record: ResourceRecord | null; readonly problem: string | null };
  /** The name of the guest, '' while nobody is named. */
  readonly name: string;
  readonly hotelId: number | null;
  /** Null while it is not known which sale the member's cards allow. */
  readonly type: SaleType | null;
  readonly offers: Offers | undefined;
  readonly offersProblem: string | null;
  readonly retryOffers: () => void;
  /** The membership that is chosen, if it is on offer. */
  readonly offer: Offer | null;
  readonly sending: Sending;
}

/** One sale from its beginning, or from a draft, until it is sold. */
export function useSale(start: Sale, onSold: (answer: SaleAnswer) => void): SaleHandle {
  const user = useUser()?.id ?? 0;
  const [sale, setSale] = useState(start);
  const change = (changes: Partial<Sale>) => setSale((now) => ({ ...now, ...changes }));

  const memberId = typeof sale.guest === 'number' ? sale.guest : null;
  const elsewhere = sale.elsewhere ?? null;
  const isInSight = memberId !== null && elsewhere === null;
  const known = useQuery({ ...recordQuery(member, memberId ?? 0), enabled: isInSight });
  const record = isInSight ? (known.data ?? null) : null;
  const { inSight } = useHotels();
  const hotelId = sale.hotelId ?? inSight(record?.['hotel_id']);

  const day = sale.payment['transaction_date'];
  const question = {
    hotelId,
    memberId,
    // A text that cannot be read stays as it was typed, and is refused at its field.
    date: typeof day === 'string' && parseInstant(day) ? day : null,
  };
  // The allowed kinds follow from the member's cards, not from the requested kind: any request answers them.
  const first = useQuery(offersQuery({ ...question, type: sale.type ?? SALE_TYPE.sale }));
  const type = sale.type ?? kindFor(memberId !== null && hotelId !== null, first.data);
  const second = useQuery({
    ...offersQuery({ ...question, type: type ?? SALE_TYPE.sale }),
    enabled: hotelId !== null && type !== null,
  });
  const offers = type === null ? undefined : second.data;
  const offersError = first.error ?? second.error;
  // For a member who cannot buy nothing is chosen.
  const offer = offers?.refusal
    ? null
    : (offers?.offers.find(({ membership }) => membership.id === sale.membershipId) ?? null);

  const forms = useSaleForms(start, offers, offer, (values) => change(values));
  const name = record
    ? displayName(member, record)
    : sale.guest === 'new'
      ? nameIn(sale.person)
      : (elsewhere?.name ?? '');
  const membership = record && nestedAt(record, 'membership')?.name;
  useRememberGuest(record && { id: record.id, name, detail: membership ?? null });
  const sending = useSending({ sale, type, hotelId, cardId: offers?.card?.id ?? null, change, forms, onSold });

  // Kept with every change, at once: a tab may close at any moment.
  const [beginning] = useState(start);
  useLayoutEffect(() => {
    if (!isWorthKeeping(sale, beginning)) return;
    keepSaleDraft(localStorage, user, { at: Date.now(), name: name || reachedBy(sale.person), sale });
  }, [sale, name, user, beginning]);

  // A renewal starts from the level that the guest has, and the only choice is no choice.
  const preferred = offers && preferredOf(offers, type);
  const offeredFor = useRef('');
  useEffect(() => {
    const about = `${String(sale.guest)} ${type} ${hotelId}`;
    if (preferred === undefined || offeredFor.current === about) return;
    offeredFor.current = about;
    if (offer === null && preferred !== null) setSale((now) => ({ ...now, membershipId: preferred }));
  }, [preferred, offer, sale.guest, type, hotelId]);

  const choose = (
    guest: Guest,
    { person, elsewhere: other = null }: Partial<Pick<Sale, 'person' | 'elsewhere'>> = {},
  ) => {
    if (person) forms.guestForm.reset(person);
    sending.clear();
    const isOther = guest !== sale.guest;
    change({
      guest,
      elsewhere: other,
      ...(person && { person }),
      ...(isOther && { type: sale.isFree ? sale.type : null, membershipId: null }),
    });
  };

  return {
    sale,
    change,
    open: (step) => change({ step }),
    goOn: () => change({ step: stepAfter(sale) }),
    choose: (guest, person) => choose(guest, person && { person }),
    chooseFound: ({ id, name, hotel, is_elsewhere }) =>
      choose(id, { elsewhere: is_elsewhere ? { name, hotel: hotel.name } : null }),
    ...forms,
    member: { record, problem: isInSight ? (known.error?.message ?? null) : null },
    name,
    hotelId,
    type,
    offers,
    offersProblem: offersError?.message ?? null,
    retryOffers: () => void (first.error ? first.refetch() : second.refetch()),
    offer,
    sending,
  };
}

const textIn = (values: FormValues, name: string): string => {
  const value = values[name];
  return typeof value === 'string' ? value.trim() : '';
};
const nameIn = (person: FormValues): string => `${textIn(person, 'first_name')} ${textIn(person, 'last_name')}`.trim();
const reachedBy = (person: FormValues): string => textIn(person, 'email') || textIn(person, 'phone_no');

/** A member whose card can be renewed renews; a member without one buys. Null until it is known. */
function kindFor(asks: boolean, offers: Offers | undefined): SaleType | null {
  if (!asks) return SALE_TYPE.sale;
  if (!offers) return null;
  const { allowed, card } = offers;
  if (allowed.includes(SALE_TYPE.renewal)) return SALE_TYPE.renewal;
  // With a running card outside its window the refusal of the renewal says from when on it can be renewed.
  return allowed.includes(SALE_TYPE.sale) || card === null ? SALE_TYPE.sale : SALE_TYPE.renewal;
}

function preferredOf({ offers, card }: Offers, type: SaleType | null): number | null {
  const same = offers.find(({ membership }) => type === SALE_TYPE.renewal && membership.id === card?.membership.id);
  return (same ?? (offers.length === 1 ? offers[0] : undefined))?.membership.id ?? null;
}
