import { queryOptions } from '@tanstack/react-query';
import { queryKeys } from '../../engine/data/query-keys.ts';
import type { ResourceRecord } from '../../engine/data/record.ts';
import { ask } from '../../session/ask.ts';

const trialOf = (memberId: number | null) => (memberId === null ? {} : { member_id: memberId });

/** A text that is being written and not saved: the subject, or the value of a parameter by its id. */
export interface MailDraft {
  readonly header?: string;
  readonly values?: Readonly<Record<number, string>>;
}

/** A mail in a language of its template, filled with a member's data; the server chooses a member if none is named. */
export const mailPreview = (languageId: number, memberId: number | null, draft: MailDraft = {}) =>
  queryOptions({
    queryKey: [...queryKeys.record('mail_language', languageId), 'preview', memberId, draft],
    queryFn: async ({ signal }) => {
      const request = { path: { id: languageId }, body: { ...trialOf(memberId), ...draft } };
      return (await ask('POST /api/mail_language/{id}/preview', request, { signal, announce: false })).data;
    },
    // A change that staff have just saved elsewhere is to be seen.
    staleTime: 0,
  });

/** The text of a mail in the log; it is another one once it was sent again, which is a version of its entry. */
export const loggedMail = ({ id, version }: ResourceRecord) =>
  queryOptions({
    queryKey: [...queryKeys.record('mail_log', id), 'mail', version],
    queryFn: async ({ signal }) => (await ask('GET /api/mail_log/{id}/mail', { path: { id } }, { signal })).data,
  });

/** Sends the mail to the own address, which is answered. */
export async function sendTestMail(languageId: number, memberId: number | null): Promise<string> {
  const request = { path: { id: languageId }, body: trialOf(memberId) };
  const init = { headers: { 'Idempotency-Key': crypto.randomUUID() } };
  return (await ask('POST /api/mail_language/{id}/test', request, init)).data.recipient;
}
