import { formatMessage } from '@innkeeper/contract';
import { currentLanguage } from '../i18n/language.ts';
import { showMessage } from '../ui/message-store.ts';
import type { ApiError } from './api-error.ts';
import { announceError } from './api.ts';

/**
 * Shows the errors of a rejected form that belong to none of the `visibleFields`, mainly the captcha's. If the response
 * has no field errors, shows its message.
 */
export function announceFormError(error: ApiError, visibleFields: readonly string[]): void {
  const entries = Object.entries(error.errors);
  const otherMessages = entries.filter(([field]) => !visibleFields.includes(field)).flatMap(([, messages]) => messages);
  if (otherMessages.length > 0)
    showMessage({ message: otherMessages.map((message) => formatMessage(message, currentLanguage())).join(' ') });
  else if (entries.length === 0) announceError(error);
}

/** The messages of a field in the current language; undefined if there are none. */
export const fieldMessage = (errors: ApiError['errors'], field: string): string | undefined =>
  errors[field]?.map((message) => formatMessage(message, currentLanguage())).join(' ');
