import type { Counter, CounterGuest, CounterVoucher } from '@innkeeper/contract/calls';
import { Trans, useLingui } from '@lingui/react/macro';
import TicketX from 'lucide-react/icons/ticket-x';
import { type RefObject, useRef, useState } from 'react';
import { useLanguage } from '../../i18n/use-label.ts';
import type { ResourceRecord } from '../../engine/data/record.ts';
import { useArrivalFocus } from '../../ui/arrival-focus.ts';
import { Button } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { usePageKeys } from '../../ui/page-keys.ts';
import { RadioGroup } from '../../ui/radio-group.tsx';
import { GuestHead } from './guest-head.tsx';
import { RedeemForm } from './redeem-form.tsx';
import { RefusedVouchers } from './refused-vouchers.tsx';
import type { CounterPlace } from '../desk/use-counter.ts';
import { VoucherCards } from './voucher-cards.tsx';
import { meantVoucher, stacksOf } from './voucher-stacks.ts';

interface GuestDeskProps {
  guest: CounterGuest;
  hotel: Counter['hotel'];
  /** The voucher that the address names. */
  wanted: number | null;
  place: CounterPlace;
  date: string | null;
  onDate: (date: string | null) => void;
  onLeave: () => void;
  /** Somebody else was faster, or something changed meanwhile. */
  onRefused: () => void;
  /** No answer came: until there is one nothing on the screen may change, so that trying again means the same voucher. */
  onLost: () => void;
  onDone: (record: ResourceRecord, voucher: CounterVoucher) => void;
}

/**
 * One guest on one screen: the vouchers that can be redeemed and the few fields of a redemption; below, the other vouchers with
 * the reasons why not.
 */
export function GuestDesk({
  guest,
  hotel,
  wanted,
  place,
  date,
  onDate,
  onLeave,
  onRefused,
  onLost,
  onDone,
}: GuestDeskProps) {
  const { t } = useLingui();
  const stacks = stacksOf(guest.vouchers, wanted);
  const refused = guest.vouchers.filter(({ refusal }) => refusal !== null);
  const [chosenId, setChosenId] = useState(() => meantVoucher(stacks, wanted));
  const chosen = stacks.find(({ first }) => first.id === chosenId)?.first ?? null;
  const firstCard = useRef<HTMLInputElement>(null);
  const booking = useRef<HTMLInputElement>(null);
  const next = useRef<HTMLButtonElement>(null);
  const [begin] = useState<RefObject<HTMLElement | null>>(chosen ? booking : stacks.length > 0 ? firstCard : next);
  useArrivalFocus(begin);

  const choose = (id: number) => {
    setChosenId(id);
    booking.current?.focus();
  };
  const language = useLanguage();
  usePageKeys([
    ...stacks.slice(0, 9).map(({ first }, index) => ({
      key: String(index + 1),
      label: language === 'id' ? first.name_id : first.name,
      act: () => choose(first.id),
    })),
    { key: 'Escape', label: t`To the next guest`, act: onLeave },
  ]);

  const here = hotel.name;
  if (stacks.length === 0) {
    return (
      <>
        <GuestHead guest={guest} />
        <EmptyState
          icon={<TicketX size={20} />}
          title={<Trans>Nothing can be honoured at {here} now.</Trans>}
          action={
            <Button ref={next} variant="primary" onClick={onLeave}>
              <Trans>Next guest</Trans>
            </Button>
          }
        >
          {guest.vouchers.length > 0 ? (
            <Trans>Why not stands below, in words to read to the guest.</Trans>
          ) : (
            <Trans>This guest has no vouchers.</Trans>
          )}
        </EmptyState>
        <RefusedVouchers vouchers={refused} leftOut={guest.left_out} />
      </>
    );
  }
  return (
    <>
      <GuestHead guest={guest} />
      <div className="mt-5 grid items-start gap-x-8 gap-y-6 @4xl:grid-cols-[minmax(0,1fr)_22rem]">
        <section aria-labelledby="counter-honoured" className="min-w-0">
          <h3 id="counter-honoured" className="mb-2 font-medium">
            <Trans>Can be honoured at {here} now</Trans>
          </h3>
          <RadioGroup aria-labelledby="counter-honoured" className="@container">
            <VoucherCards
              ref={firstCard}
              stacks={stacks}
              chosen={chosen?.id ?? null}
              onChoose={setChosenId}
              onPick={() => booking.current?.focus()}
            />
          </RadioGroup>
          <div className="@max-4xl:hidden">
            <RefusedVouchers vouchers={refused} leftOut={guest.left_out} />
          </div>
        </section>
        <RedeemForm
          label={t`Redeem`}
          guest={guest}
          voucher={chosen}
          hotelId={hotel.id}
          place={place}
          date={date}
          onDate={onDate}
          onRefused={onRefused}
          onLost={onLost}
          onDone={onDone}
          onUnchosen={() => firstCard.current?.focus()}
          bookingRef={booking}
        />
      </div>
      <div className="@4xl:hidden">
        <RefusedVouchers vouchers={refused} leftOut={guest.left_out} />
      </div>
    </>
  );
}
