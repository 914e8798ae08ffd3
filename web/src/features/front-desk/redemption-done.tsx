import { getResource, permission } from '@innkeeper/contract';
import { Trans, useLingui } from '@lingui/react/macro';
import { Link } from '@tanstack/react-router';
import Check from 'lucide-react/icons/check';
import { type ReactNode, useRef } from 'react';
import { formatDateTime } from '../../format/date.ts';
import { useLanguage } from '../../i18n/use-label.ts';
import { nestedAt } from '../../engine/data/record.ts';
import { canRevert } from '../../engine/data/revert.ts';
import { PrintReceipt, type ReceiptFacts, receiptAmount } from '../../domain/receipt.tsx';
import { voidRedemption } from '../../domain/void-redemption.ts';
import { MailLine } from '../../domain/mail-line.tsx';
import { can } from '../../session/user.ts';
import { resourcePath } from '../../engine/data/resource-path.ts';
import { useFocusOnMount } from '../../ui/focus-on-mount.ts';
import { Button } from '../../ui/button.tsx';
import type { CompletedRedemption } from './recent-actions.ts';
import { useScanner } from './use-scanner.ts';
import { Money } from '../../session/money.tsx';

interface RedemptionDoneProps {
  redemption: CompletedRedemption;
  onNextGuest: () => void;
  /** Returns to the same guest. */
  onSameGuest: () => void;
}

/** The completed redemption: voucher, guest, number. The next guest and Undo are one key away. */
export function RedemptionDone({
  redemption: { record, guest, voucher },
  onNextGuest,
  onSameGuest,
}: RedemptionDoneProps) {
  const { t } = useLingui();
  const language = useLanguage();
  const definition = getResource('voucher_redeem');
  const nextGuestButton = useRef<HTMLButtonElement>(null);
  // Focus before paint: a user who presses Enter again early means this button.
  useFocusOnMount(nextGuestButton);
  // The next guest's card can be scanned without pressing the button.
  useScanner(onNextGuest);
  const number = String(record['redeem_no']);
  const name = language === 'id' ? voucher.name_id : voucher.name;
  const textOf = (field: string) => (typeof record[field] === 'string' ? record[field] : '');
  const hasOtherVouchers = guest.vouchers.some(({ id, rejection }) => rejection === null && id !== voucher.id);

  const receipt: ReceiptFacts = {
    title: t`Redemption`,
    number,
    hotel: nestedAt(record, 'redeem_hotel')?.name ?? '',
    lines: [
      [t`When`, formatDateTime(textOf('redeem_date'), textOf('time_zone'))],
      [t`Guest`, guest.member.name],
      [t`Voucher`, name],
      [t`Voucher number`, voucher.voucher_no],
      [t`Booking number`, textOf('booking_no')],
      [t`Staff name`, textOf('staff_name')],
    ],
    total: [t`Value`, receiptAmount(voucher.nominal, voucher.currency) ?? ''],
  };

  const revertRedemption = async () => {
    if (await voidRedemption(record)) onSameGuest();
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
        <p className="mt-1 text-lg font-medium">{name}</p>
        <p className="text-muted">
          <Money amount={voucher.nominal} currency={voucher.currency} isExact />
        </p>
      </div>
      <dl className="mt-6 grid w-full grid-cols-[auto_1fr] gap-x-6 gap-y-1.5 border-t border-border pt-5 text-left">
        <Fact label={t`Number`}>
          {can(permission('VIEW', definition.permission)) ? (
            <Link to={resourcePath('voucher_redeem', record.id)} className="font-medium hover:underline">
              {number}
            </Link>
          ) : (
            <span className="font-medium">{number}</span>
          )}
        </Fact>
        <Fact label={t`Guest`}>{guest.member.name}</Fact>
        <Fact label={t`Booking number`}>{textOf('booking_no')}</Fact>
        <Fact label={t`Where`}>{nestedAt(record, 'redeem_hotel')?.name ?? ''}</Fact>
        <Fact label={t`When`}>{formatDateTime(textOf('redeem_date'), textOf('time_zone'))}</Fact>
        <Fact label={t`Staff name`}>{textOf('staff_name')}</Fact>
      </dl>
      <div className="mt-7 flex w-full flex-col gap-2.5">
        <Button ref={nextGuestButton} variant="primary" className="h-12! w-full text-lg!" onClick={onNextGuest}>
          <Trans>Next guest</Trans>
        </Button>
        {!guest.member.is_elsewhere && <MailLine resource="voucher_redeem" id={record.id} />}
        <div className="flex flex-wrap justify-center gap-2">
          <PrintReceipt className="grow" receipt={receipt} />
          {hasOtherVouchers && (
            <Button className="grow" onClick={onSameGuest}>
              <Trans>Another voucher for this guest</Trans>
            </Button>
          )}
          {canRevert(definition, record) && (
            <Button className="grow text-danger-text!" onClick={() => void revertRedemption()}>
              <Trans>Undo</Trans>
            </Button>
          )}
        </div>
      </div>
    </section>
  );
}

function Fact({ label, children }: { label: string; children: ReactNode }) {
  return (
    <>
      <dt className="text-muted">{label}</dt>
      <dd className="min-w-0 text-right break-words tabular">{children}</dd>
    </>
  );
}
