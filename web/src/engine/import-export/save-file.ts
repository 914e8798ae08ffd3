/** Downloads a file through the browser. */
export function saveFile(content: Blob, name: string): void {
  const objectUrl = URL.createObjectURL(content);
  const link = document.createElement('a');
  link.href = objectUrl;
  link.download = name;
  link.click();
  // The browser starts to read a large file with a short delay, so revoke the URL later.
  setTimeout(() => URL.revokeObjectURL(objectUrl), 60_000);
}

/** The file name from a response's `Content-Disposition`. */
export const parseFileName = (headers: Headers): string | undefined =>
  /filename="([^"]+)"/.exec(headers.get('content-disposition') ?? '')?.[1];
