import { t } from '@lingui/core/macro';
import { showMessage } from './message-store.ts';

/** Copies a text to the clipboard and shows the result. Browsers allow it only over TLS, and users can forbid it. */
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
