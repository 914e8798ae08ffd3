import { type ChoiceItem, message, resources } from '@innkeeper/contract';
import type { RefundPreview } from '@innkeeper/contract/calls';
import { t } from '@lingui/core/macro';
import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, type SubmitEvent, useId, useState } from 'react';
import { choicesQuery } from '../../engine/data/choices.ts';
import { refreshResources } from '../../engine/data/mutations.ts';
import { recordQuery } from '../../engine/data/queries.ts';
import { useIdempotentSend } from '../../engine/data/idempotent-send.ts';
import { deleteImmediately } from '../../engine/list/record-actions.tsx';
import { formatDate } from '../../format/date.ts';
import { formatMoney } from '../../format/number.ts';
import { useLabel } from '../../i18n/use-label.ts';
import { needsApproval } from '../../session/api-error.ts';
import { requestData } from '../../session/request.ts';
import { fieldMessage } from '../../session/form-error.ts';
import { Money } from '../../session/money.tsx';
import { queryClient } from '../../session/query-client.ts';
import { Button } from '../../ui/button.tsx';
import { ComboboxInput } from '../../ui/combobox.tsx';
import { DigitGroups } from '../../ui/digit-groups.tsx';
import { openDialog } from '../../ui/dialog-store.ts';
import { DialogFrame } from '../../ui/dialog.tsx';
import { ErrorState } from '../../ui/error-state.tsx';
import { Field } from '../../ui/field.tsx';
import { showMessage } from '../../ui/message-store.ts';
import { NumberInput } from '../../ui/number-field.tsx';
import { RadioInput } from '../../ui/radio-group.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { TextAreaInput } from '../../ui/text-field.tsx';
import { requestApproval } from '../../domain/request-approval.ts';
import { freshRefundQuery } from './refund-query.ts';

const { transaction } = resources;
const { refund_reason_id: reasonField, type_payment_id: paymentField, remark: remarkField } = transaction.fields;
const FORM_FIELDS = ['amount', 'refund_reason_id', 'type_payment_id', 'ends_membership', 'remark'];

interface RefundableSale {
  readonly id: number;
  readonly name: string;
}

/** Dialog that refunds a sale: shows what the refund ends and what remains, and requires an amount and a reason. */
export const openRefundDialog = (sale: RefundableSale): Promise<void> =>
  openDialog((onClose) => <RefundDialog {...sale} onClose={onClose} />, { width: '36rem' });

interface RefundDialogProps extends RefundableSale {
  readonly onClose: () => void;
}

function RefundDialog({ id, name, onClose }: RefundDialogProps) {
  const { t: translate } = useLingui();
  const form = useId();
  const { data, error, refetch } = useQuery(freshRefundQuery(id));
  const [isSending, setSending] = useState(false);
  const isBlocked = data !== undefined && !data.may_keep;
  return (
    <DialogFrame
      title={isBlocked ? translate`${name} cannot be refunded` : translate`Refund ${name}`}
      footer={
        <>
          <Button onClick={onClose}>{isBlocked ? <Trans>Close</Trans> : <Trans>Cancel</Trans>}</Button>
          {data?.may_keep && (
            <Button variant="danger" type="submit" form={form} pending={isSending}>
              <Trans>Refund</Trans>
            </Button>
          )}
        </>
      }
    >
      {data ? (
        isBlocked ? (
          <p>{data.rejection}</p>
        ) : (
          <RefundForm id={id} name={name} form={form} preview={data} onSendingChange={setSending} onClose={onClose} />
        )
      ) : error ? (
        <ErrorState message={error.message} onRetry={() => void refetch()} />
      ) : (
        <div className="flex flex-col gap-2 py-1">
          <Skeleton className="h-4 w-3/4" />
          <Skeleton className="h-4 w-1/2" />
        </div>
      )}
    </DialogFrame>
  );
}

interface RefundFormProps extends RefundDialogProps {
  readonly form: string;
  readonly preview: RefundPreview;
  readonly onSendingChange: (isSending: boolean) => void;
}

function RefundForm({ id, name, form, preview, onSendingChange, onClose }: RefundFormProps) {
  const { t: translate } = useLingui();
  const label = useLabel();
  const [amount, setAmount] = useState<string | null>(null);
  const [reason, setReason] = useState<ChoiceItem | null>(null);
  const [payment, setPayment] = useState<ChoiceItem | null>(null);
  // If a renewal depends on the sale, the membership cannot end.
  const [endsMembership, setEndsMembership] = useState<0 | 1 | null>(preview.rejection === null ? null : 0);
  const [remark, setRemark] = useState('');
  const { errors, setErrors, send } = useIdempotentSend(FORM_FIELDS);
  const { currency, decimals, left: refundableAmount, limit, within_limit } = preview;
  const exceedsLimit = limit < 100 && amount !== null && Number(amount) > Number(within_limit);

  const save = async (event: SubmitEvent) => {
    event.preventDefault();
    const fieldErrors = {
      ...(amount === null && { amount: [message('required')] }),
      ...(amount !== null &&
        Number(amount) > Number(refundableAmount) && {
          amount: [message('max', formatMoney(refundableAmount, currency, decimals))],
        }),
      ...(reason === null && { refund_reason_id: [message('required')] }),
      ...(payment === null && { type_payment_id: [message('required')] }),
      ...(endsMembership === null && { ends_membership: [message('required')] }),
    };
    setErrors(fieldErrors);
    if (
      amount === null ||
      reason === null ||
      payment === null ||
      endsMembership === null ||
      Object.keys(fieldErrors).length > 0
    )
      return;
    const input = {
      amount,
      refund_reason_id: reason.id,
      type_payment_id: payment.id,
      ends_membership: endsMembership,
      remark: remark.trim() || null,
    };
    onSendingChange(true);
    await send(input, async (body, key) => {
      try {
        const data = await requestData(
          'POST /api/transaction/{id}/refund',
          { path: { id }, body },
          { idempotencyKey: key },
        );
        announceRefund(name, data);
      } catch (error) {
        const request = { call: 'POST /api/transaction/{id}/refund', path: { id }, body } as const;
        if (!needsApproval(error) || !(await requestApproval(request, error.message))) throw error;
      }
      onClose();
      await refreshResources(queryClient);
    }).finally(() => onSendingChange(false));
  };
  const loadDetails = (slug: string) => async (search: string) =>
    (await queryClient.fetchQuery(choicesQuery('option_detail', { search, slug }))).items;

  return (
    <form id={form} noValidate onSubmit={(event) => void save(event)} className="flex flex-col gap-4">
      <PaymentHistory preview={preview} />
      <div className="grid gap-4 sm:grid-cols-2">
        <Field
          label={translate`Amount`}
          required
          hint={
            exceedsLimit ? (
              <Trans>Refunds above {limit} % of the sale need approval.</Trans>
            ) : (
              <Trans>
                At most <Money amount={refundableAmount} currency={currency} decimals={decimals} />
              </Trans>
            )
          }
          error={fieldMessage(errors, 'amount')}
        >
          {(controlProps) => (
            <NumberInput
              {...controlProps}
              data-first-focus
              value={amount}
              shape={{ scale: decimals }}
              isPlain
              onValueChange={setAmount}
            />
          )}
        </Field>
        <Field label={translate`Refund method`} required error={fieldMessage(errors, 'type_payment_id')}>
          {(controlProps) => (
            <ComboboxInput
              {...controlProps}
              value={payment}
              onValueChange={setPayment}
              load={loadDetails(paymentField.slug)}
            />
          )}
        </Field>
      </div>
      <Field label={label(reasonField.label)} required error={fieldMessage(errors, 'refund_reason_id')}>
        {(controlProps) => (
          <ComboboxInput
            {...controlProps}
            value={reason}
            onValueChange={setReason}
            load={loadDetails(reasonField.slug)}
          />
        )}
      </Field>
      <Field
        group
        label={translate`Membership`}
        required
        hint={preview.rejection ?? undefined}
        error={fieldMessage(errors, 'ends_membership')}
      >
        {(controlProps) => (
          <RadioInput
            {...controlProps}
            value={endsMembership}
            disabled={preview.rejection !== null}
            onValueChange={setEndsMembership}
            options={[
              { value: 1, label: translate`Ends today` },
              { value: 0, label: translate`Continues` },
            ]}
          />
        )}
      </Field>
      {endsMembership !== null && <RefundConsequences preview={preview} endsMembership={endsMembership === 1} />}
      <Field label={label(remarkField.label)} error={fieldMessage(errors, 'remark')}>
        {(controlProps) => (
          <TextAreaInput {...controlProps} value={remark} maxLength={remarkField.max} onValueChange={setRemark} />
        )}
      </Field>
    </form>
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
