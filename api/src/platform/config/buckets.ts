import type { Bucket } from '../files/s3-store.ts';
import { ConfigError, type Environment, decodeUrl } from './variables.ts';

/** `https://key:secret@host/bucket?region=…`. Errors do not repeat the value because it contains a secret. */
export function readBucket(env: Environment, name: 'S3_URL' | 'BACKUP_S3_URL'): Bucket | undefined {
  const text = env[name]?.trim();
  if (!text) return undefined;
  const url = URL.canParse(text) ? new URL(text) : undefined;
  const bucket = /^\/([a-z0-9][a-z0-9.-]{1,61}[a-z0-9])\/?$/.exec(url?.pathname ?? '')?.[1];
  const unknownParameters = [...(url?.searchParams.keys() ?? [])].filter((key) => key !== 'region');
  const credentials = url && [url.username, url.password].map(decodeUrl);
  const [accessKeyId, secretAccessKey] = credentials ?? [];
  if (
    !url ||
    !/^https?:$/.test(url.protocol) ||
    !bucket ||
    !accessKeyId ||
    !secretAccessKey ||
    unknownParameters.length > 0
  )
    throw new ConfigError(`${name} must be an address like https://key:secret@s3.example/bucket?region=eu-central-1`);
  return {
    endpoint: url.origin,
    region: url.searchParams.get('region') || 'us-east-1',
    bucket,
    accessKeyId,
    secretAccessKey,
  };
}

/** A bucket of its own: that of the uploaded files may be readable for the CDN. */
export function readBackupBucket(env: Environment): Bucket | undefined {
  const target = readBucket(env, 'BACKUP_S3_URL');
  const files = readBucket(env, 'S3_URL');
  if (target && files && target.endpoint === files.endpoint && target.bucket === files.bucket)
    throw new ConfigError('BACKUP_S3_URL must name another bucket than S3_URL');
  return target;
}
