import { message, refundBody, resources } from '@innkeeper/contract';
import type { RefundPreview } from '@innkeeper/contract/calls';
import { t } from '@lingui/core/macro';
import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { recordQuery } from '../../engine/data/queries.ts';
import { CallDialog } from '../../engine/form/call-dialog.tsx';
import { openGuardedDialog } from '../../engine/form/guarded-dialog.tsx';
import { FieldInput } from '../../engine/form/inputs/inputs.tsx';
import { deleteImmediately } from '../../engine/list/record-actions.tsx';
import { formatDate } from '../../format/date.ts';
import { formatMoney } from '../../format/number.ts';
import { Money } from '../../session/money.tsx';
import { queryClient } from '../../session/query-client.ts';
import { DigitGroups } from '../../ui/digit-groups.tsx';
import { showMessage } from '../../ui/message-store.ts';
import { requestApproval } from '../../domain/request-approval.ts';
import { InfoDialog } from '../../engine/form/info-dialog.tsx';
import { freshRefundQuery } from './refund-query.ts';

const { transaction } = resources;

interface RefundableSale {
  readonly id: number;
  readonly name: string;
}

/** Dialog that refunds a sale: shows what the refund ends and what remains, and requires an amount and a reason. */
export const openRefundDialog = (sale: RefundableSale): Promise<void> =>
  openGuardedDialog((onClose) => <RefundDialog {...sale} onClose={() => onClose()} />, { width: '36rem' });

interface RefundDialogProps extends RefundableSale {
  readonly onClose: () => void;
}

function RefundDialog(sale: RefundDialogProps) {
  const { t: translate } = useLingui();
  const { name, onClose } = sale;
  const query = useQuery(freshRefundQuery(sale.id));
  if (query.data?.may_keep) return <RefundForm {...sale} preview={query.data} />;
  return (
    <InfoDialog
      title={query.data ? translate`${name} cannot be refunded` : translate`Refund ${name}`}
      query={query}
      onClose={onClose}
    >
      {query.data && <p>{query.data.rejection}</p>}
    </InfoDialog>
  );
}

function RefundForm({ id, name, preview, onClose }: RefundDialogProps & { readonly preview: RefundPreview }) {
  const { t: translate } = useLingui();
  const { currency, decimals, left: refundable, limit, within_limit, rejection } = preview;
  const [{ amount, ...others }] = useState(refundBody.fields);
  return (
    <CallDialog
      call="POST /api/transaction/{id}/refund"
      path={{ id }}
      title={translate`Refund ${name}`}
      submitLabel={<Trans>Refund</Trans>}
      isDanger
      // Only the currency tells how many decimals an amount has.
      fields={{ fields: { amount: { ...amount, kind: 'decimal', scale: decimals }, ...others } }}
      // If a renewal depends on the sale, the membership cannot end.
      initial={rejection === null ? {} : { ends_membership: 0 }}
      inputs={{
        amount: (props) => <FieldInput {...props} currency={currency} isPlain />,
        ends_membership: (props) => <FieldInput {...props} disabled={rejection !== null} />,
      }}
      hints={(values) => ({
        amount:
          limit < 100 && Number(values['amount']) > Number(within_limit) ? (
            <Trans>Refunds above {limit} % of the sale need approval.</Trans>
          ) : (
            <Trans>
              At most <Money amount={refundable} currency={currency} decimals={decimals} />
            </Trans>
          ),
        ends_membership: rejection,
      })}
      check={(values) =>
        Number(values['amount']) > Number(refundable) && {
          amount: message('max', formatMoney(refundable, currency, decimals)),
        }
      }
      preview={({ ends_membership: endsMembership }) =>
        typeof endsMembership === 'number' && (
          <RefundConsequences preview={preview} endsMembership={endsMembership === 1} />
        )
      }
      requestApproval={requestApproval}
      onSent={({ data }) => announceRefund(name, data)}
      onClose={onClose}
    >
      <PaymentHistory preview={preview} />
    </CallDialog>
  );
}

/** The amounts paid and refunded, and what the guest has already used. */
function PaymentHistory({ preview: { currency, decimals, grand_total, refunded, used } }: { preview: RefundPreview }) {
  const renderMoney = (amount: string): ReactNode => <Money amount={amount} currency={currency} decimals={decimals} />;
  return (
    <div className="flex flex-col gap-2">
      <p>
        <Trans>Paid: {renderMoney(grand_total)}</Trans>
        {Number(refunded) > 0 && (
          <>
            {' · '}
            <Trans>refunded: {renderMoney(refunded)}</Trans>
          </>
        )}
      </p>
      {used.length > 0 && (
        <>
          <p>
            <Plural
              value={used.length}
              one="One voucher of this sale is already used and is not affected:"
              other="# vouchers of this sale are already used and are not affected:"
            />
          </p>
          <ul className="flex flex-col gap-1.5">
            {used.map((voucher) => (
              <li key={voucher.redeem_no} className="rounded-md bg-sunken px-3 py-2 text-sm tabular">
                <span className="font-medium">{voucher.name}</span> ·{' '}
                <Money amount={voucher.nominal} currency={voucher.currency} />
                <span className="block text-muted">
                  {voucher.voucher_no} · {formatDate(voucher.day)} · {voucher.redeem_hotel}
                </span>
              </li>
            ))}
          </ul>
        </>
      )}
    </div>
  );
}

/** The cards and vouchers that end with the refund, or remain valid. */
function RefundConsequences({
  preview: { cards, unused, currency, decimals },
  endsMembership,
}: {
  preview: RefundPreview;
  endsMembership: boolean;
}) {
  const nominal = <Money amount={unused.nominal} currency={currency} decimals={decimals} />;
  return (
    <div role="status" className="rounded-md bg-info-soft px-3 py-2 text-info-text">
      {endsMembership ? (
        <ul className="flex list-disc flex-col gap-1 pl-4 tabular">
          {cards.map(({ id, sbec_no, membership }) => (
            <li key={id}>
              <Trans>
                Card <DigitGroups number={sbec_no} />, {membership.name}, will be deactivated.
              </Trans>
            </li>
          ))}
          {unused.vouchers > 0 && (
            <li>
              <Plural
                value={unused.vouchers}
                one="# unused voucher will be cancelled"
                other="# unused vouchers will be cancelled"
              />{' '}
              ({nominal})
            </li>
          )}
          {cards.length === 0 && (
            <li>
              <Trans>This sale has no active card. Nothing else will end.</Trans>
            </li>
          )}
        </ul>
      ) : (
        <p>
          <Trans>Only money is refunded. Card and vouchers are not affected.</Trans>
        </p>
      )}
    </div>
  );
}

/** Shows that a sale was refunded, with an undo. */
function announceRefund(name: string, { id, transaction_no: number }: { id: number; transaction_no: string }): void {
  const undoRefund = async () => {
    const refund = await queryClient.fetchQuery(recordQuery(transaction, id));
    await deleteImmediately(transaction, refund, {
      reason: t`Undone immediately`,
      successMessage: t`Refund ${number} cancelled.`,
    });
  };
  showMessage({
    message: t`${name} refunded: ${number}.`,
    variant: 'success',
    action: { label: t`Undo`, onClick: () => void undoRefund() },
  });
}
