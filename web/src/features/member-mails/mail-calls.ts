import { queryOptions } from '@tanstack/react-query';
import { callQuery } from '../../engine/data/call-query.ts';
import { queryKeys } from '../../engine/data/query-keys.ts';
import type { ResourceRecord } from '../../engine/data/record.ts';
import { requestData } from '../../session/request.ts';

const createMemberInput = (memberId: number | null) => (memberId === null ? {} : { member_id: memberId });

/** Unsaved text: the subject, or the value of a parameter by its id. */
export interface MailDraft {
  readonly header?: string;
  readonly values?: Readonly<Record<number, string>>;
}

/** A mail in one language of its template, filled with a member's data; the server picks a member if none is given. */
export const mailPreviewQuery = (languageId: number, memberId: number | null, draft: MailDraft = {}) =>
  queryOptions({
    queryKey: [...queryKeys.record('mail_language', languageId), 'preview', memberId, draft],
    queryFn: async ({ signal }) => {
      const request = { path: { id: languageId }, body: { ...createMemberInput(memberId), ...draft } };
      return await requestData('POST /api/mail_language/{id}/preview', request, { signal, announce: false });
    },
    // Shows a change that other staff have just saved.
    staleTime: 0,
  });

/** The text of a logged mail. Resending changes the text and the version of the entry. */
export const loggedMailQuery = ({ id, version }: ResourceRecord) =>
  callQuery('GET /api/mail_log/{id}/mail', { path: { id } }, version);

/** Sends the mail to the user's own address, which is returned. */
export async function sendTestMail(languageId: number, memberId: number | null): Promise<string> {
  const request = { path: { id: languageId }, body: createMemberInput(memberId) };
  const init = { idempotencyKey: crypto.randomUUID() };
  return (await requestData('POST /api/mail_language/{id}/test', request, init)).recipient;
}
