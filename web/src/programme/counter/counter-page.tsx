import type { ErrorCode } from '@innkeeper/contract';
import type { Counter, CounterGuest } from '@innkeeper/contract/calls';
import { Trans } from '@lingui/react/macro';
import type { UseQueryResult } from '@tanstack/react-query';
import CreditCard from 'lucide-react/icons/credit-card';
import { Fragment, type ReactNode, useState } from 'react';
import { isApiError } from '../../session/api-error.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Page } from '../../ui/page.tsx';
import { ErrorState } from '../../ui/error-state.tsx';
import { CounterBox } from './counter-box.tsx';
import type { Asked } from './counter-calls.ts';
import { CounterHotel } from './counter-hotel.tsx';
import { GuestChoice } from './guest-choice.tsx';
import { GuestSkeleton } from './guest-skeleton.tsx';
import { Nobody } from './nobody.tsx';
import { WhereAreYou } from './where-are-you.tsx';
import { type CounterPlace, isNowhere } from '../desk/use-counter.ts';

interface CounterPageProps {
  title: string;
  place: CounterPlace;
  /** Vouchers are scanned here too. */
  withVouchers?: boolean;
  asked: Asked | null;
  onFind: (q: string) => void;
  /** The part below the box once a guest is asked for, at this hotel. */
  found: (asked: Asked, hotelId: number) => ReactNode;
  /** Stands at the end. */
  children?: ReactNode;
}

/** A page of the counter: its hotel, the one box, and the guest found. */
export function CounterPage({ title, place, withVouchers = false, asked, onFind, found, children }: CounterPageProps) {
  return (
    <Page title={title} aside={!isNowhere(place) && <CounterHotel place={place} />} boxed>
      {isNowhere(place) ? (
        <WhereAreYou place={place} />
      ) : (
        <CounterBox withVouchers={withVouchers} asked={asked} onFind={onFind} isReady={place.hotel !== null} />
      )}
      {asked && place.hotel && (
        // Another question is another guest: nothing that was typed for the last one stays.
        <Fragment key={JSON.stringify([asked, place.hotel.id])}>{found(asked, place.hotel.id)}</Fragment>
      )}
      {!isNowhere(place) && children}
    </Page>
  );
}

/** Refusals of a number that serves no more: asking again would not help. */
const GIVEN_UP: ReadonlySet<string> = new Set<ErrorCode>(['card_replaced', 'voucher_reissued']);

interface OneGuestProps {
  asked: Asked;
  answer: UseQueryResult<Counter>;
  /** Vouchers are asked for here too. */
  withVouchers?: boolean;
  onChoose: (memberId: number) => void;
  /** The page for the guest who is meant. */
  children: (guest: CounterGuest, counter: Counter) => ReactNode;
}

/** The one guest who is meant: found at once, chosen among several who share an address, or nobody of that name. */
export function OneGuest({
  asked,
  answer: { data, error, refetch },
  withVouchers = false,
  onChoose,
  children,
}: OneGuestProps) {
  const [memberId, setMemberId] = useState<number | null>(null);
  if (error && GIVEN_UP.has(isApiError(error) ? error.code : ''))
    return (
      <div role="alert">
        <EmptyState icon={<CreditCard size={20} aria-hidden="true" />} title={error.message}>
          <Trans>Ask for the new one, or find the guest by telephone, email or name.</Trans>
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
  return <Nobody asked={asked} withVouchers={withVouchers} onChoose={onChoose} />;
}
