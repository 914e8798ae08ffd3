import { getResource, permission } from '@innkeeper/contract';
import type { DeskVoucher } from '@innkeeper/contract/calls';
import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { Link } from '@tanstack/react-router';
import Check from 'lucide-react/icons/check';
import { type ReactNode, useRef } from 'react';
import { formatDateTime } from '../../format/date.ts';
import { useLanguage } from '../../i18n/use-label.ts';
import { type ResourceRecord, nestedAt } from '../../engine/data/record.ts';
import { canRevert } from '../../engine/data/revert.ts';
import { PrintReceipt, type ReceiptFacts, receiptAmount } from '../../domain/receipt.tsx';
import { voidRedemptions } from '../../domain/void-redemptions.ts';
import { MailLine } from '../../domain/mail-line.tsx';
import { can } from '../../session/user.ts';
import { resourcePath } from '../../engine/data/resource-path.ts';
import { useFocusOnMount } from '../../ui/focus-on-mount.ts';
import { Button } from '../../ui/button.tsx';
import type { CompletedRedemption } from './recent-actions.ts';
import { useScanner } from './use-scanner.ts';
import { VoucherWorth, sumVouchers } from './voucher-worth.tsx';

interface RedemptionDoneProps {
  redemption: CompletedRedemption;
  onNextGuest: () => void;
  /** Returns to the same guest. */
  onSameGuest: () => void;
  /** A code is being scanned: returns to the search box. */
  onScan: () => void;
}

/** The completed redemption: vouchers, guest, numbers. The next guest and Undo are one key away. */
export function RedemptionDone({
  redemption: { records, guest, vouchers },
  onNextGuest,
  onSameGuest,
  onScan,
}: RedemptionDoneProps) {
  const { t } = useLingui();
  const language = useLanguage();
  const nextGuestButton = useRef<HTMLButtonElement>(null);
  // Focus before paint: a user who presses Enter again early means this button.
  useFocusOnMount(nextGuestButton);
  // The next guest's card can be scanned without pressing the button.
  useScanner(onScan);
  const [record] = records;
  const nameOf = (voucher: DeskVoucher) => (language === 'id' ? voucher.name_id : voucher.name);
  const numbers = records.map(({ redeem_no }) => String(redeem_no));
  const isSingle = vouchers.length === 1;
  /** A value that all redemptions share. */
  const textOf = (field: string) => (typeof record?.[field] === 'string' ? record[field] : '');
  const when = formatDateTime(textOf('redeem_date'), textOf('time_zone'));
  const hotelName = (record && nestedAt(record, 'redeem_hotel')?.name) ?? '';
  const hasOtherVouchers = guest.vouchers.some(
    ({ id, rejection }) => rejection === null && vouchers.every((voucher) => voucher.id !== id),
  );

  const receipt: ReceiptFacts = {
    title: t`Redemption`,
    number: numbers.join(', '),
    hotel: hotelName,
    lines: [
      [t`When`, when],
      [t`Guest`, guest.member.name],
      ...vouchers.flatMap((voucher): ReceiptFacts['lines'] =>
        isSingle
          ? [
              [t`Voucher`, nameOf(voucher)],
              [t`Voucher number`, voucher.voucher_no],
            ]
          : [[nameOf(voucher), `${voucher.voucher_no} · ${receiptAmount(voucher.nominal, voucher.currency) ?? ''}`]],
      ),
      [t`Booking number`, textOf('booking_no')],
      [t`Staff name`, textOf('staff_name')],
    ],
    total: [
      t`Value`,
      sumVouchers(vouchers)
        .map(({ amount, currency }) => receiptAmount(amount, currency))
        .join(' + '),
    ],
  };

  const revertRedemption = async () => {
    if (await voidRedemptions(records)) onSameGuest();
  };

  return (
    <section
      aria-labelledby="redemption-done"
      className="mx-auto mt-2 flex w-full max-w-lg flex-col items-center rounded-lg border border-border bg-surface px-5 py-8 text-center sm:mt-8 sm:px-8 sm:py-10"
    >
      <span
        aria-hidden="true"
        className="mb-5 flex size-16 items-center justify-center rounded-full bg-success-soft text-success-text"
      >
        <Check size={34} strokeWidth={2.5} />
      </span>
      <div role="status">
        <h2 id="redemption-done" className="text-2xl font-semibold">
          <Trans>Redeemed</Trans>
        </h2>
        <p className="mt-1 text-lg font-medium">
          {isSingle ? vouchers.map(nameOf) : <Plural value={vouchers.length} one="# voucher" other="# vouchers" />}
        </p>
        <p className="text-muted">
          <VoucherWorth vouchers={vouchers} />
        </p>
      </div>
      <dl className="mt-6 grid w-full grid-cols-[fit-content(55%)_1fr] gap-x-6 gap-y-1.5 border-t border-border pt-5 text-left">
        {records.map((redemption, index) => {
          const voucher = vouchers[index];
          return (
            <Fact key={redemption.id} label={isSingle || !voucher ? t`Number` : nameOf(voucher)}>
              <RedemptionNumber record={redemption} />
            </Fact>
          );
        })}
        <Fact label={t`Guest`}>{guest.member.name}</Fact>
        <Fact label={t`Booking number`}>{textOf('booking_no')}</Fact>
        <Fact label={t`Where`}>{hotelName}</Fact>
        <Fact label={t`When`}>{when}</Fact>
        <Fact label={t`Staff name`}>{textOf('staff_name')}</Fact>
      </dl>
      <div className="mt-7 flex w-full flex-col gap-2.5">
        <Button ref={nextGuestButton} variant="primary" className="h-12! w-full text-lg!" onClick={onNextGuest}>
          <Trans>Next guest</Trans>
        </Button>
        {!guest.member.is_elsewhere && record && <MailLine resource="voucher_redeem" id={record.id} />}
        <div className="flex flex-wrap justify-center gap-2">
          <PrintReceipt className="grow" receipt={receipt} />
          {hasOtherVouchers && (
            <Button className="grow" onClick={onSameGuest}>
              <Trans>Another voucher for this guest</Trans>
            </Button>
          )}
          {records.every((redemption) => canRevert(getResource('voucher_redeem'), redemption)) && (
            <Button className="grow text-danger-text!" onClick={() => void revertRedemption()}>
              <Trans>Undo</Trans>
            </Button>
          )}
        </div>
      </div>
    </section>
  );
}

/** The number of a redemption, as a link to it for users who may see it. */
function RedemptionNumber({ record }: { record: ResourceRecord }) {
  const number = String(record['redeem_no']);
  return can(permission('VIEW', getResource('voucher_redeem').permission)) ? (
    <Link to={resourcePath('voucher_redeem', record.id)} className="font-medium hover:underline">
      {number}
    </Link>
  ) : (
    <span className="font-medium">{number}</span>
  );
}

function Fact({ label, children }: { label: string; children: ReactNode }) {
  return (
    <>
      <dt className="min-w-0 break-words text-muted">{label}</dt>
      <dd className="min-w-0 text-right break-words tabular">{children}</dd>
    </>
  );
}
