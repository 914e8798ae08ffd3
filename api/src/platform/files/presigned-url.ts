import { createHash, createHmac } from 'node:crypto';

/** The part of a bucket's credentials that signs. */
interface SigningKey {
  readonly region: string;
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
}

const ALGORITHM = 'AWS4-HMAC-SHA256';
const hash = (text: string): string => createHash('sha256').update(text).digest('hex');
const sign = (key: string | Buffer, text: string): Buffer => createHmac('sha256', key).update(text).digest();

/**
 * The URL at which anyone can read an object for some seconds, without a request to the store. By AWS Signature Version
 * 4 in the query, which every S3-compatible store accepts. The SDK's package for it would be another dependency.
 */
export function presignUrl(
  object: URL,
  { region, accessKeyId, secretAccessKey }: SigningKey,
  seconds: number,
  now: Date,
): string {
  const time = `${now.toISOString().slice(0, 19).replaceAll(/[-:]/g, '')}Z`;
  const day = time.slice(0, 8);
  const scope = `${day}/${region}/s3/aws4_request`;
  // In the order of their names, as the signature requires.
  const query = Object.entries({
    'X-Amz-Algorithm': ALGORITHM,
    'X-Amz-Credential': `${accessKeyId}/${scope}`,
    'X-Amz-Date': time,
    'X-Amz-Expires': String(seconds),
    'X-Amz-SignedHeaders': 'host',
  })
    .map(([name, value]) => `${name}=${encodeURIComponent(value)}`)
    .join('&');
  const request = ['GET', object.pathname, query, `host:${object.host}`, '', 'host', 'UNSIGNED-PAYLOAD'].join('\n');
  const key = [day, region, 's3', 'aws4_request'].reduce<string | Buffer>(sign, `AWS4${secretAccessKey}`);
  const signature = sign(key, [ALGORITHM, time, scope, hash(request)].join('\n')).toString('hex');
  return `${object.origin}${object.pathname}?${query}&X-Amz-Signature=${signature}`;
}
