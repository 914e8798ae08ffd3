import type { FrontDesk } from '@innkeeper/contract/calls';
import { useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { DeskLists } from './desk-list.tsx';
import { Birthdays, RecentGuests } from './guest-lists.tsx';
import { TodaysRedemptions } from './todays-redemptions.tsx';
import { Page } from '../../ui/page.tsx';
import { type DeskLookUp, deskQuery } from './front-desk-calls.ts';
import { FrontDeskPage, SingleGuest } from './front-desk-page.tsx';
import { GuestDesk } from './guest-desk.tsx';
import type { Done } from './recent-actions.ts';
import { Redeemed } from './redemption-done.tsx';
import { isAllowedDate } from './redeem-date.ts';
import { useGuestQuery } from './use-guest-query.ts';
import { type SaleContext, useSaleContext } from './use-sale-context.ts';

/**
 * Redemption while the guest waits: one box finds the guest by card, number or name, one screen shows the redeemable
 * vouchers, Enter redeems. One more key starts the next guest.
 */
export function RedeemPage() {
  const { t } = useLingui();
  const saleContext = useSaleContext();
  const { deskLookUp, voucherId, find, choose, leave } = useGuestQuery();
  const [done, setDone] = useState<Done | null>(null);

  if (done) {
    return (
      <Page title={t`Redeem`} boxed>
        <Redeemed
          done={done}
          onNext={() => {
            setDone(null);
            leave();
          }}
          onAgain={() => setDone(null)}
        />
      </Page>
    );
  }
  return (
    <FrontDeskPage
      title={t`Redeem`}
      saleContext={saleContext}
      withVouchers
      deskLookUp={deskLookUp}
      onFind={find}
      found={(guest, hotelId) => (
        <Found
          deskLookUp={guest}
          hotelId={hotelId}
          voucherId={voucherId}
          saleContext={saleContext}
          onChoose={choose}
          onLeave={leave}
          onDone={setDone}
        />
      )}
    >
      {deskLookUp === null && saleContext.hotel && (
        <DeskLists>
          <RecentGuests onGuest={choose} />
          <TodaysRedemptions hotelId={saleContext.hotel.id} />
          <Birthdays hotelId={saleContext.hotel.id} />
        </DeskLists>
      )}
    </FrontDeskPage>
  );
}

interface FoundProps {
  deskLookUp: DeskLookUp;
  hotelId: number;
  voucherId: number | null;
  saleContext: SaleContext;
  onChoose: (memberId: number) => void;
  onLeave: () => void;
  onDone: (done: Done) => void;
}

function Found({ deskLookUp, hotelId, voucherId, saleContext, onChoose, onLeave, onDone }: FoundProps) {
  const [date, setDate] = useState<string | null>(null);
  const [isOutcomeUnknown, setOutcomeUnknown] = useState(false);
  const response = useQuery({
    ...deskQuery({ deskLookUp, hotelId, date: isAllowedDate(date, new Date()) ? date : null }),
    enabled: !isOutcomeUnknown,
    // Same guest, different day: the old data stays until the new data has loaded.
    placeholderData: (before: FrontDesk | undefined) => before,
  });
  return (
    <SingleGuest deskLookUp={deskLookUp} response={response} withVouchers onChoose={onChoose}>
      {(guest, { hotel }) => (
        <GuestDesk
          key={guest.member.id}
          guest={guest}
          hotel={hotel}
          selectedId={voucherId}
          saleContext={saleContext}
          date={date}
          onDate={setDate}
          onLeave={onLeave}
          onRejected={() => {
            setOutcomeUnknown(false);
            void response.refetch();
          }}
          onOutcomeUnknown={() => setOutcomeUnknown(true)}
          onDone={(record, voucher) => onDone({ record, guest, voucher })}
        />
      )}
    </SingleGuest>
  );
}
