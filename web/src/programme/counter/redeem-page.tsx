import type { Counter } from '@innkeeper/contract/calls';
import { useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { DeskLists } from '../desk/desk-list.tsx';
import { Birthdays, LastGuests } from '../desk/guest-lists.tsx';
import { TodaysRedemptions } from '../desk/todays-redemptions.tsx';
import { Page } from '../../ui/page.tsx';
import { type Asked, counterQuery } from './counter-calls.ts';
import { CounterPage, OneGuest } from './counter-page.tsx';
import { GuestDesk } from './guest-desk.tsx';
import type { Done } from './just-done.ts';
import { Redeemed } from './redeemed.tsx';
import { isInReach } from './redeem-date.ts';
import { useAsked } from './use-asked.ts';
import { type CounterPlace, useCounterPlace } from '../desk/use-counter.ts';

/**
 * Redeeming with a guest waiting: one box finds the guest by card, number or name, one screen shows the vouchers that can be
 * redeemed, Enter redeems. After that the next guest is one key away.
 */
export function RedeemPage() {
  const { t } = useLingui();
  const place = useCounterPlace();
  const { asked, voucherId, find, choose, leave } = useAsked();
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
    <CounterPage
      title={t`Redeem`}
      place={place}
      withVouchers
      asked={asked}
      onFind={find}
      found={(guest, hotelId) => (
        <Found
          asked={guest}
          hotelId={hotelId}
          voucherId={voucherId}
          place={place}
          onChoose={choose}
          onLeave={leave}
          onDone={setDone}
        />
      )}
    >
      {asked === null && place.hotel && (
        <DeskLists>
          <LastGuests onGuest={choose} />
          <TodaysRedemptions hotelId={place.hotel.id} />
          <Birthdays hotelId={place.hotel.id} />
        </DeskLists>
      )}
    </CounterPage>
  );
}

interface FoundProps {
  asked: Asked;
  hotelId: number;
  voucherId: number | null;
  place: CounterPlace;
  onChoose: (memberId: number) => void;
  onLeave: () => void;
  onDone: (done: Done) => void;
}

function Found({ asked, hotelId, voucherId, place, onChoose, onLeave, onDone }: FoundProps) {
  const [date, setDate] = useState<string | null>(null);
  const [isLost, setLost] = useState(false);
  const answer = useQuery({
    ...counterQuery({ asked, hotelId, date: isInReach(date, new Date()) ? date : null }),
    enabled: !isLost,
    // The same guest on another day: the old data stays until the new data is there.
    placeholderData: (before: Counter | undefined) => before,
  });
  return (
    <OneGuest asked={asked} answer={answer} withVouchers onChoose={onChoose}>
      {(guest, { hotel }) => (
        <GuestDesk
          key={guest.member.id}
          guest={guest}
          hotel={hotel}
          wanted={voucherId}
          place={place}
          date={date}
          onDate={setDate}
          onLeave={onLeave}
          onRefused={() => {
            setLost(false);
            void answer.refetch();
          }}
          onLost={() => setLost(true)}
          onDone={(record, voucher) => onDone({ record, guest, voucher })}
        />
      )}
    </OneGuest>
  );
}
