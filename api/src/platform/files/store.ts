import type { Readable } from 'node:stream';

/**
 * Stores the bytes of files by name, in a folder or an object store. See
 * docs/decisions/0008-store-files-in-a-folder-or-bucket-under-random-names.md.
 */
export interface Store {
  /** Writes a file atomically and durably. Throws a 503 if the store is full. */
  write(name: string, bytes: Uint8Array): Promise<void>;
  /** The same for streamed content, without holding all of it in memory. Resolves to the number of bytes. */
  writeFrom(name: string, content: Readable): Promise<number>;
  /** Opens a file for reading; undefined if it does not exist. */
  open(name: string): Promise<OpenFile | undefined>;
  /**
   * The URL at which a browser can read the file from the store itself, for some seconds; undefined if the file does
   * not exist. Only object stores have one.
   */
  readonly findUrl?: (name: string, seconds: number, now: Date) => Promise<string | undefined>;
  /** Removes a file. A missing file is not an error. */
  remove(name: string): Promise<void>;
  /** All stored files, in no particular order. */
  list(): AsyncIterable<ListedFile>;
}

interface OpenFile {
  /** Bytes. */
  readonly size: number;
  /** Closes the file when it ends or is destroyed. */
  readonly content: Readable;
}

export interface ListedFile {
  readonly name: string;
  readonly writtenAt: Date;
}
