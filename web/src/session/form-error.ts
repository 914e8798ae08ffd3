import { sentence } from '@innkeeper/contract';
import { currentLanguage } from '../i18n/language.ts';
import { showMessage } from '../ui/message-store.ts';
import type { ApiError } from './api-error.ts';
import { announceError } from './api.ts';

/**
 * Shows the errors of a rejected form that belong to no visible field (`shown`), mainly the captcha's. If the response
 * has no field errors, shows its message.
 */
export function announceFormError(error: ApiError, shown: readonly string[]): void {
  const entries = Object.entries(error.errors);
  const elsewhere = entries.filter(([field]) => !shown.includes(field)).flatMap(([, messages]) => messages);
  if (elsewhere.length > 0)
    showMessage({ message: elsewhere.map((message) => sentence(message, currentLanguage())).join(' ') });
  else if (entries.length === 0) announceError(error);
}

/** The messages of a field in the current language; undefined if there are none. */
export const fieldMessage = (errors: ApiError['errors'], field: string): string | undefined =>
  errors[field]?.map((message) => sentence(message, currentLanguage())).join(' ');
