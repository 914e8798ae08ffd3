import { permission, resources } from '@innkeeper/contract';
import { useLingui } from '@lingui/react/macro';
import { callApi } from '../../engine/data/transport.ts';
import type { RecordPageProps, RecordPartProps } from '../../engine/form/extensions.ts';
import { RecordScreen } from '../../engine/record/record-screen.tsx';
import { ResendButton } from '../../engine/record/resend-button.tsx';

/** A webhook message: its state and a button to resend it. */
export function WebhookDeliveryPage({ definition, id }: RecordPageProps) {
  return <RecordScreen definition={definition} id={id} Actions={ResendMessage} />;
}

function ResendMessage({ record }: RecordPartProps) {
  const { t } = useLingui();
  const send = async () => {
    await callApi(`webhook_delivery/${record.id}/resend`, {
      method: 'POST',
      idempotencyKey: crypto.randomUUID(),
    });
    return t`Message is being sent again.`;
  };
  return <ResendButton requiredPermission={permission('UPDATE', resources.webhook_delivery.permission)} send={send} />;
}
