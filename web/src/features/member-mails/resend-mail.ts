import { resources } from '@innkeeper/contract';
import { readWrittenRecord } from '../../engine/data/envelope.ts';
import type { ResourceRecord } from '../../engine/data/record.ts';
import { callApi } from '../../engine/data/transport.ts';

/** Resends a logged mail and returns its entry. */
export async function resendMail(id: number): Promise<ResourceRecord> {
  const response = await callApi(`mail_log/${id}/resend`, {
    method: 'POST',
    headers: { 'Idempotency-Key': crypto.randomUUID() },
  });
  return readWrittenRecord(resources.mail_log, response);
}
