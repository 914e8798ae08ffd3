import type { MemberMailType } from '@innkeeper/contract';
import type { MemberOverview } from '@innkeeper/contract/calls';
import { Trans, useLingui } from '@lingui/react/macro';
import { type SubmitEvent, useId, useState } from 'react';
import { refreshResources } from '../../../engine/data/mutations.ts';
import { useIdempotencyKey } from '../../../engine/data/idempotent-send.ts';
import { queryClient } from '../../../session/query-client.ts';
import { Button } from '../../../ui/button.tsx';
import { openDialog } from '../../../ui/dialog-store.ts';
import { DialogFrame } from '../../../ui/dialog.tsx';
import { RadioCard, RadioGroup } from '../../../ui/radio-group.tsx';
import { showMessage } from '../../../ui/message-store.ts';
import { sendMail } from './overview-calls.ts';

type Mails = NonNullable<MemberOverview['mails']>;

/** Dialog that resends one of the programme's mails. */
export const openMailDialog = (id: number, recipient: string, mails: Mails): Promise<void> =>
  openDialog((onClose) => <MailDialog id={id} recipient={recipient} mails={mails} onClose={onClose} />, {
    width: '30rem',
  });

interface MailDialogProps {
  readonly id: number;
  readonly recipient: string;
  readonly mails: Mails;
  readonly onClose: () => void;
}

function MailDialog({ id, recipient, mails, onClose }: MailDialogProps) {
  const { t } = useLingui();
  const mailNames: Record<MemberMailType, string> = {
    welcome: t`Welcome`,
    renewal: t`Renewal`,
    'expiry-reminder': t`Reminder before the card ends`,
    birthday: t`Birthday wishes`,
  };
  const form = useId();
  const [mailType, setMailType] = useState(mails.find(({ reason }) => reason === null)?.mail_type ?? null);
  const [isSending, setSending] = useState(false);
  const getIdempotencyKey = useIdempotencyKey();
  const send = async (event: SubmitEvent) => {
    event.preventDefault();
    if (isSending || mailType === null) return;
    setSending(true);
    try {
      const sentMail = await sendMail(id, mailType, getIdempotencyKey({ mailType }));
      const [name, sentTo] = [mailNames[sentMail.mail_type], sentMail.recipient];
      showMessage({ message: t`Email “${name}” is being sent to ${sentTo}.`, variant: 'success' });
      onClose();
      await refreshResources(queryClient);
    } catch {
      // The error has already been shown.
      setSending(false);
    }
  };
  return (
    <DialogFrame
      title={t`Send email`}
      description={t`Programme email about the current card, to ${recipient}`}
      footer={
        <>
          <Button onClick={onClose}>
            <Trans>Cancel</Trans>
          </Button>
          <Button variant="primary" type="submit" form={form} pending={isSending}>
            <Trans>Send</Trans>
          </Button>
        </>
      }
    >
      <form id={form} onSubmit={(event) => void send(event)}>
        <RadioGroup aria-label={t`Email`} className="flex flex-col gap-2">
          {mails.map(({ mail_type, reason }) => (
            <RadioCard
              key={mail_type}
              checked={mail_type === mailType}
              onChoose={() => setMailType(mail_type)}
              disabled={reason !== null}
              data-first-focus={mail_type === mailType ? '' : undefined}
              className="flex min-h-(--control) flex-col justify-center rounded-md border border-strong-border/60 bg-surface px-3 py-1.5 text-left font-medium hover:bg-hover has-checked:border-accent has-checked:bg-accent-soft has-checked:text-accent-text has-disabled:cursor-not-allowed has-disabled:border-border has-disabled:bg-sunken has-disabled:text-muted"
            >
              {mailNames[mail_type]}
              {reason !== null && <span className="text-sm font-normal">{reason}</span>}
            </RadioCard>
          ))}
        </RadioGroup>
      </form>
    </DialogFrame>
  );
}
