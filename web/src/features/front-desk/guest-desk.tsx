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
import { GuestHeader } from './guest-header.tsx';
import { RedeemForm } from './redeem-form.tsx';
import { UnavailableVouchers } from './unavailable-vouchers.tsx';
import type { SaleContext } from '../../domain/use-sale-context.ts';
import { VoucherCards } from './voucher-cards.tsx';
import { initialVoucherId, groupIntoStacks } from './voucher-stacks.ts';

interface GuestDeskProps {
  guest: DeskGuest;
  hotel: FrontDesk['hotel'];
  /** The voucher id in the address. */
  requestedVoucherId: number | null;
  saleContext: SaleContext;
  date: string | null;
  onDateChange: (date: string | null) => void;
  onLeave: () => void;
  /** Another user was faster, or something changed meanwhile. */
  onRejected: () => void;
  /** No response arrived. Until one does, nothing on the screen may change, so a retry redeems the same voucher. */
  onOutcomeUnknown: () => void;
  onRedeemed: (record: ResourceRecord, voucher: DeskVoucher) => void;
}

/**
 * One guest on one screen: the redeemable vouchers and the few fields of a redemption. Below are the other vouchers
 * with the reasons why they cannot be redeemed.
 */
export function GuestDesk({
  guest,
  hotel,
  requestedVoucherId,
  saleContext,
  date,
  onDateChange,
  onLeave,
  onRejected,
  onOutcomeUnknown,
  onRedeemed,
}: GuestDeskProps) {
  const { t } = useLingui();
  const stacks = groupIntoStacks(guest.vouchers, requestedVoucherId);
  const unavailableVouchers = guest.vouchers.filter(({ rejection }) => rejection !== null);
  const [selectedVoucherId, setSelectedVoucherId] = useState(() => initialVoucherId(stacks, requestedVoucherId));
  const selectedVoucher = stacks.find(({ first }) => first.id === selectedVoucherId)?.first ?? null;
  const firstCardRef = useRef<HTMLInputElement>(null);
  const bookingRef = useRef<HTMLInputElement>(null);
  const nextGuestButton = useRef<HTMLButtonElement>(null);
  const [initialFocusRef] = useState<RefObject<HTMLElement | null>>(
    selectedVoucher ? bookingRef : stacks.length > 0 ? firstCardRef : nextGuestButton,
  );
  useFocusOnMount(initialFocusRef);

  const selectVoucher = (id: number) => {
    setSelectedVoucherId(id);
    bookingRef.current?.focus();
  };
  const language = useLanguage();
  usePageKeys([
    ...stacks.slice(0, 9).map(({ first }, index) => ({
      key: String(index + 1),
      label: language === 'id' ? first.name_id : first.name,
      run: () => selectVoucher(first.id),
    })),
    { key: 'Escape', label: t`Next guest`, run: onLeave },
  ]);

  const hotelName = hotel.name;
  if (stacks.length === 0) {
    return (
      <>
        <GuestHeader guest={guest} />
        <EmptyState
          icon={<TicketX size={20} />}
          title={<Trans>Nothing redeemable now at {hotelName}</Trans>}
          action={
            <Button ref={nextGuestButton} variant="primary" onClick={onLeave}>
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
        <UnavailableVouchers vouchers={unavailableVouchers} omittedCount={guest.left_out} />
      </>
    );
  }
  return (
    <>
      <GuestHeader guest={guest} />
      <div className="mt-5 grid items-start gap-x-8 gap-y-6 @4xl:grid-cols-[minmax(0,1fr)_22rem]">
        <section aria-labelledby="redeemable-vouchers" className="min-w-0">
          <h3 id="redeemable-vouchers" className="mb-2 font-medium">
            <Trans>Redeemable now at {hotelName}</Trans>
          </h3>
          <RadioGroup aria-labelledby="redeemable-vouchers" className="@container">
            <VoucherCards
              ref={firstCardRef}
              stacks={stacks}
              selectedId={selectedVoucher?.id ?? null}
              onChoose={setSelectedVoucherId}
              onConfirm={() => bookingRef.current?.focus()}
            />
          </RadioGroup>
          <div className="@max-4xl:hidden">
            <UnavailableVouchers vouchers={unavailableVouchers} omittedCount={guest.left_out} />
          </div>
        </section>
        <RedeemForm
          label={t`Redeem`}
          guest={guest}
          voucher={selectedVoucher}
          hotelId={hotel.id}
          hotelZone={hotel.time_zone}
          saleContext={saleContext}
          date={date}
          onDateChange={onDateChange}
          onRejected={onRejected}
          onOutcomeUnknown={onOutcomeUnknown}
          onRedeemed={onRedeemed}
          onNothingSelected={() => firstCardRef.current?.focus()}
          bookingRef={bookingRef}
        />
      </div>
      <div className="@4xl:hidden">
        <UnavailableVouchers vouchers={unavailableVouchers} omittedCount={guest.left_out} />
      </div>
    </>
  );
}
