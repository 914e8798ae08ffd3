import { createReadStream, createWriteStream } from 'node:fs';
import { mkdtemp, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { S3Client } from '@aws-sdk/client-s3';
import { ApiError, apiError } from '../http/api-error.ts';
import { presignUrl } from './presigned-url.ts';
import type { ListedFile, Store } from './store.ts';
import { requestTexts } from '../../texts/requests.ts';

/** A bucket of an S3-compatible object store, with its credentials. */
export interface Bucket {
  /** `https://host`, optionally with a port. */
  readonly endpoint: string;
  readonly region: string;
  readonly bucket: string;
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
}

const CONNECT_TIMEOUT_MS = 5_000;
/** A store that is silent for this long counts as unreachable, before its response or within it. */
const SILENCE_TIMEOUT_MS = 15_000;
const MAX_ATTEMPTS = 2;

/** Loaded only when a bucket is configured: the library takes memory. */
async function connect(
  { endpoint, region, accessKeyId, secretAccessKey }: Bucket,
  silenceTimeoutMs = SILENCE_TIMEOUT_MS,
) {
  const sdk = await import('@aws-sdk/client-s3');
  const client: S3Client = new sdk.S3Client({
    endpoint,
    region,
    credentials: { accessKeyId, secretAccessKey },
    // Works with every S3-compatible store: the bucket in the path, and no checksums that only Amazon supports.
    forcePathStyle: true,
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    maxAttempts: MAX_ATTEMPTS,
    // The socket's timeout, because the request's one would also end a large upload that goes on.
    requestHandler: { connectionTimeout: CONNECT_TIMEOUT_MS, socketTimeout: silenceTimeoutMs },
  });
  return { sdk, client };
}

/**
 * Files in a bucket. A store that is unreachable or rejects a request is a 503, with its message in the log. Objects
 * are written atomically.
 */
export function createBucketStore(target: Bucket, silenceTimeoutMs?: number): Store {
  const { bucket: Bucket } = target;
  let connection: ReturnType<typeof connect> | undefined;
  const getConnection = () => (connection ??= connect(target, silenceTimeoutMs));

  return {
    write: (name, bytes) =>
      rethrowUnavailable(async () => {
        const { sdk, client } = await getConnection();
        const type = name.endsWith('.webp') ? { ContentType: 'image/webp' } : {};
        await client.send(new sdk.PutObjectCommand({ Bucket, Key: name, Body: bytes, ...type }));
      }),
    // S3 needs an object's length before its first byte, so generated content is written to disk first.
    writeFrom: async (name, content) => {
      const folder = await mkdtemp(join(tmpdir(), 'innkeeper-file-'));
      const path = join(folder, 'content');
      try {
        await pipeline(content, createWriteStream(path));
        const { size } = await stat(path);
        await rethrowUnavailable(async () => {
          const { sdk, client } = await getConnection();
          const Body = createReadStream(path);
          await client.send(new sdk.PutObjectCommand({ Bucket, Key: name, Body, ContentLength: size }));
        });
        return size;
      } finally {
        await rm(folder, { recursive: true, force: true });
      }
    },
    open: (name) =>
      rethrowUnavailable(async () => {
        const { sdk, client } = await getConnection();
        try {
          const { Body, ContentLength = 0 } = await client.send(new sdk.GetObjectCommand({ Bucket, Key: name }));
          return { size: ContentLength, content: Body as Readable }; // always a stream under Node
        } catch (error) {
          if (error instanceof sdk.NoSuchKey) return undefined;
          throw error;
        }
      }),
    findUrl: (name, seconds, now) =>
      rethrowUnavailable(async () => {
        const { sdk, client } = await getConnection();
        try {
          await client.send(new sdk.HeadObjectCommand({ Bucket, Key: name }));
        } catch (error) {
          if (error instanceof sdk.NotFound) return undefined;
          throw error;
        }
        return presignUrl(new URL(`${target.endpoint}/${Bucket}/${name}`), target, seconds, now);
      }),
    remove: (name) =>
      rethrowUnavailable(async () => {
        const { sdk, client } = await getConnection();
        await client.send(new sdk.DeleteObjectCommand({ Bucket, Key: name }));
      }),
    list: () => listObjects(getConnection, Bucket),
  };
}

async function* listObjects(
  getConnection: () => ReturnType<typeof connect>,
  Bucket: string,
): AsyncGenerator<ListedFile> {
  const { sdk, client } = await getConnection();
  for (let token: string | undefined; ;) {
    const page = await rethrowUnavailable(() =>
      client.send(new sdk.ListObjectsV2Command({ Bucket, ...(token !== undefined && { ContinuationToken: token }) })),
    );
    for (const { Key, LastModified } of page.Contents ?? [])
      if (Key !== undefined && LastModified) yield { name: Key, writtenAt: LastModified };
    token = page.NextContinuationToken;
    if (!page.IsTruncated || token === undefined) return;
  }
}

async function rethrowUnavailable<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw error instanceof ApiError
      ? error
      : apiError('unavailable', {
          message: requestTexts.filesUnavailable,
          headers: { 'retry-after': '10' },
          cause: error,
        });
  }
}

/**
 * Describes why a bucket cannot be used: it rejects the key or does not exist. Undefined if it responds, or if the
 * store is unreachable at the moment.
 */
export async function findBucketProblem(target: Bucket): Promise<string | undefined> {
  const { sdk, client } = await connect(target);
  try {
    await client.send(new sdk.HeadBucketCommand({ Bucket: target.bucket }));
    return undefined;
  } catch (error) {
    const status = error instanceof sdk.S3ServiceException ? error.$metadata.httpStatusCode : undefined;
    if (status === 404) return `there is no bucket ${target.bucket}`;
    if (status === 401 || status === 403) return `the store rejects the key for the bucket ${target.bucket}`;
    return undefined;
  } finally {
    client.destroy();
  }
}
