import { message, permission, resources } from '@innkeeper/contract';
import { Trans, useLingui } from '@lingui/react/macro';
import { type ReactNode, type SubmitEvent, useId, useState } from 'react';
import { refreshResources } from '../../engine/data/mutations.ts';
import { useSendOnce } from '../../engine/data/send-once.ts';
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
import { askApproval } from '../desk/ask-approval.ts';
import { extendVoucher, reissueVoucher } from './by-hand-calls.ts';

const { member, member_voucher } = resources;
const { valid_until_date: dayField, remark: reasonField } = member_voucher.fields;

/** A voucher as it is called and until when it is good. */
interface HeldVoucher {
  readonly id: number;
  readonly voucher_no: string;
  readonly valid_until_date: string;
}

export const mayExtendVoucher = (): boolean => can(permission('UPDATE', member_voucher.permission));
export const mayReissueVoucher = (): boolean => mayExtendVoucher() || can(permission('UPDATE', member.permission));

/** Asks until when and why a voucher is extended, and extends it. */
export const askExtension = (voucher: HeldVoucher): Promise<void> =>
  openDialog((close) => <ExtendDialog voucher={voucher} close={close} />, { width: '30rem' });

/** Asks why a voucher is issued anew, and says its new number. */
export const askReissue = (voucher: HeldVoucher): Promise<void> =>
  openDialog((close) => <ReissueDialog voucher={voucher} close={close} />, { width: '30rem' });

interface DialogProps {
  readonly voucher: HeldVoucher;
  readonly close: () => void;
}

function ExtendDialog({ voucher, close }: DialogProps) {
  const { t } = useLingui();
  const label = useLabel();
  const [day, setDay] = useState<string | null>(null);
  const [reason, setReason] = useState('');
  const { errors, setErrors, isSending, send } = useSendOnce(['valid_until_date', 'remark']);
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
        showMessage({ message: t`${voucher.voucher_no} is good until ${until}.`, variant: 'success' });
      } catch (error) {
        const asked = { call: 'POST /api/member_voucher/{id}/extend', path: { id: voucher.id }, body: input } as const;
        if (!needsApproval(error) || !(await askApproval(asked, error.message))) throw error;
      }
      close();
      await refreshResources(queryClient);
    });
  };
  return (
    <ByHand
      title={t`Extend voucher ${voucher.voucher_no}`}
      description={t`Good until ${present}. A voucher is extended once, and only some days beyond its card.`}
      action={<Trans>Extend the voucher</Trans>}
      isSending={isSending}
      save={save}
      close={close}
    >
      <Field label={label(dayField.label)} required error={fieldMessage(errors, 'valid_until_date')}>
        {(wiring) => <DateInput {...wiring} value={day} onValueChange={setDay} />}
      </Field>
      <Reason value={reason} onChange={setReason} error={fieldMessage(errors, 'remark')} />
    </ByHand>
  );
}

function ReissueDialog({ voucher, close }: DialogProps) {
  const { t } = useLingui();
  const [reason, setReason] = useState('');
  const { errors, setErrors, isSending, send } = useSendOnce(['reason']);
  const save = async () => {
    const isMissing = reason.trim() === '';
    setErrors(isMissing ? { reason: [message('required')] } : {});
    if (isMissing) return;
    await send({ reason: reason.trim() }, async (input, key) => {
      const number = await reissueVoucher(voucher.id, input.reason, key);
      showMessage({
        message: t`The voucher has the number ${number} now; the old one is refused.`,
        variant: 'success',
      });
      close();
      await refreshResources(queryClient);
    });
  };
  return (
    <ByHand
      title={t`New number for voucher ${voucher.voucher_no}`}
      description={t`Nothing else of it changes; counters refuse the old number.`}
      action={<Trans>Give a new number</Trans>}
      isSending={isSending}
      save={save}
      close={close}
    >
      <Reason value={reason} onChange={setReason} error={fieldMessage(errors, 'reason')} />
    </ByHand>
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
      {(wiring) => <TextAreaInput {...wiring} value={value} maxLength={reasonField.max} onValueChange={onChange} />}
    </Field>
  );
}

interface ByHandProps {
  readonly title: string;
  readonly description: string;
  readonly action: ReactNode;
  readonly isSending: boolean;
  readonly save: () => Promise<void>;
  readonly close: () => void;
  readonly children: ReactNode;
}

/** An act by hand on one voucher, with its reason. */
function ByHand({ title, description, action, isSending, save, close, children }: ByHandProps) {
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
