import type { ImportEncoding } from '@innkeeper/contract';

/**
 * The encoding to begin with for a text file that is not in UTF-8. Most of them come from Excel on Windows; the user
 * sees the result, and can choose another one. Undefined for a file that names its encoding, or is no text.
 */
export function suggestEncoding(bytes: Uint8Array): ImportEncoding | undefined {
  // Workbooks and UTF-16 have zero bytes.
  if (bytes.includes(0)) return undefined;
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(bytes);
    return undefined;
  } catch {
    return 'windows-1252';
  }
}
