import { permission, resources } from '@innkeeper/contract';
import { useLingui } from '@lingui/react/macro';
import type { RecordPageProps, RecordPartProps } from '../../engine/form/extensions.ts';
import { RecordScreen } from '../../engine/record/record-screen.tsx';
import { ResendButton } from '../../engine/record/resend-button.tsx';
import { MailOverview } from './logged-mail.tsx';
import { readWrittenRecord } from '../../engine/data/envelope.ts';
import type { ResourceRecord } from '../../engine/data/record.ts';
import { callApi } from '../../engine/data/transport.ts';

/** A logged mail: its text, its state and a button to resend it. */
export function MailLogPage({ definition, id }: RecordPageProps) {
  return <RecordScreen definition={definition} id={id} Overview={MailOverview} Actions={ResendMail} />;
}

function ResendMail({ record }: RecordPartProps) {
  const { t } = useLingui();
  const send = async () => {
    const { recipient } = await resendMail(record.id);
    return t`Email to ${String(recipient)} is being sent again.`;
  };
  return <ResendButton requiredPermission={permission('UPDATE', resources.mail_log.permission)} send={send} />;
}

/** Resends a logged mail and returns its entry. */
async function resendMail(id: number): Promise<ResourceRecord> {
  const response = await callApi(`mail_log/${id}/resend`, {
    method: 'POST',
    idempotencyKey: crypto.randomUUID(),
  });
  return readWrittenRecord(resources.mail_log, response);
}
