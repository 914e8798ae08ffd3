import type { Readable } from 'node:stream';

/** Keeps the bytes of files, by name: a folder, or an object store. See docs/decisions/0008-files-on-disk.md. */
export interface Store {
  /** Writes a file so that it is there as a whole or not at all, and stays there. A store without room is a 503. */
  write(name: string, bytes: Uint8Array): Promise<void>;
  /** The same for a file in the making, without holding all of it in memory. Resolves to its number of bytes. */
  writeFrom(name: string, content: Readable): Promise<number>;
  /** A file to read; undefined where there is none. */
  open(name: string): Promise<OpenFile | undefined>;
  /** Removes a file; one that is not there is none to remove. */
  remove(name: string): Promise<void>;
  /** All kept files, in no order. */
  list(): AsyncIterable<ListedFile>;
}

interface OpenFile {
  /** Bytes. */
  readonly size: number;
  /** Closes the file at its end, and when it is destroyed. */
  readonly content: Readable;
}

export interface ListedFile {
  readonly name: string;
  readonly writtenAt: Date;
}
