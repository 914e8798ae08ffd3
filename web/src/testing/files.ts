import { expect, vi } from 'vitest';

interface SavedFile {
  readonly name: string;
  readonly content: Blob;
}

/** Captures the files that the page saves from now on, the newest last. Nothing is downloaded. */
export function captureSavedFiles(): readonly SavedFile[] {
  const savedFiles: SavedFile[] = [];
  const blobByUrl = new Map<string, Blob>();
  vi.spyOn(URL, 'createObjectURL').mockImplementation((blob) => {
    const url = `blob:caught/${blobByUrl.size}`;
    if (blob instanceof Blob) blobByUrl.set(url, blob);
    return url;
  });
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
    const blob = blobByUrl.get(this.href);
    if (blob) savedFiles.push({ name: this.download, content: blob });
  });
  return savedFiles;
}

const findFileInput = () => document.querySelector<HTMLInputElement>('input[type=file]');

function createDataTransfer(file: File): DataTransfer {
  const transfer = new DataTransfer();
  transfer.items.add(file);
  return transfer;
}

/** Chooses a file in the first file input, as the browser's dialog would. Waits until there is one. */
export async function chooseFile(file: File): Promise<void> {
  await expect.poll(findFileInput).not.toBeNull();
  const input = findFileInput();
  if (!input) throw new Error('The page has no file input');
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
