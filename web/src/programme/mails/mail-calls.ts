import type { Label } from '@innkeeper/contract';
import { queryOptions } from '@tanstack/react-query';
import { dataOf } from '../../engine/data/envelope.ts';
import { queryKeys } from '../../engine/data/query-keys.ts';
import { type ResourceRecord, isObject } from '../../engine/data/record.ts';
import { callApi } from '../../engine/data/transport.ts';

/** A mail as it is read. */
export interface ShownMail {
  readonly subject: string;
  /** Null where it is plain text alone. */
  readonly html: string | null;
  readonly text: string;
}

const trialOf = (memberId: number | null) => (memberId === null ? {} : { member_id: memberId });

/** What is being written and not saved: the subject, or the value of a parameter by its id. */
export interface MailDraft {
  readonly header?: string;
  readonly values?: Readonly<Record<number, string>>;
}

/** A mail in a language of its template, filled with what a member has; the server chooses one where none is named. */
export const mailPreview = (languageId: number, memberId: number | null, draft: MailDraft = {}) =>
  queryOptions({
    queryKey: [...queryKeys.record('mail_language', languageId), 'preview', memberId, draft],
    queryFn: async ({ signal }): Promise<ShownMail> => {
      const answer = await callApi(`mail_language/${languageId}/preview`, {
        json: { ...trialOf(memberId), ...draft },
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
  const isPlain = isObject(data) && data['html'] === null;
  return { subject: text('subject'), html: isPlain ? null : text('html'), text: text('text') };
}

/** A mail of the log, or why nobody knows any more what it said. */
interface LoggedMail {
  /** Whether it is what went out, to the letter. */
  readonly isAsSent: boolean;
  readonly mail: ShownMail | null;
  readonly problem: Label | null;
}

/** What a mail of the log said; it is another one once it was sent again, which is a version of its entry. */
export const loggedMail = ({ id, version }: ResourceRecord) =>
  queryOptions({
    queryKey: [...queryKeys.record('mail_log', id), 'mail', version],
    queryFn: async ({ signal }): Promise<LoggedMail> => {
      const { body } = await callApi(`mail_log/${id}/mail`, { signal, announce: false });
      const data = dataOf(body);
      if (!isObject(data)) throw new TypeError('The answer holds no mail');
      const { is_as_sent, mail, problem } = data;
      return {
        isAsSent: is_as_sent === true,
        mail: mail === null ? null : readShown(mail),
        problem: isLabel(problem) ? problem : null,
      };
    },
  });

const isLabel = (value: unknown): value is Label =>
  isObject(value) && typeof value['en'] === 'string' && typeof value['id'] === 'string';

/** Sends the mail to the own address, which is answered. */
export async function sendTestMail(languageId: number, memberId: number | null): Promise<string> {
  const { body } = await callApi(`mail_language/${languageId}/test`, {
    json: trialOf(memberId),
    headers: { 'Idempotency-Key': crypto.randomUUID() },
  });
  const data = dataOf(body);
  return isObject(data) && typeof data['recipient'] === 'string' ? data['recipient'] : '';
}
