import type { MemberMail } from '@innkeeper/contract';
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
  openDialog((close) => <MailDialog id={id} recipient={recipient} mails={mails} close={close} />, { width: '30rem' });

interface MailDialogProps {
  readonly id: number;
  readonly recipient: string;
  readonly mails: Mails;
  readonly close: () => void;
}

function MailDialog({ id, recipient, mails, close }: MailDialogProps) {
  const { t } = useLingui();
  const names: Record<MemberMail, string> = {
    welcome: t`Welcome`,
    renewal: t`Renewal`,
    'expiry-reminder': t`Reminder before the card ends`,
    birthday: t`Birthday wishes`,
  };
  const form = useId();
  const [mailType, setMailType] = useState(mails.find(({ reason }) => reason === null)?.mail_type ?? null);
  const [isSending, setSending] = useState(false);
  const keyOf = useIdempotencyKey();
  const send = async (event: SubmitEvent) => {
    event.preventDefault();
    if (isSending || mailType === null) return;
    setSending(true);
    try {
      const sent = await sendMail(id, mailType, keyOf({ mailType }));
      const [name, to] = [names[sent.mail_type], sent.recipient];
      showMessage({ message: t`Email “${name}” is being sent to ${to}.`, variant: 'success' });
      close();
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
          <Button onClick={close}>
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
              {names[mail_type]}
              {reason !== null && <span className="text-sm font-normal">{reason}</span>}
            </RadioCard>
          ))}
        </RadioGroup>
      </form>
    </DialogFrame>
  );
}
