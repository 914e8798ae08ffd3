import { getResource } from '@innkeeper/contract';
import { expect, test } from 'vitest';
import { call } from '../../testing/call.ts';
import { expectError } from '../../testing/expectations.ts';
import { createInputs } from '../../testing/inputs.ts';
import { startObjectStore } from '../../testing/object-store.ts';
import { samplePicture } from '../../testing/pictures.ts';
import { startTestApp } from '../../testing/test-app.ts';
import { createUser } from '../../testing/user.ts';
import { createWorld } from '../../testing/world.ts';
import { createBucketStore } from './s3.ts';

/** The whole server over a bucket in place of its folder. */

const objects = await startObjectStore();
const { endpoint, bucket, accessKeyId, secretAccessKey } = objects.bucket;
const namesKept = async (): Promise<string[]> => {
  const names: string[] = [];
  for await (const { name } of createBucketStore(objects.bucket).list()) names.push(name);
  return names.sort();
};
// The library is loaded before the server looks how long it is kept waiting.
await namesKept();
const S3_URL = `${endpoint.replace('://', `://${accessKeyId}:${secretAccessKey}@`)}/${bucket}`;
const api = await startTestApp({ environment: { S3_URL, LOG_LEVEL: 'silent' } });
const { app, db } = api;
const admin = await createUser(db, { level: 'group' });
const inputs = createInputs(api, admin, await createWorld(db));

test('pictures are kept and read there; while it is away they are a 503, and nothing is half there', async () => {
  const { id } = await inputs.create(getResource('mail_template'));
  const read = () =>
    call<{ data: { image_url: string; version: number } }>(app, admin.token, 'GET', `/api/mail_template/${id}`);
  const { image_url, version } = (await read()).body.data;
  const name = image_url.replace('/storage/', '').split('?')[0];
  expect(await namesKept()).toEqual([name]);
  expect((await app.inject(image_url)).rawPayload.subarray(8, 12).toString()).toBe('WEBP');

  await objects.stop();
  const picture = await samplePicture(1);
  const refused = await call(app, admin.token, 'POST', `/api/mail_template/${id}`, { body: { image_url: picture } });
  expectError(refused, 503, 'unavailable');
  expect(refused.headers['retry-after']).toBe('10');
  expectError(await call(app, null, 'GET', image_url), 503, 'unavailable');
  expect((await read()).body.data.version).toBe(version);

  await objects.start();
  expect(await namesKept()).toEqual([name]);
  expect((await app.inject(image_url)).statusCode).toBe(200);
  const again = await call(app, admin.token, 'POST', `/api/mail_template/${id}`, { body: { image_url: picture } });
  expect(again.status, again.text).toBe(200);
  expect(await namesKept()).toHaveLength(2);
  await objects.remove();
});
