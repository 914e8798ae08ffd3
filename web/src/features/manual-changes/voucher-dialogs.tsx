import { message, permission, resources } from '@innkeeper/contract';
import { Trans, useLingui } from '@lingui/react/macro';
import { type ReactNode, type SubmitEvent, useId, useState } from 'react';
import { refreshResources } from '../../engine/data/mutations.ts';
import { useIdempotentSend } from '../../engine/data/idempotent-send.ts';
import { formatDate } from '../../format/date.ts';
import { useLabel } from '../../i18n/use-label.ts';
import { needsApproval } from '../../session/api-error.ts';
import { fieldMessage } from '../../session/form-error.ts';
import { queryClient } from '../../session/query-client.ts';
import { can } from '../../session/user.ts';
import { Button } from '../../ui/button.tsx';
import { DateInput } from '../../ui/date-field.tsx';
import { openDialog } from '../../ui/dialog-store.ts';
import { DialogFrame } from '../../ui/dialog.tsx';
import { Field } from '../../ui/field.tsx';
import { showMessage } from '../../ui/message-store.ts';
import { TextAreaInput } from '../../ui/text-field.tsx';
import { requestApproval } from '../../domain/request-approval.ts';
import { extendVoucher, reissueVoucher } from '../../domain/manual-change-calls.ts';

const { member, member_voucher } = resources;
const { valid_until_date: lastDayField, remark: reasonField } = member_voucher.fields;

/** A voucher's name and its last day of validity. */
interface ExtendableVoucher {
  readonly id: number;
  readonly voucher_no: string;
  readonly valid_until_date: string;
}

export const canExtendVoucher = (): boolean => can(permission('UPDATE', member_voucher.permission));
export const canReissueVoucher = (): boolean => canExtendVoucher() || can(permission('UPDATE', member.permission));

/** Prompts for the new last day and the reason, then extends the voucher. */
export const openExtendDialog = (voucher: ExtendableVoucher): Promise<void> =>
  openDialog((onClose) => <ExtendDialog voucher={voucher} onClose={onClose} />, { width: '30rem' });

/** Prompts for a reason, reissues the voucher and shows its new number. */
export const openReissueDialog = (voucher: ExtendableVoucher): Promise<void> =>
  openDialog((onClose) => <ReissueDialog voucher={voucher} onClose={onClose} />, { width: '30rem' });

interface VoucherDialogProps {
  readonly voucher: ExtendableVoucher;
  readonly onClose: () => void;
}

function ExtendDialog({ voucher, onClose }: VoucherDialogProps) {
  const { t } = useLingui();
  const label = useLabel();
  const [lastDay, setLastDay] = useState<string | null>(null);
  const [reason, setReason] = useState('');
  const { errors, setErrors, isSending, send } = useIdempotentSend(['valid_until_date', 'remark']);
  const currentLastDay = formatDate(voucher.valid_until_date);
  const save = async () => {
    const isLater = lastDay !== null && lastDay > voucher.valid_until_date;
    const fieldErrors = {
      ...(!isLater && {
        valid_until_date: [lastDay === null ? message('required') : message('after', currentLastDay)],
      }),
      ...(reason.trim() === '' && { remark: [message('required')] }),
    };
    setErrors(fieldErrors);
    if (lastDay === null || Object.keys(fieldErrors).length > 0) return;
    await send({ valid_until_date: lastDay, remark: reason.trim() }, async (input, key) => {
      try {
        await extendVoucher(voucher.id, input, key);
        const newLastDay = formatDate(lastDay);
        showMessage({ message: t`${voucher.voucher_no} is now valid until ${newLastDay}.`, variant: 'success' });
      } catch (error) {
        const requestedCall = {
          call: 'POST /api/member_voucher/{id}/extend',
          path: { id: voucher.id },
          body: input,
        } as const;
        if (!needsApproval(error) || !(await requestApproval(requestedCall, error.message))) throw error;
      }
      onClose();
      await refreshResources(queryClient);
    });
  };
  return (
    <ManualChangeDialog
      title={t`Extend voucher ${voucher.voucher_no}`}
      description={t`Valid until ${currentLastDay}. A voucher can be extended once, a few days beyond its card at most.`}
      submitLabel={<Trans>Extend voucher</Trans>}
      isSending={isSending}
      onSave={save}
      onClose={onClose}
    >
      <Field label={label(lastDayField.label)} required error={fieldMessage(errors, 'valid_until_date')}>
        {(controlProps) => <DateInput {...controlProps} value={lastDay} onValueChange={setLastDay} />}
      </Field>
      <ReasonField value={reason} onChange={setReason} error={fieldMessage(errors, 'remark')} />
    </ManualChangeDialog>
  );
}

function ReissueDialog({ voucher, onClose }: VoucherDialogProps) {
  const { t } = useLingui();
  const [reason, setReason] = useState('');
  const { errors, setErrors, isSending, send } = useIdempotentSend(['reason']);
  const save = async () => {
    const isMissing = reason.trim() === '';
    setErrors(isMissing ? { reason: [message('required')] } : {});
    if (isMissing) return;
    await send({ reason: reason.trim() }, async (input, key) => {
      const newNumber = await reissueVoucher(voucher.id, input.reason, key);
      showMessage({
        message: t`Voucher number replaced. New number: ${newNumber}`,
        variant: 'success',
      });
      onClose();
      await refreshResources(queryClient);
    });
  };
  return (
    <ManualChangeDialog
      title={t`New number for voucher ${voucher.voucher_no}`}
      description={t`Only the number changes. The old number stops working.`}
      submitLabel={<Trans>Issue new number</Trans>}
      isSending={isSending}
      onSave={save}
      onClose={onClose}
    >
      <ReasonField value={reason} onChange={setReason} error={fieldMessage(errors, 'reason')} />
    </ManualChangeDialog>
  );
}

interface ReasonFieldProps {
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly error: string | undefined;
}

function ReasonField({ value, onChange, error }: ReasonFieldProps) {
  const label = useLabel();
  return (
    <Field label={label(reasonField.label)} required error={error}>
      {(controlProps) => (
        <TextAreaInput {...controlProps} value={value} maxLength={reasonField.max} onValueChange={onChange} />
      )}
    </Field>
  );
}

interface ManualChangeDialogProps {
  readonly title: string;
  readonly description: string;
  readonly submitLabel: ReactNode;
  readonly isSending: boolean;
  readonly onSave: () => Promise<void>;
  readonly onClose: () => void;
  readonly children: ReactNode;
}

/** A manual change to one voucher, with its reason. */
function ManualChangeDialog({
  title,
  description,
  submitLabel,
  isSending,
  onSave,
  onClose,
  children,
}: ManualChangeDialogProps) {
  const form = useId();
  return (
    <DialogFrame
      title={title}
      description={description}
      footer={
        <>
          <Button onClick={onClose}>
            <Trans>Cancel</Trans>
          </Button>
          <Button variant="primary" type="submit" form={form} pending={isSending}>
            {submitLabel}
          </Button>
        </>
      }
    >
      <form
        id={form}
        noValidate
        onSubmit={(event: SubmitEvent) => {
          event.preventDefault();
          void onSave();
        }}
        className="flex flex-col gap-4"
      >
        {children}
      </form>
    </DialogFrame>
  );
}
