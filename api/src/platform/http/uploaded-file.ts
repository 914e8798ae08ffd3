import { createHash, randomUUID } from 'node:crypto';
import { type FileHandle, open, unlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { toWriteError } from './full-disk.ts';

/** A file uploaded with a form. It is on disk only until the request is answered. */
export interface UploadedFile {
  readonly filename: string;
  /** SHA-256 of its bytes. */
  readonly hash: string;
  /** Reads its bytes into memory. The caller limits how many do so concurrently. */
  read(): Promise<Buffer>;
  close(): Promise<void>;
}

/** Streams a file to disk. */
export async function storeUpload(filename: string, content: AsyncIterable<Uint8Array>): Promise<UploadedFile> {
  const handle = await openUnlinked();
  const digest = createHash('sha256');
  let size = 0;
  async function* hashChunks() {
    for await (const chunk of content) {
      digest.update(chunk);
      size += chunk.length;
      yield chunk;
    }
  }
  try {
    await handle.writeFile(hashChunks());
  } catch (error) {
    await handle.close();
    throw toWriteError(error);
  }
  return { filename, hash: digest.digest('hex'), read: () => readAll(handle, size), close: () => handle.close() };
}

/** Discards a file for a field that accepts none, so that the field can be reported together with other errors. */
export async function discardUpload(filename: string, content: AsyncIterable<Uint8Array>): Promise<UploadedFile> {
  for await (const _ of content);
  return { filename, hash: '', read: () => Promise.reject(new Error('not kept')), close: () => Promise.resolve() };
}

/** An unlinked file: the system removes it when the last handle closes, even if the process is killed. */
async function openUnlinked(): Promise<FileHandle> {
  const path = join(tmpdir(), `innkeeper-received-${randomUUID()}`);
  const handle = await open(path, 'wx+', 0o600).catch((error: unknown) => {
    throw toWriteError(error);
  });
  await unlink(path);
  return handle;
}

async function readAll(handle: FileHandle, size: number): Promise<Buffer> {
  const bytes = Buffer.alloc(size);
  for (let offset = 0; offset < size;) {
    const { bytesRead } = await handle.read(bytes, offset, size - offset, offset);
    if (bytesRead === 0) throw new Error('an uploaded file ended early');
    offset += bytesRead;
  }
  return bytes;
}
