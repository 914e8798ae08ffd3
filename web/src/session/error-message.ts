import { type ErrorCode, errors } from '@innkeeper/contract';
import { t } from '@lingui/core/macro';
import { currentLanguage } from '../i18n/language.ts';

const isErrorCode = (code: unknown): code is ErrorCode => typeof code === 'string' && Object.hasOwn(errors, code);

/**
 * The message for a failed call, from the error catalogue of the specification. `body` is undefined if it cannot be
 * read.
 */
export function errorMessage(status: number, body: Readonly<Record<string, unknown>> | undefined): string {
  const { error: code, message } = body ?? {};
  const text = typeof message === 'string' && message !== '' ? message : undefined;
  // The contract has its messages in both languages, but only the server can fill in placeholders.
  const catalogueText = isErrorCode(code) ? errors[code][currentLanguage()] : undefined;
  const translated =
    catalogueText && !catalogueText.includes('{') && (text === undefined || text === errors[code as ErrorCode].en)
      ? catalogueText
      : text;
  if (code === 'invalid_grant') return t`Oops! Invalid Username or Password`;
  if (translated) return translated;
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
