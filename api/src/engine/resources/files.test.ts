import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { getResource } from '@innkeeper/contract';
import { sql } from 'kysely';
import sharp from 'sharp';
import { describe, expect, test } from 'vitest';
import { call } from '../../testing/call.ts';
import { expectError, expectInvalid } from '../../testing/expectations.ts';
import { createInputs } from '../../testing/inputs.ts';
import { samplePicture } from '../../testing/pictures.ts';
import { startTestApp } from '../../testing/test-app.ts';
import { createUser } from '../../testing/user.ts';
import { createWorld } from '../../testing/world.ts';

/** Files of records, by a template's picture, which may be empty, and a voucher's, which may not. */

const api = await startTestApp();
const { app, db } = api;
const admin = await createUser(db, { level: 'group' });
const inputs = createInputs(api, admin, await createWorld(db));
const [template, voucher] = [getResource('mail_template'), getResource('voucher')];

interface Shown {
  readonly id: number;
  readonly version: number;
  readonly image_url: string | null;
}
const get = (url: string) => app.inject({ method: 'GET', url });
const statusOf = async (url: string | null): Promise<number> => (await get(url ?? '/storage/none')).statusCode;
const readTemplate = async (id: number): Promise<Shown> =>
  (await call<{ data: Shown }>(app, admin.token, 'GET', `/api/mail_template/${id}`)).body.data;
const createTemplate = async (): Promise<Shown> => readTemplate((await inputs.create(template)).id);
const send = (id: number, body: object, headers: Record<string, string> = {}) =>
  call<{ data: Shown }>(app, admin.token, 'POST', `/api/mail_template/${id}`, { body, headers });
const keptFiles = async (): Promise<string[]> => (await readdir(join(api.dataDir, 'files'))).sort();
const named = async (): Promise<number> =>
  Number((await sql<{ count: string }>`select count(*) from stored_file`.execute(db.kysely)).rows[0]?.count);

describe('a picture of a record', () => {
  test('is read at the signed address that the record, its list and its history carry', async () => {
    const { id, image_url } = await createTemplate();
    const { statusCode, rawPayload } = await get(image_url ?? '');
    expect(statusCode).toBe(200);
    expect(await sharp(rawPayload).metadata()).toMatchObject({ format: 'webp', width: 12, height: 8 });
    const list = await call<{ data: Shown[] }>(app, admin.token, 'GET', `/api/mail_template?filter[id][eq]=${id}`);
    expect(await statusOf(list.body.data[0]?.image_url ?? null)).toBe(200);
    const history = await call<{ data: { changes: Record<string, [null, string]> }[] }>(
      app,
      admin.token,
      'GET',
      `/api/mail_template/${id}/history`,
    );
    expect(await statusOf(history.body.data[0]?.changes['image_url']?.[1] ?? null)).toBe(200);
  });

  test('stays when it is replaced or cleared, as the history can show it', async () => {
    const { id, image_url: first } = await createTemplate();
    const second = (await send(id, { image_url: await samplePicture(99) })).body.data.image_url;
    expect(second?.split('?')[0]).not.toBe(first?.split('?')[0]);
    for (const empty of [null, '']) expect((await send(id, { image_url: empty })).body.data.image_url).toBeNull();
    expect([await statusOf(first), await statusOf(second)]).toEqual([200, 200]);
  });

  test('is there when the record is deleted, and when it is restored', async () => {
    const { id, image_url } = await createTemplate();
    await call(app, admin.token, 'DELETE', `/api/mail_template/${id}`);
    expect(await statusOf((await readTemplate(id)).image_url)).toBe(200);
    await call(app, admin.token, 'POST', `/api/mail_template/${id}/restore`);
    const restored = await readTemplate(id);
    expect(restored.image_url?.split('?')[0]).toBe(image_url?.split('?')[0]);
    expect(await statusOf(restored.image_url)).toBe(200);
  });

  test('is unchanged where a client sends back the address that it has read, also one that serves no more', async () => {
    const { id, image_url } = await createTemplate();
    const plain = image_url?.split('?')[0] ?? '';
    for (const sent of [image_url, plain, `${plain}?expires=1&signature=old`]) {
      const { body } = await send(id, { image_url: sent, name: 'Same' });
      expect(body.data.image_url?.split('?')[0]).toBe(plain);
    }
    expect((await readTemplate(id)).version).toBe(2);
  });

  test('cannot be taken from another record by its address or its name', async () => {
    const [one, two] = [await createTemplate(), await createTemplate()];
    const plain = two.image_url?.split('?')[0] ?? '';
    for (const sent of [two.image_url, plain, plain.replace('/storage/', ''), '../secret', 'https://x.example/a.png']) {
      const { errors } = expectInvalid(await send(one.id, { image_url: sent }), 'image_url');
      expect(errors?.['image_url']).toEqual(['This must be an uploaded file.']);
    }
    const created = await call(app, admin.token, 'POST', '/api/mail_template', {
      body: { name: 'Stolen', is_active: 1, image_url: plain },
    });
    expectInvalid(created, 'image_url');
  });

  test('that is none is refused together with the other fields', async () => {
    const { id } = await createTemplate();
    const reply = await send(id, { image_url: Buffer.from('<svg onload="x"/>'), name: '', is_active: 2 });
    const { errors } = expectInvalid(reply, 'image_url', 'name', 'is_active');
    expect(errors?.['image_url']?.[0]).toMatch(/^This is no picture/);
  });
});

describe('a required picture', () => {
  test('is asked for when a record is created, and cannot be cleared', async () => {
    const { file_url: _, ...rest } = await inputs.full(voucher);
    expectInvalid(await call(app, admin.token, 'POST', '/api/voucher', { body: rest }), 'file_url');
    const { id } = await inputs.create(voucher);
    for (const empty of [null, '', ' '])
      expectInvalid(
        await call(app, admin.token, 'POST', `/api/voucher/${id}`, { body: { file_url: empty } }),
        'file_url',
      );
  });
});

describe('a file that no record comes to name', () => {
  test.each([
    ['a wrong field', { name: '' }, {}, 422],
    ['an older version', {}, { 'if-unmodified-since-version': '77' }, 409],
    ['a field that there is not', { no_such_field: '1' }, {}, 422],
  ])('goes with the write that was refused for %s', async (_, more, headers, status) => {
    const { id } = await createTemplate();
    const before = await named();
    const kept = await keptFiles();
    expect((await send(id, { image_url: await samplePicture(5), ...more }, headers)).status).toBe(status);
    expect(await keptFiles()).toEqual(kept);
    expect(await named()).toBe(before);
  });

  test('goes where the same request comes again, which is answered as before', async () => {
    const { id } = await createTemplate();
    const picture = await samplePicture(6);
    const headers = { 'idempotency-key': 'a-picture' };
    const first = await send(id, { image_url: picture }, headers);
    const kept = await keptFiles();
    const again = await send(id, { image_url: picture }, headers);
    expect([again.status, again.text]).toEqual([200, first.text]);
    expect(await keptFiles()).toEqual(kept);
    expectInvalid(await send(id, { image_url: await samplePicture(7) }, headers), 'Idempotency-Key');
    expect(await keptFiles()).toEqual(kept);
  });

  test('is not even read from whom may not write', async () => {
    const { id } = await createTemplate();
    const reader = await createUser(db, { level: 'group', codes: ['VIEW_MAIL_TEMPLATE'] });
    const kept = await keptFiles();
    const reply = await call(app, reader.token, 'POST', `/api/mail_template/${id}`, {
      body: { image_url: await samplePicture(8) },
    });
    expectError(reply, 403, 'forbidden');
    expect(await keptFiles()).toEqual(kept);
  });
});
