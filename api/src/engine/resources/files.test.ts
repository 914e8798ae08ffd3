import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { getResource } from '@innkeeper/contract';
import { sql } from 'kysely';
import sharp from 'sharp';
import { describe, expect, test } from 'vitest';
import { call } from '../../testing/call.ts';
import { expectError, expectInvalid } from '../../testing/expectations.ts';
import { createInputs } from '../../testing/inputs.ts';
import { createPicture } from '../../testing/pictures.ts';
import { startTestApp } from '../../testing/test-app.ts';
import { createUser } from '../../testing/user.ts';
import { createBaseRecords } from '../../testing/base-records.ts';

/** Files of records: the optional picture of a template, and the required one of a voucher. */

const api = await startTestApp();
const { app, db } = api;
const admin = await createUser(db, { level: 'group' });
const inputs = createInputs(api, admin, await createBaseRecords(db));
const [template, voucher] = [getResource('mail_template'), getResource('voucher')];

interface TemplateRecord {
  readonly id: number;
  readonly version: number;
  readonly image_url: string | null;
}
const get = (url: string) => app.inject({ method: 'GET', url });
const readStatus = async (url: string | null): Promise<number> => (await get(url ?? '/storage/none')).statusCode;
const readTemplate = async (id: number): Promise<TemplateRecord> =>
  (await call<{ data: TemplateRecord }>(app, admin.token, 'GET', `/api/mail_template/${id}`)).body.data;
const createTemplate = async (): Promise<TemplateRecord> => readTemplate((await inputs.create(template)).id);
const send = (id: number, body: object, headers: Record<string, string> = {}) =>
  call<{ data: TemplateRecord }>(app, admin.token, 'POST', `/api/mail_template/${id}`, { body, headers });
const listStoredFiles = async (): Promise<string[]> => (await readdir(join(api.dataDir, 'files'))).sort();
const countStoredFiles = async (): Promise<number> =>
  Number((await sql<{ count: string }>`select count(*) from stored_file`.execute(db.kysely)).rows[0]?.count);

describe('a picture of a record', () => {
  test('is available at the signed URL in the record, its list and its history', async () => {
    const { id, image_url } = await createTemplate();
    const { statusCode, rawPayload } = await get(image_url ?? '');
    expect(statusCode).toBe(200);
    expect(await sharp(rawPayload).metadata()).toMatchObject({ format: 'webp', width: 12, height: 8 });
    const list = await call<{ data: TemplateRecord[] }>(
      app,
      admin.token,
      'GET',
      `/api/mail_template?filter[id][eq]=${id}`,
    );
    expect(await readStatus(list.body.data[0]?.image_url ?? null)).toBe(200);
    const history = await call<{ data: { changes: Record<string, [null, string]> }[] }>(
      app,
      admin.token,
      'GET',
      `/api/mail_template/${id}/history`,
    );
    expect(await readStatus(history.body.data[0]?.changes['image_url']?.[1] ?? null)).toBe(200);
  });

  test('remains stored when it is replaced or cleared, for the history', async () => {
    const { id, image_url: first } = await createTemplate();
    const second = (await send(id, { image_url: await createPicture(99) })).body.data.image_url;
    expect(second?.split('?')[0]).not.toBe(first?.split('?')[0]);
    for (const empty of [null, '']) expect((await send(id, { image_url: empty })).body.data.image_url).toBeNull();
    expect([await readStatus(first), await readStatus(second)]).toEqual([200, 200]);
  });

  test('remains available when the record is deleted and restored', async () => {
    const { id, image_url } = await createTemplate();
    await call(app, admin.token, 'DELETE', `/api/mail_template/${id}`);
    expect(await readStatus((await readTemplate(id)).image_url)).toBe(200);
    await call(app, admin.token, 'POST', `/api/mail_template/${id}/restore`);
    const restoredTemplate = await readTemplate(id);
    expect(restoredTemplate.image_url?.split('?')[0]).toBe(image_url?.split('?')[0]);
    expect(await readStatus(restoredTemplate.image_url)).toBe(200);
  });

  test('is unchanged if a client sends back its URL, even an expired one', async () => {
    const { id, image_url } = await createTemplate();
    const unsignedUrl = image_url?.split('?')[0] ?? '';
    for (const url of [image_url, unsignedUrl, `${unsignedUrl}?expires=1&signature=old`]) {
      const { body } = await send(id, { image_url: url, name: 'Same' });
      expect(body.data.image_url?.split('?')[0]).toBe(unsignedUrl);
    }
    expect((await readTemplate(id)).version).toBe(2);
  });

  test('cannot be taken from another record by its URL or name', async () => {
    const [firstTemplate, secondTemplate] = [await createTemplate(), await createTemplate()];
    const unsignedUrl = secondTemplate.image_url?.split('?')[0] ?? '';
    for (const url of [
      secondTemplate.image_url,
      unsignedUrl,
      unsignedUrl.replace('/storage/', ''),
      '../secret',
      'https://x.example/a.png',
    ]) {
      const { errors } = expectInvalid(await send(firstTemplate.id, { image_url: url }), 'image_url');
      expect(errors?.['image_url']).toEqual(['Must be an uploaded file.']);
    }
    const createReply = await call(app, admin.token, 'POST', '/api/mail_template', {
      body: { name: 'Stolen', is_active: 1, image_url: unsignedUrl },
    });
    expectInvalid(createReply, 'image_url');
  });

  test('is rejected together with other fields if it is not an image', async () => {
    const { id } = await createTemplate();
    const reply = await send(id, { image_url: Buffer.from('<svg onload="x"/>'), name: '', is_active: 2 });
    const { errors } = expectInvalid(reply, 'image_url', 'name', 'is_active');
    expect(errors?.['image_url']?.[0]).toMatch(/^Unreadable image/);
  });
});

describe('a required picture', () => {
  test('is required when a record is created, and cannot be cleared', async () => {
    const { file_url: _, ...fields } = await inputs.createFull(voucher);
    expectInvalid(await call(app, admin.token, 'POST', '/api/voucher', { body: fields }), 'file_url');
    const { id } = await inputs.create(voucher);
    for (const empty of [null, '', ' '])
      expectInvalid(
        await call(app, admin.token, 'POST', `/api/voucher/${id}`, { body: { file_url: empty } }),
        'file_url',
      );
  });
});

describe('a file that no record references', () => {
  test.each([
    ['a wrong field', { name: '' }, {}, 422],
    ['an older version', {}, { 'if-unmodified-since-version': '77' }, 409],
    ['an unknown field', { no_such_field: '1' }, {}, 422],
  ])('is removed when the write is rejected for %s', async (_, fields, headers, status) => {
    const { id } = await createTemplate();
    const before = await countStoredFiles();
    const filesNow = await listStoredFiles();
    expect((await send(id, { image_url: await createPicture(5), ...fields }, headers)).status).toBe(status);
    expect(await listStoredFiles()).toEqual(filesNow);
    expect(await countStoredFiles()).toBe(before);
  });

  test('is removed when a request is repeated and gets the stored response', async () => {
    const { id } = await createTemplate();
    const picture = await createPicture(6);
    const headers = { 'idempotency-key': 'a-picture' };
    const first = await send(id, { image_url: picture }, headers);
    const filesNow = await listStoredFiles();
    const secondReply = await send(id, { image_url: picture }, headers);
    expect([secondReply.status, secondReply.text]).toEqual([200, first.text]);
    expect(await listStoredFiles()).toEqual(filesNow);
    expectInvalid(await send(id, { image_url: await createPicture(7) }, headers), 'Idempotency-Key');
    expect(await listStoredFiles()).toEqual(filesNow);
  });

  test('is not even read if the user may not write', async () => {
    const { id } = await createTemplate();
    const reader = await createUser(db, { level: 'group', codes: ['VIEW_MAIL_TEMPLATE'] });
    const filesNow = await listStoredFiles();
    const reply = await call(app, reader.token, 'POST', `/api/mail_template/${id}`, {
      body: { image_url: await createPicture(8) },
    });
    expectError(reply, 403, 'forbidden');
    expect(await listStoredFiles()).toEqual(filesNow);
  });
});
