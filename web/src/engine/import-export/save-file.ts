/** Downloads a file through the browser. */
export function saveFile(content: Blob, name: string): void {
  const address = URL.createObjectURL(content);
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  link.click();
  // The browser opens large files with a short delay.
  setTimeout(() => URL.revokeObjectURL(address), 60_000);
}

/** The file name from a response's `Content-Disposition`. */
export const fileNameOf = (headers: Headers): string | undefined =>
  /filename="([^"]+)"/.exec(headers.get('content-disposition') ?? '')?.[1];
