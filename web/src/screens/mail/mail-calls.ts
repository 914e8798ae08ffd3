import { resources } from '@innkeeper/contract';
import { queryOptions } from '@tanstack/react-query';
import { dataOf, readWritten } from '../../resource/data/envelope.ts';
import { queryKeys } from '../../resource/data/query-keys.ts';
import { type ResourceRecord, isObject } from '../../resource/data/record.ts';
import { callApi } from '../../resource/data/transport.ts';

/** A mail as it is read. */
export interface ShownMail {
  readonly subject: string;
  readonly html: string;
  readonly text: string;
}

const trialOf = (memberId: number | null) => (memberId === null ? {} : { member_id: memberId });

/** A mail in a language of its template, filled with what a member has; the server chooses one where none is named. */
export const mailPreview = (languageId: number, memberId: number | null) =>
  queryOptions({
    queryKey: [...queryKeys.record('mail_language', languageId), 'preview', memberId],
    queryFn: async ({ signal }): Promise<ShownMail> => {
      const answer = await callApi(`mail_language/${languageId}/preview`, {
        json: trialOf(memberId),
        signal,
        announce: false,
      });
      return readShown(dataOf(answer.body));
    },
    // What staff have just saved elsewhere is to be seen.
    staleTime: 0,
  });

function readShown(data: unknown): ShownMail {
  const text = (name: string): string => {
    const value = isObject(data) ? data[name] : undefined;
    if (typeof value !== 'string') throw new TypeError('The answer holds no mail');
    return value;
  };
  return { subject: text('subject'), html: text('html'), text: text('text') };
}

/** Sends the mail to the own address, which is answered. */
export async function sendTestMail(languageId: number, memberId: number | null): Promise<string> {
  const { body } = await callApi(`mail_language/${languageId}/test`, {
    json: trialOf(memberId),
    headers: { 'Idempotency-Key': crypto.randomUUID() },
  });
  const data = dataOf(body);
  return isObject(data) && typeof data['recipient'] === 'string' ? data['recipient'] : '';
}

/** Sends a mail of the log again, and answers its entry. */
export async function resendMail(id: number): Promise<ResourceRecord> {
  const answer = await callApi(`mail_log/${id}/resend`, {
    method: 'POST',
    headers: { 'Idempotency-Key': crypto.randomUUID() },
  });
  return readWritten(resources.mail_log, answer);
}
