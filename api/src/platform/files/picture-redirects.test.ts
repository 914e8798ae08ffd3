import { getResource } from '@innkeeper/contract';
import { expect, test } from 'vitest';
import { createBaseRecords } from '../../testing/base-records.ts';
import { call } from '../../testing/call.ts';
import { expectError } from '../../testing/expectations.ts';
import { createInputs } from '../../testing/inputs.ts';
import { startObjectStore } from '../../testing/object-store.ts';
import { startTestApp } from '../../testing/test-app.ts';
import { createUser } from '../../testing/user.ts';
import { createBucketStore } from './s3-store.ts';

/** With a CDN for the console and a bucket for files, this server sends no bytes of pictures. */

const objects = await startObjectStore();
const { endpoint, bucket, accessKeyId, secretAccessKey } = objects.bucket;
const store = createBucketStore(objects.bucket);
// Loads the S3 library before the server's timeout starts.
await store.open('none');
const S3_URL = `${endpoint.replace('://', `://${accessKeyId}:${secretAccessKey}@`)}/${bucket}`;
const api = await startTestApp({
  environment: { S3_URL, ASSETS_URL: 'https://cdn.hotel.test', LOG_LEVEL: 'silent' },
});
const { app, db } = api;
const admin = await createUser(db, { level: 'group' });
const inputs = createInputs(api, admin, await createBaseRecords(db));

/** The signed URL of a new picture, and its name. */
async function createPictureUrl(): Promise<{ url: string; name: string }> {
  const { id } = await inputs.create(getResource('mail_template'));
  const { body } = await call<{ data: { image_url: string } }>(app, admin.token, 'GET', `/api/mail_template/${id}`);
  const url = body.data.image_url;
  return { url, name: url.replace('/storage/', '').split('?')[0] ?? '' };
}

test('a signed URL redirects to the bucket, which sends the picture as long as the URL is valid', async () => {
  const { url, name } = await createPictureUrl();
  const { statusCode, headers } = await app.inject(url);
  expect(statusCode).toBe(302);
  const address = new URL(String(headers.location));
  expect(`${address.origin}${address.pathname}`).toBe(`${endpoint}/${bucket}/${name}`);
  const seconds = Number(address.searchParams.get('X-Amz-Expires'));
  expect(seconds).toBeGreaterThan(0);
  expect(seconds).toBeLessThanOrEqual(3600);
  expect(headers['cache-control']).toBe(`private, max-age=${seconds}, immutable`);
  const response = await fetch(address);
  expect([response.status, response.headers.get('content-type')]).toEqual([200, 'image/webp']);
  expect(Buffer.from(await response.arrayBuffer()).equals((await readStored(name)) ?? Buffer.of())).toBe(true);
});

async function readStored(name: string): Promise<Buffer | undefined> {
  const file = await store.open(name);
  return file && Buffer.concat(await file.content.toArray());
}

test('a width redirects to the file of that width, or to the picture if it is smaller', async () => {
  const { url, name } = await createPictureUrl();
  const pathAt = async (width: number) =>
    new URL(String((await app.inject(`${url}&width=${width}`)).headers.location)).pathname;
  expect(await pathAt(96)).toBe(`/${bucket}/${name}`);
  const resizedName = name.replace('.', '-96.');
  await store.write(resizedName, Buffer.of(1));
  expect(await pathAt(96)).toBe(`/${bucket}/${resizedName}`);
});

test('an invalid signature, and a picture that is missing, redirect nowhere', async () => {
  const { url, name } = await createPictureUrl();
  expectError(await call(app, null, 'GET', url.replace(/signature=./, 'signature=')), 403, 'forbidden');
  await store.remove(name);
  expectError(await call(app, null, 'GET', url), 404, 'record_not_found');
});

test('pages may show pictures of the bucket', async () => {
  const { headers } = await app.inject('/healthz');
  expect(headers['content-security-policy']).toContain(`img-src 'self' data: blob: ${endpoint};`);
});

test('a bucket that is unreachable is a 503', async () => {
  const { url } = await createPictureUrl();
  await objects.stop();
  expectError(await call(app, null, 'GET', url), 503, 'unavailable');
  await objects.start();
  expect((await app.inject(url)).statusCode).toBe(302);
  await objects.remove();
});
