import { getResource } from '@innkeeper/contract';
import type { SaleResponse } from '@innkeeper/contract/calls';
import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { Link } from '@tanstack/react-router';
import Check from 'lucide-react/icons/check';
import Printer from 'lucide-react/icons/printer';
import Receipt from 'lucide-react/icons/receipt';
import Undo2 from 'lucide-react/icons/undo-2';
import UserRound from 'lucide-react/icons/user-round';
import UserRoundPlus from 'lucide-react/icons/user-round-plus';
import { useRef } from 'react';
import { formatDate } from '../../format/date.ts';
import { useLanguage } from '../../i18n/use-label.ts';
import { displayName, nestedAt, valueAt } from '../../engine/data/record.ts';
import { isOwnRecentRecord } from '../../engine/data/revert.ts';
import { localizedFile, resizedPicture, printablePage } from '../../engine/files/file-address.ts';
import { recordPath } from '../../engine/form/record-path.ts';
import { MailLine } from '../../domain/mail-line.tsx';
import { useFocusOnMount } from '../../ui/focus-on-mount.ts';
import { Button, buttonClass } from '../../ui/button.tsx';
import { DigitGroups } from '../../ui/digit-groups.tsx';
import { holdKeys } from '../../ui/typed-ahead.ts';

const member = getResource('member');

interface DoneScreenProps {
  readonly response: SaleResponse;
  readonly onNext: () => void;
  readonly onUndone: () => void;
}

/** The completed sale, with the card to hand over. */
export function DoneScreen({ response, onNext, onUndone }: DoneScreenProps) {
  const { t } = useLingui();
  const { transaction, member: record, member_card: card, member_vouchers: vouchers } = response;
  const heading = useRef<HTMLHeadingElement>(null);
  useFocusOnMount(heading);
  const name = displayName(member, record);
  const membership = nestedAt(card, 'membership')?.name ?? '';
  const cardImageUrl = typeof card['file_url'] === 'string' ? localizedFile(card['file_url']) : null;
  const cardPageUrl = cardImageUrl === null ? undefined : printablePage(cardImageUrl);
  const formatDay = (value: unknown) => (typeof value === 'string' ? formatDate(value.slice(0, 10)) : '');
  const sale = { id: transaction.id, transaction_no: transaction.transaction_no, hasMember: true };
  return (
    <div className="grid gap-x-10 gap-y-6 rounded-lg border border-border bg-surface p-4 sm:p-6 @3xl:grid-cols-[minmax(0,22rem)_1fr]">
      {cardImageUrl !== null && (
        <img
          src={resizedPicture(cardImageUrl, 800)}
          alt={t`Card ${card.sbec_no}`}
          width={800}
          height={504}
          className="h-auto w-full max-w-sm rounded-lg border border-border bg-sunken"
        />
      )}
      <div className="flex min-w-0 flex-col gap-4">
        <div>
          <h2 ref={heading} tabIndex={-1} className="flex items-start gap-2.5 text-xl font-semibold outline-none">
            <span
              aria-hidden="true"
              className="mt-0.5 flex size-6 shrink-0 items-center justify-center rounded-full bg-success-soft text-success-text"
            >
              <Check size={15} strokeWidth={2.5} />
            </span>
            <span className="min-w-0">
              <Trans>
                {membership} issued to {name}
              </Trans>
            </span>
          </h2>
          <p className="mt-1 text-muted tabular">
            <Trans>
              Transaction {transaction.transaction_no} · card <DigitGroups number={card.sbec_no} />,{' '}
              {formatDay(card['start_date'])} – {formatDay(card['end_date'])}
            </Trans>
          </p>
        </div>
        <div className="flex flex-wrap gap-2 max-sm:flex-col">
          <Button variant="primary" icon={<UserRoundPlus size={16} />} onClick={onNext}>
            <Trans>Next guest</Trans>
          </Button>
          <Button
            icon={<Receipt size={16} />}
            onClick={() =>
              void holdKeys(import('../../domain/receipt-dialog.tsx')).then(({ openReceiptDialog }) =>
                openReceiptDialog(sale),
              )
            }
          >
            <Trans>Receipt…</Trans>
          </Button>
          {cardPageUrl !== undefined && (
            <a href={cardPageUrl} target="_blank" rel="noreferrer" className={buttonClass()}>
              <Printer size={16} />
              <Trans>Print card</Trans>
            </a>
          )}
          {isOwnRecentRecord(transaction) && (
            <Button
              className="text-danger-text!"
              icon={<Undo2 size={16} />}
              onClick={() =>
                void holdKeys(import('./own-sale-dialogs.tsx')).then(
                  async ({ undoSale }) => (await undoSale(transaction)) && onUndone(),
                )
              }
            >
              <Trans>Undo…</Trans>
            </Button>
          )}
          {/* For a guest of another hotel, the response only contains what the front desk may see. */}
          {'email' in record && (
            <Link to={recordPath(member, record.id)} className={buttonClass()}>
              <UserRound size={16} />
              <Trans>Open member</Trans>
            </Link>
          )}
        </div>
        <MailLine resource="transaction" id={transaction.id} />
        <VoucherList vouchers={vouchers} />
      </div>
    </div>
  );
}

/** The vouchers by kind, with their numbers. */
function VoucherList({ vouchers }: { vouchers: SaleResponse['member_vouchers'] }) {
  const language = useLanguage();
  const numbersByName = new Map<string, string[]>();
  for (const voucher of vouchers) {
    const voucherName = valueAt(voucher, language === 'id' ? 'voucher.name_id' : 'voucher.name');
    const name = typeof voucherName === 'string' ? voucherName : '';
    numbersByName.set(name, [...(numbersByName.get(name) ?? []), voucher.voucher_no]);
  }
  const endDate = vouchers[0]?.['valid_until_date'];
  return (
    <div>
      <h3 className="font-medium">
        <Plural value={vouchers.length} _0="No vouchers" one="# voucher" other="# vouchers" />
        {typeof endDate === 'string' && (
          <span className="ml-2 font-normal text-muted tabular">
            <Trans>until {formatDate(endDate.slice(0, 10))}</Trans>
          </span>
        )}
      </h3>
      <ul className="mt-1 flex flex-col gap-1">
        {[...numbersByName].map(([name, numbers]) => (
          <li key={name}>
            {numbers.length} × {name}
            <span className="block text-sm break-words text-muted tabular">{numbers.join(', ')}</span>
          </li>
        ))}
      </ul>
    </div>
  );
}
