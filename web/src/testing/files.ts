import { expect, vi } from 'vitest';

interface SavedFile {
  readonly name: string;
  readonly content: Blob;
}

/** Captures the files that the page saves from now on, the newest last. Nothing is downloaded. */
export function captureSavedFiles(): readonly SavedFile[] {
  const saved: SavedFile[] = [];
  const contents = new Map<string, Blob>();
  vi.spyOn(URL, 'createObjectURL').mockImplementation((content) => {
    const address = `blob:caught/${contents.size}`;
    if (content instanceof Blob) contents.set(address, content);
    return address;
  });
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
    const content = contents.get(this.href);
    if (content) saved.push({ name: this.download, content });
  });
  return saved;
}

const inputOf = () => document.querySelector<HTMLInputElement>('input[type=file]');

function createDataTransfer(file: File): DataTransfer {
  const transfer = new DataTransfer();
  transfer.items.add(file);
  return transfer;
}

/** Chooses a file in the first file input, once there is one. */
export async function chooseFile(file: File): Promise<void> {
  await expect.poll(inputOf).not.toBeNull();
  const input = inputOf();
  if (!input) return;
  input.files = createDataTransfer(file).files;
  input.dispatchEvent(new Event('change', { bubbles: true }));
}

/** Drops a file on an element. Returns false if the page handled it. */
export const dropFile = (file: File, target: Element): boolean =>
  target.dispatchEvent(
    new DragEvent('drop', { bubbles: true, cancelable: true, dataTransfer: createDataTransfer(file) }),
  );

/** Whether the browser would ask the user before it closes the page now. */
export const preventsUnload = (): boolean => !dispatchEvent(new Event('beforeunload', { cancelable: true }));
