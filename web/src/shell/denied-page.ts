import { findPageLabel } from '@innkeeper/contract';
import { t } from '@lingui/core/macro';
import { currentLanguage } from '../i18n/language.ts';
import { showMessage } from '../ui/message-store.ts';

/** Says on the page where a user lands which page they may not open, and whom to ask. */
export function announceDeniedPage(path: string): void {
  const page = findPageLabel(path)?.[currentLanguage()];
  showMessage({
    message: page
      ? t`You don’t have access to “${page}”. Ask an administrator if you need it.`
      : t`You don’t have access to that page. Ask an administrator if you need it.`,
    variant: 'warning',
  });
}
