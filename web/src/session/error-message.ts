import { type ErrorCode, errors } from '@innkeeper/contract';
import { t } from '@lingui/core/macro';
import { currentLanguage } from '../i18n/language.ts';

const isCode = (code: unknown): code is ErrorCode => typeof code === 'string' && Object.hasOwn(errors, code);

/**
 * The message for a failed call, from the error catalogue of the specification. `body` is undefined if it cannot be
 * read.
 */
export function errorMessage(status: number, body: Readonly<Record<string, unknown>> | undefined): string {
  const { error: code, message } = body ?? {};
  const text = typeof message === 'string' && message !== '' ? message : undefined;
  // The contract has both languages of its messages, but only the server can fill in their placeholders.
  const known = isCode(code) ? errors[code][currentLanguage()] : undefined;
  const own =
    known && !known.includes('{') && (text === undefined || text === errors[code as ErrorCode].en) ? known : text;
  if (code === 'invalid_grant') return t`Oops! Invalid Username or Password`;
  if (own) return own;
  if (status === 401) return t`Your session has expired, please re-login..`;
  if (status === 404) return t`Api Route is missing or undefined`;
  if (status === 405) return t`Method not Allowed`;
  if (status === 429) return t`Too Many Requests, please try again..`;
  return body ? t`Internal Server Error` : t`Unknown Error`;
}

/** The message for a call without a response. */
export const networkMessage = (): string => t`Network Error.`;
/** The message for a response in a format that the API never sends. */
export const unreadableMessage = (): string => t`Unknown Error`;
