import { t } from '@lingui/core/macro';
import { showMessage } from './message-store.ts';

/** Puts a text onto the clipboard and says so. Browsers allow it over TLS alone, and people may have forbidden it. */
export async function copyText(text: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(text);
    showMessage({ message: t`Copied.`, variant: 'success' });
  } catch {
    showMessage({
      message: t`Your browser blocked copying. Select the text and copy it.`,
      variant: 'warning',
    });
  }
}
