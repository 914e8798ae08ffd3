import { getResource } from '@innkeeper/contract';
import { expect, test } from 'vitest';
import { call } from '../../testing/call.ts';
import { expectError } from '../../testing/expectations.ts';
import { createInputs } from '../../testing/inputs.ts';
import { startObjectStore } from '../../testing/object-store.ts';
import { createPicture } from '../../testing/pictures.ts';
import { startTestApp } from '../../testing/test-app.ts';
import { createUser } from '../../testing/user.ts';
import { createBaseRecords } from '../../testing/base-records.ts';
import { createBucketStore } from './s3-store.ts';

/** Runs the whole server with a bucket instead of the local folder. */

const objects = await startObjectStore();
const { endpoint, bucket, accessKeyId, secretAccessKey } = objects.bucket;
const listStoredNames = async (): Promise<string[]> => {
  const names: string[] = [];
  for await (const { name } of createBucketStore(objects.bucket).list()) names.push(name);
  return names.sort();
};
// Loads the S3 library before the server's timeout starts.
await listStoredNames();
const S3_URL = `${endpoint.replace('://', `://${accessKeyId}:${secretAccessKey}@`)}/${bucket}`;
const api = await startTestApp({ environment: { S3_URL, LOG_LEVEL: 'silent' } });
const { app, db } = api;
const admin = await createUser(db, { level: 'group' });
const inputs = createInputs(api, admin, await createBaseRecords(db));

test('stores pictures in the bucket, returns 503 while it is unreachable, and leaves none incomplete', async () => {
  const { id } = await inputs.create(getResource('mail_template'));
  const read = () =>
    call<{ data: { image_url: string; version: number } }>(app, admin.token, 'GET', `/api/mail_template/${id}`);
  const { image_url, version } = (await read()).body.data;
  const name = image_url.replace('/storage/', '').split('?')[0];
  expect(await listStoredNames()).toEqual([name]);
  expect((await app.inject(image_url)).rawPayload.subarray(8, 12).toString()).toBe('WEBP');

  await objects.stop();
  const picture = await createPicture(1);
  const rejectedReply = await call(app, admin.token, 'POST', `/api/mail_template/${id}`, {
    body: { image_url: picture },
  });
  expectError(rejectedReply, 503, 'unavailable');
  expect(rejectedReply.headers['retry-after']).toBe('10');
  expectError(await call(app, null, 'GET', image_url), 503, 'unavailable');
  expect((await read()).body.data.version).toBe(version);

  await objects.start();
  expect(await listStoredNames()).toEqual([name]);
  expect((await app.inject(image_url)).statusCode).toBe(200);
  const secondReply = await call(app, admin.token, 'POST', `/api/mail_template/${id}`, {
    body: { image_url: picture },
  });
  expect(secondReply.status, secondReply.text).toBe(200);
  expect(await listStoredNames()).toHaveLength(2);
  await objects.remove();
});
