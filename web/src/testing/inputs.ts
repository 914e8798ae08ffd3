import { type Locator, userEvent } from 'vitest/browser';

/** Types key by key into the focused element; nobody types faster than the screen is drawn. */
export async function typeKeys(...keys: readonly string[]): Promise<void> {
  for (const key of keys) {
    await userEvent.keyboard(key);
    await drawn();
  }
}

/** The screen has been drawn since the last act. */
export const drawn = (): Promise<void> =>
  new Promise((resolve) => {
    requestAnimationFrame(() => requestAnimationFrame(() => resolve()));
  });

/** The element itself, for facts that no locator tells: the caret, a chosen file. */
export const inputOf = (locator: Locator): HTMLInputElement => locator.element() as HTMLInputElement; // it is found by the role or label of an input

/** Pastes as the browser does: the event first, and the text where nobody has taken it. */
export function paste(locator: Locator, text: string): void {
  const input = inputOf(locator);
  input.focus();
  const data = new DataTransfer();
  data.setData('text/plain', text);
  const event = new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true });
  if (input.dispatchEvent(event)) document.execCommand('insertText', false, text);
}

/** Chooses a file as the browser's own dialog would, for the first field that takes one. */
export function chooseFile(file: File): void {
  const input = document.querySelector<HTMLInputElement>('input[type=file]');
  if (!input) throw new Error('Nothing here takes a file');
  const data = new DataTransfer();
  data.items.add(file);
  input.files = data.files;
  input.dispatchEvent(new Event('change', { bubbles: true }));
}

/** A picture as a browser makes it. */
export async function picture(name: string): Promise<File> {
  const canvas = document.createElement('canvas');
  const blob = await new Promise<Blob | null>((resolve) => {
    canvas.toBlob(resolve, 'image/png');
  });
  return new File([blob ?? ''], name, { type: 'image/png' });
}
