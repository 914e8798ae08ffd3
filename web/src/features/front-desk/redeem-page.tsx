import type { FrontDesk } from '@innkeeper/contract/calls';
import { useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { DeskLists } from '../../domain/desk-list.tsx';
import { Birthdays, RecentGuests } from '../../domain/guest-lists.tsx';
import { TodaysRedemptions } from '../../domain/todays-redemptions.tsx';
import { Page } from '../../ui/page.tsx';
import { usePageResult } from '../../ui/use-page-result.ts';
import { type DeskLookup, deskQuery } from './front-desk-calls.ts';
import { FrontDeskPage, SingleGuest } from './front-desk-page.tsx';
import { GuestDesk, type ScanTarget } from './guest-desk.tsx';
import type { CompletedRedemption } from './recent-actions.ts';
import { RedemptionDone } from './redemption-done.tsx';
import { isAllowedDate } from './redeem-date.ts';
import { useGuestQuery } from './use-guest-query.ts';
import { type SaleContext, useSaleContext } from '../../domain/use-sale-context.ts';

/**
 * Redemption while the guest waits: one box finds the guest by card, number or name, one screen shows the redeemable
 * vouchers, Enter redeems. One more key starts the next guest.
 */
export function RedeemPage() {
  const { t } = useLingui();
  const saleContext = useSaleContext();
  const { deskLookup, voucherId, search, selectGuest, clear } = useGuestQuery();
  /** The last redemption, until the guest leaves. */
  const [redemption, setRedemption] = useState<CompletedRedemption | null>(null);
  const [done, showDone] = usePageResult<CompletedRedemption>();
  const scanTarget: ScanTarget = useRef(null);
  const leaveGuest = () => {
    setRedemption(null);
    showDone(null);
    clear();
  };

  if (done) {
    return (
      <Page title={t`Redeem`} boxed>
        <RedemptionDone
          redemption={done}
          onNextGuest={leaveGuest}
          onSameGuest={() => showDone(null)}
          onScan={() => {
            // The code may be another voucher of the same guest.
            showDone(null);
            clear();
          }}
        />
      </Page>
    );
  }
  return (
    <FrontDeskPage
      title={t`Redeem`}
      saleContext={saleContext}
      acceptsVouchers
      deskLookup={deskLookup}
      onCode={(code) => scanTarget.current?.(code) ?? false}
      onSearch={search}
      renderGuest={(guest, hotelId) => (
        <GuestRedemption
          deskLookup={guest}
          hotelId={hotelId}
          voucherId={voucherId}
          saleContext={saleContext}
          previousRedemption={redemption}
          scanTarget={scanTarget}
          onChoose={selectGuest}
          onLeave={leaveGuest}
          onRedeemed={(completed) => {
            setRedemption(completed);
            showDone(completed);
          }}
        />
      )}
    >
      {deskLookup === null && saleContext.hotel && (
        <DeskLists>
          <RecentGuests onChoose={selectGuest} />
          <TodaysRedemptions hotelId={saleContext.hotel.id} />
          <Birthdays hotelId={saleContext.hotel.id} />
        </DeskLists>
      )}
    </FrontDeskPage>
  );
}

interface GuestRedemptionProps {
  deskLookup: DeskLookup;
  hotelId: number;
  voucherId: number | null;
  saleContext: SaleContext;
  previousRedemption: CompletedRedemption | null;
  scanTarget: ScanTarget;
  onChoose: (memberId: number) => void;
  onLeave: () => void;
  onRedeemed: (redemption: CompletedRedemption) => void;
}

function GuestRedemption({
  deskLookup,
  hotelId,
  voucherId,
  saleContext,
  previousRedemption,
  scanTarget,
  onChoose,
  onLeave,
  onRedeemed,
}: GuestRedemptionProps) {
  const [date, setDate] = useState<string | null>(null);
  const [isOutcomeUnknown, setOutcomeUnknown] = useState(false);
  const response = useQuery({
    ...deskQuery({ deskLookup, hotelId, date: isAllowedDate(date, new Date()) ? date : null }),
    enabled: !isOutcomeUnknown,
    // Same guest, different day: the old data stays until the new data has loaded.
    placeholderData: (previousData: FrontDesk | undefined) => previousData,
  });
  return (
    <SingleGuest deskLookup={deskLookup} response={response} acceptsVouchers onChoose={onChoose}>
      {(guest, { hotel }) => (
        <GuestDesk
          key={guest.member.id}
          guest={guest}
          hotel={hotel}
          requestedVoucherId={voucherId}
          saleContext={saleContext}
          initialBooking={previousRedemption?.guest.member.id === guest.member.id ? previousRedemption.bookingNo : ''}
          scanTarget={scanTarget}
          date={date}
          onDateChange={setDate}
          onLeave={onLeave}
          onRejected={() => {
            setOutcomeUnknown(false);
            void response.refetch();
          }}
          onOutcomeUnknown={() => setOutcomeUnknown(true)}
          onRedeemed={(redeemed) => onRedeemed({ ...redeemed, guest })}
        />
      )}
    </SingleGuest>
  );
}
