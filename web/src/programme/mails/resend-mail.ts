import { resources } from '@innkeeper/contract';
import { readWritten } from '../../engine/data/envelope.ts';
import type { ResourceRecord } from '../../engine/data/record.ts';
import { callApi } from '../../engine/data/transport.ts';

/** Sends a mail of the log again, and answers its entry. */
export async function resendMail(id: number): Promise<ResourceRecord> {
  const answer = await callApi(`mail_log/${id}/resend`, {
    method: 'POST',
    headers: { 'Idempotency-Key': crypto.randomUUID() },
  });
  return readWritten(resources.mail_log, answer);
}
