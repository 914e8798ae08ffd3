import { type ChoiceItem, message, permission, resources } from '@innkeeper/contract';
import { Trans, useLingui } from '@lingui/react/macro';
import { type SubmitEvent, useId, useState } from 'react';
import { choicesQuery } from '../engine/data/choices.ts';
import { refreshResources } from '../engine/data/mutations.ts';
import { useIdempotentSend } from '../engine/data/idempotent-send.ts';
import { useLabel } from '../i18n/use-label.ts';
import { fieldMessage } from '../session/form-error.ts';
import { queryClient } from '../session/query-client.ts';
import { can } from '../session/user.ts';
import { Button } from '../ui/button.tsx';
import { ComboboxInput } from '../ui/combobox.tsx';
import { openDialog } from '../ui/dialog-store.ts';
import { DialogFrame } from '../ui/dialog.tsx';
import { Field } from '../ui/field.tsx';
import { showMessage } from '../ui/message-store.ts';
import { NumberInput } from '../ui/number-field.tsx';
import { TextAreaInput, TextInput } from '../ui/text-field.tsx';
import { replaceCard } from './manual-change-calls.ts';

const { member, member_card, transaction } = resources;
const MAX_REASON_LENGTH = 500;
const FORM_FIELDS = ['reason', 'sbec_no', 'fee', 'type_payment_id', 'reference_no'];
const FEE_SHAPE = { scale: 3 } as const;

interface ReplaceableCard {
  readonly id: number;
  readonly sbec_no: string;
  /** The hotel where the fee is paid; defaults to the card's hotel. */
  readonly hotelId?: number | null;
}

/** Whether the user may give a lost card a new number. */
export const canReplaceCard = (): boolean =>
  can(permission('UPDATE', member_card.permission), permission('UPDATE', member.permission));

/** Prompts for the reason and fee of a card replacement, replaces the card and shows its new number. */
export const openReplaceDialog = (card: ReplaceableCard): Promise<void> =>
  openDialog((onClose) => <ReplaceDialog card={card} onClose={onClose} />, { width: '32rem' });

function ReplaceDialog({ card, onClose }: { card: ReplaceableCard; onClose: () => void }) {
  const { t } = useLingui();
  const label = useLabel();
  const form = useId();
  const [reason, setReason] = useState('');
  const [requestedNumber, setRequestedNumber] = useState('');
  const [fee, setFee] = useState<string | null>(null);
  const [payment, setPayment] = useState<ChoiceItem | null>(null);
  const [receiptNo, setReceiptNo] = useState('');
  const { errors, setErrors, isSending, send } = useIdempotentSend(FORM_FIELDS);
  const hasFee = fee !== null && Number(fee) !== 0;

  const save = async (event: SubmitEvent) => {
    event.preventDefault();
    const fieldErrors = {
      ...(reason.trim() === '' && { reason: [message('required')] }),
      ...(hasFee && payment === null && { type_payment_id: [message('required')] }),
    };
    setErrors(fieldErrors);
    if (Object.keys(fieldErrors).length > 0) return;
    const input = {
      reason: reason.trim(),
      sbec_no: requestedNumber.trim() || null,
      ...(hasFee && {
        fee,
        hotel_id: card.hotelId ?? null,
        type_payment_id: payment?.id ?? null,
        reference_no: receiptNo.trim() || null,
      }),
    };
    await send(input, async (body, key) => {
      const result = await replaceCard(card.id, body, key);
      const newNumber = result.member_card.sbec_no;
      showMessage({ message: t`Card replaced. New number: ${newNumber}`, variant: 'success' });
      onClose();
      await refreshResources(queryClient);
    });
  };

  return (
    <DialogFrame
      title={t`Replace card ${card.sbec_no}`}
      description={t`The card gets a new number; the old one stops working. Dates, tier and vouchers stay the same.`}
      footer={
        <>
          <Button onClick={onClose}>
            <Trans>Cancel</Trans>
          </Button>
          <Button variant="primary" type="submit" form={form} pending={isSending}>
            <Trans>Replace card</Trans>
          </Button>
        </>
      }
    >
      <form id={form} noValidate onSubmit={(event) => void save(event)} className="flex flex-col gap-4">
        <Field label={t`Reason`} required error={fieldMessage(errors, 'reason')}>
          {(controlProps) => (
            <TextAreaInput {...controlProps} value={reason} maxLength={MAX_REASON_LENGTH} onValueChange={setReason} />
          )}
        </Field>
        <Field
          label={t`New number`}
          hint={label(member_card.fields.sbec_no.hint)}
          error={fieldMessage(errors, 'sbec_no')}
        >
          {(controlProps) => (
            <TextInput
              {...controlProps}
              value={requestedNumber}
              autoComplete="off"
              maxLength={member_card.fields.sbec_no.max}
              onValueChange={setRequestedNumber}
            />
          )}
        </Field>
        {can(permission('STORE', transaction.permission)) && (
          <div className="grid gap-4 sm:grid-cols-2">
            <Field label={t`Fee`} hint={t`Optional, in the hotel’s currency`} error={fieldMessage(errors, 'fee')}>
              {(controlProps) => (
                <NumberInput {...controlProps} value={fee} shape={FEE_SHAPE} isPlain onValueChange={setFee} />
              )}
            </Field>
            {hasFee && (
              <>
                <Field
                  label={label(transaction.fields.type_payment_id.label)}
                  required
                  error={fieldMessage(errors, 'type_payment_id')}
                >
                  {(controlProps) => (
                    <ComboboxInput
                      {...controlProps}
                      value={payment}
                      onValueChange={setPayment}
                      load={async (search) => {
                        const choiceQuery = { search, slug: transaction.fields.type_payment_id.slug };
                        return (await queryClient.fetchQuery(choicesQuery('option_detail', choiceQuery))).items;
                      }}
                    />
                  )}
                </Field>
                <Field
                  label={label(transaction.fields.reference_no.label)}
                  error={fieldMessage(errors, 'reference_no')}
                >
                  {(controlProps) => (
                    <TextInput
                      {...controlProps}
                      value={receiptNo}
                      autoComplete="off"
                      maxLength={transaction.fields.reference_no.max}
                      onValueChange={setReceiptNo}
                    />
                  )}
                </Field>
              </>
            )}
          </div>
        )}
      </form>
    </DialogFrame>
  );
}
