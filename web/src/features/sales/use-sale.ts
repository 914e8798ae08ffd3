import { SALE_TYPE, type SaleType, getResource } from '@innkeeper/contract';
import type { MemberSearchResult, Offer, Offers, SaleResponse } from '@innkeeper/contract/calls';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useLayoutEffect, useRef, useState } from 'react';
import type { UseFormReturn } from 'react-hook-form';
import { parseInstant } from '../../format/date.ts';
import { recordQuery } from '../../engine/data/queries.ts';
import { type ResourceRecord, displayName, nestedAt } from '../../engine/data/record.ts';
import type { FormValues } from '../../engine/form/form-values.ts';
import { useRememberGuest } from '../front-desk/recent-guests.ts';
import { useUser } from '../../session/user.ts';
import { type Guest, type Sale, type StepName, isWorthSaving, stepAfter } from './sale.ts';
import { offersQuery } from './sale-calls.ts';
import { saveSaleDraft } from './sale-drafts.ts';
import { useHotels } from './use-hotels.ts';
import { useSaleForms } from './use-sale-forms.ts';
import { type Sending, useSending } from './use-sending.ts';

const member = getResource('member');

/** A member as returned by the search and the duplicate check. */
export type SelectedGuest = Pick<MemberSearchResult, 'id' | 'name' | 'hotel' | 'is_elsewhere'>;

/** A sale with all data loaded for it. */
export interface SaleHandle {
  readonly sale: Sale;
  readonly change: (changes: Partial<Sale>) => void;
  readonly open: (step: StepName) => void;
  /** Opens the next step. */
  readonly goToNextStep: () => void;
  readonly choose: (guest: Guest, person?: FormValues) => void;
  /** Selects a member found in the search, of any hotel. */
  readonly selectGuest: (found: SelectedGuest) => void;
  readonly guestForm: UseFormReturn<FormValues>;
  readonly paymentForm: UseFormReturn<FormValues>;
  /** The record of the guest, if the guest is a member. */
  readonly member: { readonly record: ResourceRecord | null; readonly problem: string | null };
  /** The name of the guest; '' until it is known. */
  readonly name: string;
  readonly hotelId: number | null;
  /** Null until it is known which kinds of sale the member's cards allow. */
  readonly type: SaleType | null;
  readonly offers: Offers | undefined;
  readonly offersProblem: string | null;
  readonly retryOffers: () => void;
  /** The selected membership, if it is on offer. */
  readonly offer: Offer | null;
  readonly sending: Sending;
}

/** One sale from its start, or from a draft, until it is sold. */
export function useSale(start: Sale, onSold: (response: SaleResponse) => void): SaleHandle {
  const user = useUser()?.id ?? 0;
  const [sale, setSale] = useState(start);
  const change = (changes: Partial<Sale>) => setSale((now) => ({ ...now, ...changes }));

  const memberId = typeof sale.guest === 'number' ? sale.guest : null;
  const elsewhere = sale.elsewhere ?? null;
  const isVisibleMember = memberId !== null && elsewhere === null;
  const known = useQuery({ ...recordQuery(member, memberId ?? 0), enabled: isVisibleMember });
  const record = isVisibleMember ? (known.data ?? null) : null;
  const { isVisible } = useHotels();
  const hotelId = sale.hotelId ?? isVisible(record?.['hotel_id']);

  const day = sale.payment['transaction_date'];
  const offersRequest = {
    hotelId,
    memberId,
    // An unreadable date stays as entered, and its field rejects it.
    date: typeof day === 'string' && parseInstant(day) ? day : null,
  };
  // The allowed kinds depend on the member's cards and not on the requested kind, so any request returns them.
  const first = useQuery(offersQuery({ ...offersRequest, type: sale.type ?? SALE_TYPE.sale }));
  const type = sale.type ?? defaultSaleType(memberId !== null && hotelId !== null, first.data);
  const second = useQuery({
    ...offersQuery({ ...offersRequest, type: type ?? SALE_TYPE.sale }),
    enabled: hotelId !== null && type !== null,
  });
  const offers = type === null ? undefined : second.data;
  const offersError = first.error ?? second.error;
  // Nothing is selected for a member who cannot buy.
  const offer = offers?.rejection
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

  // Saved on every change, because the tab may close at any moment.
  const [beginning] = useState(start);
  useLayoutEffect(() => {
    if (!isWorthSaving(sale, beginning)) return;
    saveSaleDraft(localStorage, user, { at: Date.now(), name: name || contactOf(sale.person), sale });
  }, [sale, name, user, beginning]);

  // Preselects the present tier for a renewal, and the only offer if there is just one.
  const preferred = offers && preferredOf(offers, type);
  const preselectedFor = useRef('');
  useEffect(() => {
    const about = `${String(sale.guest)} ${type} ${hotelId}`;
    if (preferred === undefined || preselectedFor.current === about) return;
    preselectedFor.current = about;
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
    goToNextStep: () => change({ step: stepAfter(sale) }),
    choose: (guest, person) => choose(guest, person && { person }),
    selectGuest: ({ id, name, hotel, is_elsewhere }) =>
      choose(id, { elsewhere: is_elsewhere ? { name, hotel: hotel.name } : null }),
    ...forms,
    member: { record, problem: isVisibleMember ? (known.error?.message ?? null) : null },
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
const contactOf = (person: FormValues): string => textIn(person, 'email') || textIn(person, 'phone_no');

/** A renewal if the member's card can be renewed, a sale for a member without a card. Null until it is known. */
function defaultSaleType(asks: boolean, offers: Offers | undefined): SaleType | null {
  if (!asks) return SALE_TYPE.sale;
  if (!offers) return null;
  const { allowed, card } = offers;
  if (allowed.includes(SALE_TYPE.renewal)) return SALE_TYPE.renewal;
  // If a running card is outside its renewal window, the rejection says from when it can be renewed.
  return allowed.includes(SALE_TYPE.sale) || card === null ? SALE_TYPE.sale : SALE_TYPE.renewal;
}

function preferredOf({ offers, card }: Offers, type: SaleType | null): number | null {
  const same = offers.find(({ membership }) => type === SALE_TYPE.renewal && membership.id === card?.membership.id);
  return (same ?? (offers.length === 1 ? offers[0] : undefined))?.membership.id ?? null;
}
