import { stripDigitSeparators } from '@innkeeper/contract';
import type { FrontDesk, DeskGuest } from '@innkeeper/contract/calls';
import { Trans, useLingui } from '@lingui/react/macro';
import TicketX from 'lucide-react/icons/ticket-x';
import { type RefObject, useEffect, useRef, useState } from 'react';
import { useLanguage } from '../../i18n/use-label.ts';
import { useFocusOnMount } from '../../ui/focus-on-mount.ts';
import { Button } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { usePageKeys } from '../../ui/page-keys.ts';
import { GuestHeader } from './guest-header.tsx';
import type { RedeemedVouchers } from './recent-actions.ts';
import { RedeemForm } from './redeem-form.tsx';
import { UnavailableVouchers } from './unavailable-vouchers.tsx';
import type { SaleContext } from '../../domain/use-sale-context.ts';
import { VoucherCards } from './voucher-cards.tsx';
import { type VoucherStack, groupIntoStacks, initialVoucherId, selectCount, selectedOf } from './voucher-stacks.ts';

/** What the guest on screen does with a scanned code: returns true if it is one of their vouchers, and selects it. */
export type ScanTarget = RefObject<((code: string) => boolean) | null>;

interface GuestDeskProps {
  guest: DeskGuest;
  hotel: FrontDesk['hotel'];
  /** The voucher id in the address. */
  requestedVoucherId: number | null;
  saleContext: SaleContext;
  /** The booking number of the guest's previous redemption. */
  initialBooking: string;
  scanTarget: ScanTarget;
  date: string | null;
  onDateChange: (date: string | null) => void;
  onLeave: () => void;
  /** Another user was faster, or something changed meanwhile. */
  onRejected: () => void;
  /** No response arrived. Until one does, nothing on the screen may change, so a retry redeems the same voucher. */
  onOutcomeUnknown: () => void;
  onRedeemed: (redeemed: RedeemedVouchers) => void;
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
  initialBooking,
  scanTarget,
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
  const [{ selectedIds, isProposed }, setSelected] = useState(() => createSelection(stacks, requestedVoucherId));
  const select = (ids: readonly number[]) => setSelected({ selectedIds: ids, isProposed: false });
  const selection = stacks.flatMap((stack) => {
    const vouchers = selectedOf(stack, selectedIds);
    return vouchers.length > 0 ? [{ stack, vouchers }] : [];
  });
  const selectedVouchers = selection.flatMap(({ vouchers }) => vouchers);
  const cardRef = useRef<HTMLInputElement>(null);
  const bookingRef = useRef<HTMLInputElement>(null);
  const nextGuestButton = useRef<HTMLButtonElement>(null);
  const [initialFocusRef] = useState<RefObject<HTMLElement | null>>(
    selection.length > 0 ? bookingRef : stacks.length > 0 ? cardRef : nextGuestButton,
  );
  useFocusOnMount(initialFocusRef);

  const setCount = (stack: VoucherStack, count: number) => select(selectCount(stack, count, selectedIds));
  const tick = (stack: VoucherStack) => setCount(stack, selectedOf(stack, selectedIds).length > 0 ? 0 : 1);
  /** Selects a voucher alone, or adds it once several are selected. */
  const choose = (stack: VoucherStack) => {
    if (selectedVouchers.length > 1) return tick(stack);
    select([stack.first.id]);
    bookingRef.current?.focus();
  };
  useEffect(() => {
    scanTarget.current = (code) => {
      const scannedNo = stripDigitSeparators(code).toUpperCase();
      const scanned = stacks.flatMap(({ vouchers }) => vouchers).find(({ voucher_no }) => voucher_no === scannedNo);
      if (!scanned) return false;
      select(isProposed ? [scanned.id] : [...new Set([...selectedIds, scanned.id])]);
      bookingRef.current?.focus();
      return true;
    };
    return () => {
      scanTarget.current = null;
    };
  });
  const language = useLanguage();
  usePageKeys([
    ...stacks.slice(0, 9).map((stack, index) => ({
      key: String(index + 1),
      label: language === 'id' ? stack.first.name_id : stack.first.name,
      run: () => choose(stack),
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
          <div role="group" aria-labelledby="redeemable-vouchers" className="@container">
            <VoucherCards
              ref={cardRef}
              stacks={stacks}
              selectedIds={selectedVouchers.map(({ id }) => id)}
              onChoose={choose}
              onTick={tick}
              onConfirm={() => bookingRef.current?.focus()}
            />
          </div>
          <div className="@max-4xl:hidden">
            <UnavailableVouchers vouchers={unavailableVouchers} omittedCount={guest.left_out} />
          </div>
        </section>
        <RedeemForm
          label={t`Redeem`}
          guest={guest}
          selection={selection}
          onCountChange={setCount}
          hotelId={hotel.id}
          hotelZone={hotel.time_zone}
          saleContext={saleContext}
          initialBooking={initialBooking}
          date={date}
          onDateChange={onDateChange}
          onRejected={onRejected}
          onOutcomeUnknown={onOutcomeUnknown}
          onRedeemed={onRedeemed}
          onNothingSelected={() => cardRef.current?.focus()}
          bookingRef={bookingRef}
        />
      </div>
      <div className="@4xl:hidden">
        <UnavailableVouchers vouchers={unavailableVouchers} omittedCount={guest.left_out} />
      </div>
    </>
  );
}

interface Selection {
  readonly selectedIds: readonly number[];
  /** Nobody has presented or chosen the selected voucher: it is of the only kind. */
  readonly isProposed: boolean;
}

function createSelection(stacks: readonly VoucherStack[], requestedId: number | null): Selection {
  const id = initialVoucherId(stacks, requestedId);
  const isPresented = stacks.some(({ first }) => first.id === id && (first.hit || id === requestedId));
  return { selectedIds: id === null ? [] : [id], isProposed: !isPresented };
}
