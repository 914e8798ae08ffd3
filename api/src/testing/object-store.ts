import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import S3rver from '@20minutes/s3rver';
import type { Bucket } from '../platform/files/s3-store.ts';

/** A server that speaks S3, with one empty bucket. */
export interface ObjectStore {
  readonly bucket: Bucket;
  stop(): Promise<void>;
  /** Restarts at the same address, with its objects. */
  start(): Promise<void>;
  remove(): Promise<void>;
}

const BUCKET_NAME = 'innkeeper';

export async function startObjectStore(): Promise<ObjectStore> {
  const directory = await mkdtemp(join(tmpdir(), 'innkeeper-s3-'));
  const createStore = (port: number) =>
    new S3rver({
      address: '127.0.0.1',
      port,
      silent: true,
      directory,
      configureBuckets: [{ name: BUCKET_NAME }],
      // The server's signature check fails for a bucket path without its trailing slash. It still rejects unknown keys.
      allowMismatchedSignatures: true,
    });
  let server = createStore(0);
  const { port } = await server.run();
  return {
    // The only access key that this server accepts.
    bucket: {
      endpoint: `http://127.0.0.1:${port}`,
      region: 'us-east-1',
      bucket: BUCKET_NAME,
      accessKeyId: 'S3RVER',
      secretAccessKey: 'S3RVER',
    },
    stop: () => server.close(),
    async start() {
      server = createStore(port);
      await server.run();
    },
    async remove() {
      await server.close();
      await rm(directory, { recursive: true, force: true });
    },
  };
}
