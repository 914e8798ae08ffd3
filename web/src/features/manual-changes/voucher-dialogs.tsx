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
import { requestApproval } from '../front-desk/request-approval.ts';
import { extendVoucher, reissueVoucher } from './manual-change-calls.ts';

const { member, member_voucher } = resources;
const { valid_until_date: dayField, remark: reasonField } = member_voucher.fields;

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
  openDialog((close) => <ExtendDialog voucher={voucher} close={close} />, { width: '30rem' });

/** Prompts for a reason, reissues the voucher and shows its new number. */
export const openReissueDialog = (voucher: ExtendableVoucher): Promise<void> =>
  openDialog((close) => <ReissueDialog voucher={voucher} close={close} />, { width: '30rem' });

interface DialogProps {
  readonly voucher: ExtendableVoucher;
  readonly close: () => void;
}

function ExtendDialog({ voucher, close }: DialogProps) {
  const { t } = useLingui();
  const label = useLabel();
  const [day, setDay] = useState<string | null>(null);
  const [reason, setReason] = useState('');
  const { errors, setErrors, isSending, send } = useIdempotentSend(['valid_until_date', 'remark']);
  const present = formatDate(voucher.valid_until_date);
  const save = async () => {
    const isLater = day !== null && day > voucher.valid_until_date;
    const missing = {
      ...(!isLater && {
        valid_until_date: [day === null ? message('required') : message('after', present)],
      }),
      ...(reason.trim() === '' && { remark: [message('required')] }),
    };
    setErrors(missing);
    if (day === null || Object.keys(missing).length > 0) return;
    await send({ valid_until_date: day, remark: reason.trim() }, async (input, key) => {
      try {
        await extendVoucher(voucher.id, input, key);
        const until = formatDate(day);
        showMessage({ message: t`${voucher.voucher_no} is now valid until ${until}.`, variant: 'success' });
      } catch (error) {
        const requestedCall = {
          call: 'POST /api/member_voucher/{id}/extend',
          path: { id: voucher.id },
          body: input,
        } as const;
        if (!needsApproval(error) || !(await requestApproval(requestedCall, error.message))) throw error;
      }
      close();
      await refreshResources(queryClient);
    });
  };
  return (
    <ManualChangeDialog
      title={t`Extend voucher ${voucher.voucher_no}`}
      description={t`Valid until ${present}. A voucher can be extended once, a few days beyond its card at most.`}
      action={<Trans>Extend voucher</Trans>}
      isSending={isSending}
      save={save}
      close={close}
    >
      <Field label={label(dayField.label)} required error={fieldMessage(errors, 'valid_until_date')}>
        {(controlProps) => <DateInput {...controlProps} value={day} onValueChange={setDay} />}
      </Field>
      <Reason value={reason} onChange={setReason} error={fieldMessage(errors, 'remark')} />
    </ManualChangeDialog>
  );
}

function ReissueDialog({ voucher, close }: DialogProps) {
  const { t } = useLingui();
  const [reason, setReason] = useState('');
  const { errors, setErrors, isSending, send } = useIdempotentSend(['reason']);
  const save = async () => {
    const isMissing = reason.trim() === '';
    setErrors(isMissing ? { reason: [message('required')] } : {});
    if (isMissing) return;
    await send({ reason: reason.trim() }, async (input, key) => {
      const number = await reissueVoucher(voucher.id, input.reason, key);
      showMessage({
        message: t`Voucher number replaced. New number: ${number}`,
        variant: 'success',
      });
      close();
      await refreshResources(queryClient);
    });
  };
  return (
    <ManualChangeDialog
      title={t`New number for voucher ${voucher.voucher_no}`}
      description={t`Only the number changes. The old number stops working.`}
      action={<Trans>Issue new number</Trans>}
      isSending={isSending}
      save={save}
      close={close}
    >
      <Reason value={reason} onChange={setReason} error={fieldMessage(errors, 'reason')} />
    </ManualChangeDialog>
  );
}

interface ReasonProps {
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly error: string | undefined;
}

function Reason({ value, onChange, error }: ReasonProps) {
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
  readonly action: ReactNode;
  readonly isSending: boolean;
  readonly save: () => Promise<void>;
  readonly close: () => void;
  readonly children: ReactNode;
}

/** A manual change to one voucher, with its reason. */
function ManualChangeDialog({ title, description, action, isSending, save, close, children }: ManualChangeDialogProps) {
  const form = useId();
  return (
    <DialogFrame
      title={title}
      description={description}
      footer={
        <>
          <Button onClick={close}>
            <Trans>Cancel</Trans>
          </Button>
          <Button variant="primary" type="submit" form={form} pending={isSending}>
            {action}
          </Button>
        </>
      }
    >
      <form
        id={form}
        noValidate
        onSubmit={(event: SubmitEvent) => {
          event.preventDefault();
          void save();
        }}
        className="flex flex-col gap-4"
      >
        {children}
      </form>
    </DialogFrame>
  );
}
