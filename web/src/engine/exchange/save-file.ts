/** Hands a file to the browser, which saves it where it saves downloads. */
export function saveFile(content: Blob, name: string): void {
  const address = URL.createObjectURL(content);
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  link.click();
  // The browser takes a large file up a moment later.
  setTimeout(() => URL.revokeObjectURL(address), 60_000);
}

/** The name of the file in an answer's `Content-Disposition`. */
export const fileNameOf = (headers: Headers): string | undefined =>
  /filename="([^"]+)"/.exec(headers.get('content-disposition') ?? '')?.[1];
