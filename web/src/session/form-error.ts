import { sentence } from '@innkeeper/contract';
import { currentLanguage } from '../i18n/language.ts';
import { showMessage } from '../ui/message-store.ts';
import type { ApiError } from './api-error.ts';
import { announceError } from './api.ts';

/**
 * Announces the errors of a refused form that stand at none of its fields: errors of fields that are not on the page, the captcha
 * above all, or else the message of the whole answer.
 */
export function announceFormError(error: ApiError, shown: readonly string[]): void {
  const entries = Object.entries(error.errors);
  const elsewhere = entries.filter(([field]) => !shown.includes(field)).flatMap(([, messages]) => messages);
  if (elsewhere.length > 0)
    showMessage({ message: elsewhere.map((message) => sentence(message, currentLanguage())).join(' ') });
  else if (entries.length === 0) announceError(error);
}

/** The messages of one field in the language on screen; undefined where there is none. */
export const fieldMessage = (errors: ApiError['errors'], field: string): string | undefined =>
  errors[field]?.map((message) => sentence(message, currentLanguage())).join(' ');
