import { permission, resources } from '@innkeeper/contract';
import { Trans, useLingui } from '@lingui/react/macro';
import { useQueryClient } from '@tanstack/react-query';
import Send from 'lucide-react/icons/send';
import { useState } from 'react';
import { refreshResources } from '../../engine/data/mutations.ts';
import type { RecordPageProps, RecordPartProps } from '../../engine/form/extensions.ts';
import { RecordScreen } from '../../engine/record/record-screen.tsx';
import { can } from '../../session/user.ts';
import { Button } from '../../ui/button.tsx';
import { showMessage } from '../../ui/message-store.ts';
import { MailOverview } from './logged-mail.tsx';
import { resendMail } from './resend-mail.ts';

/** A mail that was sent, or was to be: what it says, what became of it, and once more. */
export function MailLogPage({ definition, id }: RecordPageProps) {
  return <RecordScreen definition={definition} id={id} Overview={MailOverview} Actions={SendAgain} />;
}

function SendAgain({ record }: RecordPartProps) {
  const { t } = useLingui();
  const client = useQueryClient();
  const [isSending, setSending] = useState(false);
  if (!can(permission('UPDATE', resources.mail_log.permission))) return null;

  const send = async () => {
    setSending(true);
    try {
      const { recipient } = await resendMail(record.id);
      showMessage({ message: t`The mail to ${String(recipient)} is on its way again.`, variant: 'success' });
    } catch {
      // A refusal has announced itself, in words.
    } finally {
      setSending(false);
      await refreshResources(client);
    }
  };

  return (
    <Button
      aria-label={t`Send again`}
      icon={<Send size={16} aria-hidden="true" />}
      pending={isSending}
      onClick={() => void send()}
    >
      <Trans>Send again</Trans>
    </Button>
  );
}
