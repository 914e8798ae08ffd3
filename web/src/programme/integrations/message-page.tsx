import { permission, resources } from '@innkeeper/contract';
import { Trans, useLingui } from '@lingui/react/macro';
import { useQueryClient } from '@tanstack/react-query';
import Send from 'lucide-react/icons/send';
import { useState } from 'react';
import { refreshResources } from '../../engine/data/mutations.ts';
import { callApi } from '../../engine/data/transport.ts';
import type { RecordPageProps, RecordPartProps } from '../../engine/form/extensions.ts';
import { RecordScreen } from '../../engine/record/record-screen.tsx';
import { can } from '../../session/user.ts';
import { Button } from '../../ui/button.tsx';
import { showMessage } from '../../ui/message-store.ts';

/** A message to a webhook: what became of it, and once more. */
export function MessagePage({ definition, id }: RecordPageProps) {
  return <RecordScreen definition={definition} id={id} Actions={SendAgain} />;
}

function SendAgain({ record }: RecordPartProps) {
  const { t } = useLingui();
  const client = useQueryClient();
  const [isSending, setSending] = useState(false);
  if (!can(permission('UPDATE', resources.webhook_delivery.permission))) return null;

  const send = async () => {
    setSending(true);
    try {
      await callApi(`webhook_delivery/${record.id}/resend`, {
        method: 'POST',
        headers: { 'Idempotency-Key': crypto.randomUUID() },
      });
      showMessage({ message: t`The message is on its way again.`, variant: 'success' });
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
