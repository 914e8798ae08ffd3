import type { ErrorCode } from '@innkeeper/contract';
import type { FrontDesk, DeskGuest } from '@innkeeper/contract/calls';
import { Trans } from '@lingui/react/macro';
import type { UseQueryResult } from '@tanstack/react-query';
import CreditCard from 'lucide-react/icons/credit-card';
import { Fragment, type ReactNode, useState } from 'react';
import { isApiError } from '../../session/api-error.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Page } from '../../ui/page.tsx';
import { ErrorState } from '../../ui/error-state.tsx';
import { DeskSearchBox } from './desk-search-box.tsx';
import type { DeskLookup } from './front-desk-calls.ts';
import { DeskHotelPicker } from '../../domain/desk-hotel-picker.tsx';
import { GuestChoice } from './guest-choice.tsx';
import { GuestSkeleton } from './guest-skeleton.tsx';
import { NoGuestFound } from './no-guest-found.tsx';
import { HotelPrompt } from '../../domain/hotel-prompt.tsx';
import { NoHotel } from '../../domain/no-hotel.tsx';
import { type SaleContext, needsHotelChoice } from '../../domain/use-sale-context.ts';

interface FrontDeskPageProps {
  title: string;
  saleContext: SaleContext;
  /** Vouchers can be scanned too. */
  acceptsVouchers?: boolean;
  deskLookup: DeskLookup | null;
  /** Handles a code before it is searched: true if it belongs to the guest on screen. */
  onCode?: (code: string) => boolean;
  onSearch: (q: string) => void;
  /** The content below the box for a requested guest at this hotel. */
  renderGuest: (deskLookup: DeskLookup, hotelId: number) => ReactNode;
  /** Shown below the guest. */
  children?: ReactNode;
}

/** A front desk page: its hotel, the search box and the guest found. */
export function FrontDeskPage({
  title,
  saleContext,
  acceptsVouchers = false,
  deskLookup,
  onCode,
  onSearch,
  renderGuest,
  children,
}: FrontDeskPageProps) {
  if (saleContext.hasNoHotel) {
    return (
      <Page title={title} boxed>
        <NoHotel />
      </Page>
    );
  }
  return (
    <Page title={title} aside={!needsHotelChoice(saleContext) && <DeskHotelPicker saleContext={saleContext} />} boxed>
      {needsHotelChoice(saleContext) ? (
        <HotelPrompt saleContext={saleContext} />
      ) : (
        <DeskSearchBox
          acceptsVouchers={acceptsVouchers}
          deskLookup={deskLookup}
          onCode={onCode}
          onSearch={onSearch}
          isReady={saleContext.hotel !== null}
        />
      )}
      {deskLookup && saleContext.hotel && (
        // Remount per guest so no input leaks from the previous one.
        <Fragment key={JSON.stringify([deskLookup, saleContext.hotel.id])}>
          {renderGuest(deskLookup, saleContext.hotel.id)}
        </Fragment>
      )}
      {!needsHotelChoice(saleContext) && children}
    </Page>
  );
}

/** Rejections of a number that is no longer valid: a retry would not help. */
const REPLACED_NUMBERS: ReadonlySet<string> = new Set<ErrorCode>(['card_replaced', 'voucher_reissued']);

interface SingleGuestProps {
  deskLookup: DeskLookup;
  response: UseQueryResult<FrontDesk>;
  /** Vouchers can be looked up too. */
  acceptsVouchers?: boolean;
  onChoose: (memberId: number) => void;
  /** The content for the selected guest. */
  children: (guest: DeskGuest, frontDesk: FrontDesk) => ReactNode;
}

/**
 * Resolves the search to one guest: found directly, chosen among several who share an address, or nobody of that name.
 */
export function SingleGuest({
  deskLookup,
  response: { data, error, refetch },
  acceptsVouchers = false,
  onChoose,
  children,
}: SingleGuestProps) {
  const [memberId, setMemberId] = useState<number | null>(null);
  if (error && REPLACED_NUMBERS.has(isApiError(error) ? error.code : ''))
    return (
      <div role="alert">
        <EmptyState icon={<CreditCard size={20} />} title={error.message}>
          <Trans>Ask for the new card, or search by phone, email or name.</Trans>
        </EmptyState>
      </div>
    );
  if (error) return <ErrorState message={error.message} onRetry={() => void refetch()} />;
  if (!data) return <GuestSkeleton />;
  const guest = data.guests.length === 1 ? data.guests[0] : data.guests.find(({ member }) => member.id === memberId);
  if (guest) return children(guest, data);
  if (data.guests.length > 1) {
    return (
      <GuestChoice
        guests={data.guests.map(({ member, card }) => ({ ...member, detail: card?.sbec_no ?? null }))}
        onChoose={setMemberId}
      />
    );
  }
  return <NoGuestFound deskLookup={deskLookup} acceptsVouchers={acceptsVouchers} onChoose={onChoose} />;
}
