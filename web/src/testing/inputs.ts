import { type Locator, userEvent } from 'vitest/browser';

/** Types key by key into the focused element. Waits until each is drawn, because people do not type faster. */
export async function typeKeys(...keys: readonly string[]): Promise<void> {
  for (const key of keys) {
    await userEvent.keyboard(key);
    await waitForPaint();
  }
}

/** Waits until the screen has been drawn after the last action. */
export const waitForPaint = (): Promise<void> =>
  new Promise((resolve) => {
    requestAnimationFrame(() => requestAnimationFrame(() => resolve()));
  });

/**
 * The element of a locator that finds an input, for properties that a locator does not have: the caret, a chosen file.
 */
export const inputElement = (locator: Locator): HTMLInputElement => locator.element() as HTMLInputElement;

/** Pastes as the browser does: dispatches the event, and inserts the text unless the page has handled it. */
export function paste(locator: Locator, text: string): void {
  const input = inputElement(locator);
  input.focus();
  const clipboardData = new DataTransfer();
  clipboardData.setData('text/plain', text);
  const event = new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true });
  if (input.dispatchEvent(event)) document.execCommand('insertText', false, text);
}

/** A PNG picture made by the browser. */
export async function createPicture(name: string): Promise<File> {
  const canvas = document.createElement('canvas');
  const blob = await new Promise<Blob | null>((resolve) => {
    canvas.toBlob(resolve, 'image/png');
  });
  return new File([blob ?? ''], name, { type: 'image/png' });
}
