import { SALE_TYPE, type SaleType, getResource, isNoEmail } from '@innkeeper/contract';
import type { MemberSearchResult, Offer, Offers, SaleResponse } from '@innkeeper/contract/calls';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useLayoutEffect, useRef, useState } from 'react';
import type { UseFormReturn } from 'react-hook-form';
import { parseInstant } from '../../format/date.ts';
import { recordQuery } from '../../engine/data/queries.ts';
import { type ResourceRecord, displayName, nestedAt } from '../../engine/data/record.ts';
import type { FormValues } from '../../engine/form/form-values.ts';
import { useRememberGuest } from '../../domain/recent-guests.ts';
import { registerUnsavedInput } from '../../session/expired-session.ts';
import { useUser } from '../../session/user.ts';
import { type Guest, type Sale, type StepName, isWorthSaving, stepAfter } from './sale.ts';
import { offersQuery } from './sale-calls.ts';
import { saveSaleDraft } from './sale-drafts.ts';
import { useHotels } from './use-hotels.ts';
import { useSaleForms } from './use-sale-forms.ts';
import { type SaleSubmission, useSaleSubmission } from './use-sale-submission.ts';

const member = getResource('member');

/** A member as returned by the search and the duplicate check. */
export type SelectedGuest = Pick<MemberSearchResult, 'id' | 'name' | 'hotel' | 'is_elsewhere'>;

/** A sale with all data loaded for it. */
export interface SaleHandle {
  readonly sale: Sale;
  readonly updateSale: (changes: Partial<Sale>) => void;
  readonly openStep: (step: StepName) => void;
  /** Opens the next step. */
  readonly goToNextStep: () => void;
  readonly chooseGuest: (guest: Guest, person?: FormValues) => void;
  /** Selects a member found in the search, of any hotel. */
  readonly selectGuest: (guest: SelectedGuest) => void;
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
  readonly submission: SaleSubmission;
}

/** One sale from its start, or from a draft, until it is sold. */
export function useSale(start: Sale, onSold: (response: SaleResponse, sale: Sale) => void): SaleHandle {
  const user = useUser()?.id ?? 0;
  const [sale, setSale] = useState(start);
  const updateSale = (changes: Partial<Sale>) => setSale((currentSale) => ({ ...currentSale, ...changes }));

  const memberId = typeof sale.guest === 'number' ? sale.guest : null;
  const elsewhere = sale.elsewhere ?? null;
  const isVisibleMember = memberId !== null && elsewhere === null;
  const memberQuery = useQuery({ ...recordQuery(member, memberId ?? 0), enabled: isVisibleMember });
  const record = isVisibleMember ? (memberQuery.data ?? null) : null;
  const { findVisibleId } = useHotels();
  const hotelId = sale.hotelId ?? findVisibleId(record?.['hotel_id']);

  const saleDate = sale.payment['transaction_date'];
  const offersRequest = {
    hotelId,
    memberId,
    // An unreadable date stays as entered, and its field rejects it.
    date: typeof saleDate === 'string' && parseInstant(saleDate) ? saleDate : null,
  };
  // The allowed kinds depend on the member's cards and not on the requested kind, so any request returns them.
  const firstOffers = useQuery(offersQuery({ ...offersRequest, type: sale.type ?? SALE_TYPE.sale }));
  const type = sale.type ?? defaultSaleType(memberId !== null && hotelId !== null, firstOffers.data);
  const typeOffers = useQuery({
    ...offersQuery({ ...offersRequest, type: type ?? SALE_TYPE.sale }),
    enabled: hotelId !== null && type !== null,
  });
  const offers = type === null ? undefined : typeOffers.data;
  const offersError = firstOffers.error ?? typeOffers.error;
  // Nothing is selected for a member who cannot buy.
  const offer = offers?.rejection
    ? null
    : (offers?.offers.find(({ membership }) => membership.id === sale.membershipId) ?? null);

  const forms = useSaleForms(start, offers, offer, (values) => updateSale(values));
  const name = record
    ? displayName(member, record)
    : sale.guest === 'new'
      ? fullNameOf(sale.person)
      : (elsewhere?.name ?? '');
  const membership = record && nestedAt(record, 'membership')?.name;
  useRememberGuest(record && { id: record.id, name, detail: membership ?? null });
  const submission = useSaleSubmission({
    sale,
    type,
    hotelId,
    cardId: offers?.card?.id ?? null,
    updateSale,
    forms,
    onSold,
  });

  // Saved on every change, because the tab may close at any moment.
  const [initialSale] = useState(start);
  useLayoutEffect(() => {
    if (!isWorthSaving(sale, initialSale)) return;
    saveSaleDraft(localStorage, user, { at: Date.now(), name: name || contactOf(sale.person), sale });
  }, [sale, name, user, initialSale]);

  useEffect(() => registerUnsavedInput('sale', () => isWorthSaving(sale, initialSale)), [sale, initialSale]);

  // Preselects the present tier for a renewal, and the only offer if there is just one.
  const preferredId = offers && preferredMembershipId(offers, type);
  const preselectedFor = useRef('');
  useEffect(() => {
    const selectionKey = `${String(sale.guest)} ${type} ${hotelId}`;
    if (preferredId === undefined || preselectedFor.current === selectionKey) return;
    preselectedFor.current = selectionKey;
    if (offer === null && preferredId !== null)
      setSale((currentSale) => ({ ...currentSale, membershipId: preferredId }));
  }, [preferredId, offer, sale.guest, type, hotelId]);

  const chooseGuest = (
    guest: Guest,
    { person, elsewhere: guestElsewhere = null }: Partial<Pick<Sale, 'person' | 'elsewhere'>> = {},
  ) => {
    if (person) forms.guestForm.reset(person);
    submission.clear();
    const isOtherGuest = guest !== sale.guest;
    updateSale({
      guest,
      elsewhere: guestElsewhere,
      ...(person && { person }),
      ...(isOtherGuest && { type: sale.isFree ? sale.type : null, membershipId: null }),
    });
  };

  return {
    sale,
    updateSale,
    openStep: (step) => updateSale({ step }),
    goToNextStep: () => updateSale({ step: stepAfter(sale) }),
    chooseGuest: (guest, person) => chooseGuest(guest, person && { person }),
    selectGuest: ({ id, name, hotel, is_elsewhere }) =>
      chooseGuest(id, { elsewhere: is_elsewhere ? { name, hotel: hotel.name } : null }),
    ...forms,
    member: { record, problem: isVisibleMember ? (memberQuery.error?.message ?? null) : null },
    name,
    hotelId,
    type,
    offers,
    offersProblem: offersError?.message ?? null,
    retryOffers: () => void (firstOffers.error ? firstOffers.refetch() : typeOffers.refetch()),
    offer,
    submission,
  };
}

const trimmedText = (values: FormValues, name: string): string => {
  const value = values[name];
  return typeof value === 'string' ? value.trim() : '';
};
const fullNameOf = (person: FormValues): string =>
  `${trimmedText(person, 'first_name')} ${trimmedText(person, 'last_name')}`.trim();
const contactOf = (person: FormValues): string => {
  const email = trimmedText(person, 'email');
  return email !== '' && !isNoEmail(email) ? email : trimmedText(person, 'phone_no');
};

/** A renewal if the member's card can be renewed, a sale for a member without a card. Null until it is known. */
function defaultSaleType(hasMember: boolean, offers: Offers | undefined): SaleType | null {
  if (!hasMember) return SALE_TYPE.sale;
  if (!offers) return null;
  const { allowed, card } = offers;
  if (allowed.includes(SALE_TYPE.renewal)) return SALE_TYPE.renewal;
  // If a running card is outside its renewal window, the rejection says from when it can be renewed.
  return allowed.includes(SALE_TYPE.sale) || card === null ? SALE_TYPE.sale : SALE_TYPE.renewal;
}

function preferredMembershipId({ offers, card }: Offers, type: SaleType | null): number | null {
  const sameTier = offers.find(({ membership }) => type === SALE_TYPE.renewal && membership.id === card?.membership.id);
  return (sameTier ?? (offers.length === 1 ? offers[0] : undefined))?.membership.id ?? null;
}
