import { createHash, randomUUID } from 'node:crypto';
import { type FileHandle, open, unlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { writeError } from './full-disk.ts';

/** A file that came with a form. It lies on disk, and only until the request is answered. */
export interface UploadedFile {
  readonly filename: string;
  /** SHA-256 of its bytes. */
  readonly hash: string;
  /** Its bytes, into memory. The caller sees to it that few read at once. */
  read(): Promise<Buffer>;
  close(): Promise<void>;
}

/** Writes a file to disk as it comes. */
export async function keepUpload(filename: string, content: AsyncIterable<Uint8Array>): Promise<UploadedFile> {
  const handle = await openNameless();
  const sum = createHash('sha256');
  let size = 0;
  async function* counted() {
    for await (const chunk of content) {
      sum.update(chunk);
      size += chunk.length;
      yield chunk;
    }
  }
  try {
    await handle.writeFile(counted());
  } catch (error) {
    await handle.close();
    throw writeError(error);
  }
  return { filename, hash: sum.digest('hex'), read: () => readWhole(handle, size), close: () => handle.close() };
}

/** A file for a field that takes none: its bytes go by, so that its name is refused together with the other errors. */
export async function dropUpload(filename: string, content: AsyncIterable<Uint8Array>): Promise<UploadedFile> {
  for await (const _ of content);
  return { filename, hash: '', read: () => Promise.reject(new Error('not kept')), close: () => Promise.resolve() };
}

/** A file that has no name any more: the system removes it with the last handle, also when the process is killed. */
async function openNameless(): Promise<FileHandle> {
  const path = join(tmpdir(), `innkeeper-received-${randomUUID()}`);
  const handle = await open(path, 'wx+', 0o600).catch((error: unknown) => {
    throw writeError(error);
  });
  await unlink(path);
  return handle;
}

async function readWhole(handle: FileHandle, size: number): Promise<Buffer> {
  const bytes = Buffer.alloc(size);
  for (let at = 0; at < size;) {
    const { bytesRead } = await handle.read(bytes, at, size - at, at);
    if (bytesRead === 0) throw new Error('an uploaded file ended early');
    at += bytesRead;
  }
  return bytes;
}
