import type { FrontDesk, DeskGuest, DeskVoucher } from '@innkeeper/contract/calls';
import { Trans, useLingui } from '@lingui/react/macro';
import TicketX from 'lucide-react/icons/ticket-x';
import { type RefObject, useRef, useState } from 'react';
import { useLanguage } from '../../i18n/use-label.ts';
import type { ResourceRecord } from '../../engine/data/record.ts';
import { useFocusOnMount } from '../../ui/focus-on-mount.ts';
import { Button } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { usePageKeys } from '../../ui/page-keys.ts';
import { RadioGroup } from '../../ui/radio-group.tsx';
import { GuestHead } from './guest-header.tsx';
import { RedeemForm } from './redeem-form.tsx';
import { UnavailableVouchers } from './unavailable-vouchers.tsx';
import type { SaleContext } from './use-sale-context.ts';
import { VoucherCards } from './voucher-cards.tsx';
import { initialVoucherId, stacksOf } from './voucher-stacks.ts';

interface GuestDeskProps {
  guest: DeskGuest;
  hotel: FrontDesk['hotel'];
  /** The voucher given in the address. */
  selectedId: number | null;
  saleContext: SaleContext;
  date: string | null;
  onDate: (date: string | null) => void;
  onLeave: () => void;
  /** Another user was faster, or something changed meanwhile. */
  onRejected: () => void;
  /** No response arrived. Until one does, nothing on the screen may change, so a retry redeems the same voucher. */
  onOutcomeUnknown: () => void;
  onDone: (record: ResourceRecord, voucher: DeskVoucher) => void;
}

/**
 * One guest on one screen: the redeemable vouchers and the few fields of a redemption. Below are the other vouchers
 * with the reasons why they cannot be redeemed.
 */
export function GuestDesk({
  guest,
  hotel,
  selectedId,
  saleContext,
  date,
  onDate,
  onLeave,
  onRejected,
  onOutcomeUnknown,
  onDone,
}: GuestDeskProps) {
  const { t } = useLingui();
  const stacks = stacksOf(guest.vouchers, selectedId);
  const rejected = guest.vouchers.filter(({ rejection }) => rejection !== null);
  const [chosenId, setChosenId] = useState(() => initialVoucherId(stacks, selectedId));
  const chosen = stacks.find(({ first }) => first.id === chosenId)?.first ?? null;
  const firstCardRef = useRef<HTMLInputElement>(null);
  const booking = useRef<HTMLInputElement>(null);
  const next = useRef<HTMLButtonElement>(null);
  const [begin] = useState<RefObject<HTMLElement | null>>(chosen ? booking : stacks.length > 0 ? firstCardRef : next);
  useFocusOnMount(begin);

  const choose = (id: number) => {
    setChosenId(id);
    booking.current?.focus();
  };
  const language = useLanguage();
  usePageKeys([
    ...stacks.slice(0, 9).map(({ first }, index) => ({
      key: String(index + 1),
      label: language === 'id' ? first.name_id : first.name,
      run: () => choose(first.id),
    })),
    { key: 'Escape', label: t`Next guest`, run: onLeave },
  ]);

  const here = hotel.name;
  if (stacks.length === 0) {
    return (
      <>
        <GuestHead guest={guest} />
        <EmptyState
          icon={<TicketX size={20} />}
          title={<Trans>Nothing redeemable now at {here}</Trans>}
          action={
            <Button ref={next} variant="primary" onClick={onLeave}>
              <Trans>Next guest</Trans>
            </Button>
          }
        >
          {guest.vouchers.length > 0 ? (
            <Trans>The reasons are below.</Trans>
          ) : (
            <Trans>This guest has no vouchers.</Trans>
          )}
        </EmptyState>
        <UnavailableVouchers vouchers={rejected} omittedCount={guest.left_out} />
      </>
    );
  }
  return (
    <>
      <GuestHead guest={guest} />
      <div className="mt-5 grid items-start gap-x-8 gap-y-6 @4xl:grid-cols-[minmax(0,1fr)_22rem]">
        <section aria-labelledby="counter-honoured" className="min-w-0">
          <h3 id="counter-honoured" className="mb-2 font-medium">
            <Trans>Redeemable now at {here}</Trans>
          </h3>
          <RadioGroup aria-labelledby="counter-honoured" className="@container">
            <VoucherCards
              ref={firstCardRef}
              stacks={stacks}
              chosen={chosen?.id ?? null}
              onChoose={setChosenId}
              onPick={() => booking.current?.focus()}
            />
          </RadioGroup>
          <div className="@max-4xl:hidden">
            <UnavailableVouchers vouchers={rejected} omittedCount={guest.left_out} />
          </div>
        </section>
        <RedeemForm
          label={t`Redeem`}
          guest={guest}
          voucher={chosen}
          hotelId={hotel.id}
          saleContext={saleContext}
          date={date}
          onDate={onDate}
          onRejected={onRejected}
          onOutcomeUnknown={onOutcomeUnknown}
          onDone={onDone}
          onNothingSelected={() => firstCardRef.current?.focus()}
          bookingRef={booking}
        />
      </div>
      <div className="@4xl:hidden">
        <UnavailableVouchers vouchers={rejected} omittedCount={guest.left_out} />
      </div>
    </>
  );
}
