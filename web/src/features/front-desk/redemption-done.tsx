import { getResource, permission } from '@innkeeper/contract';
import { Trans, useLingui } from '@lingui/react/macro';
import { Link } from '@tanstack/react-router';
import Check from 'lucide-react/icons/check';
import { type ReactNode, useRef } from 'react';
import { formatDateTime } from '../../format/date.ts';
import { useLanguage } from '../../i18n/use-label.ts';
import { nestedAt } from '../../engine/data/record.ts';
import { canRevert } from '../../engine/data/revert.ts';
import { PrintReceipt, type ReceiptFacts, receiptAmount } from '../receipts/receipt.tsx';
import { confirmVoid } from './void-redemption.ts';
import { MailLine } from './mail-line.tsx';
import { can } from '../../session/user.ts';
import { resourcePath } from '../../engine/data/resource-path.ts';
import { useFocusOnMount } from '../../ui/focus-on-mount.ts';
import { Button } from '../../ui/button.tsx';
import type { Done } from './recent-actions.ts';
import { Money } from '../../session/money.tsx';

interface RedeemedProps {
  done: Done;
  onNext: () => void;
  /** Returns to the same guest. */
  onAgain: () => void;
}

/** The completed redemption: voucher, guest, number. The next guest and Undo are one key away. */
export function Redeemed({ done: { record, guest, voucher }, onNext, onAgain }: RedeemedProps) {
  const { t } = useLingui();
  const language = useLanguage();
  const d = getResource('voucher_redeem');
  const next = useRef<HTMLButtonElement>(null);
  // Focus before paint: a user who presses Enter again early means this button.
  useFocusOnMount(next);
  const number = String(record['redeem_no']);
  const name = language === 'id' ? voucher.name_id : voucher.name;
  const text = (field: string) => (typeof record[field] === 'string' ? record[field] : '');
  const others = guest.vouchers.some(({ id, rejection }) => rejection === null && id !== voucher.id);

  const receipt: ReceiptFacts = {
    title: t`Redemption`,
    number,
    hotel: nestedAt(record, 'redeem_hotel')?.name ?? '',
    lines: [
      [t`When`, formatDateTime(text('redeem_date'), text('time_zone'))],
      [t`Guest`, guest.member.name],
      [t`Voucher`, name],
      [t`Voucher number`, voucher.voucher_no],
      [t`Booking number`, text('booking_no')],
      [t`Staff name`, text('staff_name')],
    ],
    total: [t`Value`, receiptAmount(voucher.nominal, voucher.currency) ?? ''],
  };

  const revertRedemption = async () => {
    if (await confirmVoid(record)) onAgain();
  };

  return (
    <section
      aria-labelledby="counter-done"
      className="mx-auto mt-2 flex w-full max-w-lg flex-col items-center rounded-lg border border-border bg-surface px-5 py-8 text-center sm:mt-8 sm:px-8 sm:py-10"
    >
      <span
        aria-hidden="true"
        className="mb-5 flex size-16 items-center justify-center rounded-full bg-success-soft text-success-text"
      >
        <Check size={34} strokeWidth={2.5} />
      </span>
      <div role="status">
        <h2 id="counter-done" className="text-2xl font-semibold">
          <Trans>Redeemed</Trans>
        </h2>
        <p className="mt-1 text-lg font-medium">{name}</p>
        <p className="text-muted">
          <Money amount={voucher.nominal} currency={voucher.currency} />
        </p>
      </div>
      <dl className="mt-6 grid w-full grid-cols-[auto_1fr] gap-x-6 gap-y-1.5 border-t border-border pt-5 text-left">
        <Fact label={t`Number`}>
          {can(permission('VIEW', d.permission)) ? (
            <Link to={resourcePath('voucher_redeem', record.id)} className="font-medium hover:underline">
              {number}
            </Link>
          ) : (
            <span className="font-medium">{number}</span>
          )}
        </Fact>
        <Fact label={t`Guest`}>{guest.member.name}</Fact>
        <Fact label={t`Booking number`}>{text('booking_no')}</Fact>
        <Fact label={t`Where`}>{nestedAt(record, 'redeem_hotel')?.name ?? ''}</Fact>
        <Fact label={t`When`}>{formatDateTime(text('redeem_date'), text('time_zone'))}</Fact>
        <Fact label={t`Staff name`}>{text('staff_name')}</Fact>
      </dl>
      <div className="mt-7 flex w-full flex-col gap-2.5">
        <Button ref={next} variant="primary" className="h-12! w-full text-lg!" onClick={onNext}>
          <Trans>Next guest</Trans>
        </Button>
        {!guest.member.is_elsewhere && <MailLine resource="voucher_redeem" id={record.id} />}
        <div className="flex flex-wrap justify-center gap-2">
          <PrintReceipt className="grow" receipt={receipt} />
          {others && (
            <Button className="grow" onClick={onAgain}>
              <Trans>Another voucher for this guest</Trans>
            </Button>
          )}
          {canRevert(d, record) && (
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
