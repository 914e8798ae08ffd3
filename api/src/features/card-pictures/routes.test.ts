import { getResource } from '@innkeeper/contract';
import decodeQr from 'qr/decode.js';
import sharp from 'sharp';
import { describe, expect, test } from 'vitest';
import { call } from '../../testing/call.ts';
import { expectError, expectInvalid } from '../../testing/expectations.ts';
import { type Input, createInputs } from '../../testing/inputs.ts';
import { startTestApp } from '../../testing/test-app.ts';
import { createUser } from '../../testing/user.ts';
import { createBaseRecords } from '../../testing/base-records.ts';

const api = await startTestApp();
const { app, db } = api;
const admin = await createUser(db, { level: 'group' });
const inputs = createInputs(api, admin, await createBaseRecords(db));
const definition = getResource('member_card');

interface CardRecord {
  readonly id: number;
  readonly file_url: string;
  readonly member_id: number;
}

const recordOf = async (id: number): Promise<CardRecord> =>
  (await call<{ data: CardRecord }>(app, admin.token, 'GET', `/api/member_card/${id}`)).body.data;
const createCard = async (changes: Input = {}): Promise<CardRecord> =>
  recordOf((await inputs.create(definition, changes)).id);
const get = (url: string, headers: Record<string, string> = {}) => app.inject({ method: 'GET', url, headers });
const pageOf = (address: string): string => address.replace('.png?', '.pdf?');
const tagOf = async (url: string): Promise<unknown> => (await get(url)).headers['etag'];

describe('the picture of a member card', () => {
  test('is served at the signed URL of the record, without a token', async () => {
    const { id, file_url } = await createCard();
    expect(file_url).toMatch(new RegExp(`^/storage/member-card-${id}\\.png\\?expires=\\d+&signature=[\\w-]{43}$`));
    const { statusCode, headers, rawPayload } = await get(file_url);
    expect(statusCode).toBe(200);
    expect(headers).toMatchObject({
      'content-type': 'image/png',
      'content-disposition': `inline; filename="member-card-${id}.png"`,
      'cache-control': 'private, no-cache',
    });
    expect(await sharp(rawPayload).metadata()).toMatchObject({ format: 'png', width: 1011, height: 638 });
    const small = await get(`${file_url}&width=320`);
    expect((await sharp(small.rawPayload).metadata()).width).toBe(320);
    const other = await get(`${file_url}&width=321`);
    expect([other.statusCode, Object.keys(other.json().errors)]).toEqual([422, ['width']]);
  });

  test('has the card number as a QR code', async () => {
    const sbec_no = 'SBEC-2611-004821-7';
    const { file_url } = await createCard({ sbec_no });
    const { rawPayload } = await get(file_url);
    const { data, info } = await sharp(rawPayload).removeAlpha().raw().toBuffer({ resolveWithObject: true });
    expect(decodeQr({ ...info, data })).toBe(sbec_no);
  });

  test('changes when the member, the card or its state changes', async () => {
    const { id, file_url, member_id } = await createCard();
    const first = await tagOf(file_url);
    expect(await tagOf(file_url)).toBe(first);
    await call(app, admin.token, 'POST', `/api/member/${member_id}`, {
      body: { first_name: 'Đặng', last_name: 'Ánh' },
    });
    const renamed = await tagOf(file_url);
    expect(renamed).not.toBe(first);
    await call(app, admin.token, 'POST', `/api/member_card/${id}`, { body: { is_active: 0 } });
    const off = await tagOf(file_url);
    expect(off).not.toBe(renamed);
    await call(app, admin.token, 'POST', `/api/member_card/${id}`, { body: { is_active: 1 } });
    expect(await tagOf(file_url)).toBe(renamed);
  });

  test('says that a deleted card is not valid, until the card is restored', async () => {
    const { id, file_url } = await createCard();
    const before = await get(file_url);
    await call(app, admin.token, 'DELETE', `/api/member_card/${id}`);
    const deleted = await get(file_url);
    expect(deleted.statusCode).toBe(200);
    expect(deleted.rawPayload.equals(before.rawPayload)).toBe(false);
    await call(app, admin.token, 'POST', `/api/member_card/${id}/restore`);
    const restored = await get(file_url);
    expect(restored.rawPayload.equals(before.rawPayload)).toBe(true);
  });

  test('is not sent again to a client that has it cached', async () => {
    const { file_url } = await createCard();
    const { headers } = await get(file_url);
    const again = await get(file_url, { 'if-none-match': String(headers['etag']) });
    expect([again.statusCode, again.rawPayload.length]).toEqual([304, 0]);
    expect((await get(file_url, { 'if-none-match': '"another"' })).statusCode).toBe(200);
  });
});

describe('the page of a member card', () => {
  test('is a PDF of the exact size of a card, with the same signature', async () => {
    const { id, file_url } = await createCard();
    const { statusCode, headers, rawPayload } = await get(pageOf(file_url));
    expect(statusCode).toBe(200);
    expect(headers).toMatchObject({
      'content-type': 'application/pdf',
      'content-disposition': `inline; filename="member-card-${id}.pdf"`,
    });
    const text = rawPayload.toString('latin1');
    expect(text.startsWith('%PDF-')).toBe(true);
    const [, width = '', height = ''] = /\/MediaBox \[0 0 ([\d.]+) ([\d.]+)\]/.exec(text) ?? [];
    expect((Number(width) / 72) * 25.4).toBeCloseTo(85.6, 2);
    expect((Number(height) / 72) * 25.4).toBeCloseTo(53.98, 2);
    // Real text with embedded fonts, not an image of it.
    expect(text).toMatch(/\/FontFile2|\/FontFile3/);
    expect(text).not.toMatch(/\/Subtype \/Image/);
  });
});

test('a picture URL of another card or without a valid signature is rejected', async () => {
  const [one, two] = [await createCard(), await createCard()];
  const query = one.file_url.split('?')[1] ?? '';
  for (const wrong of [
    `/storage/member-card-${two.id}.png?${query}`,
    `/storage/member-card-${one.id}.png`,
    pageOf(`/storage/member-card-${two.id}.png?${query}`),
    `/storage/member-card-0${one.id}.png?${query}`,
    `/storage/member-card-${one.id}.svg?${query.replace('signature=', 'signature=A')}`,
  ])
    expect((await get(wrong)).statusCode, wrong).toBe(403);
  // A signature covers a name with any extension; unsupported extensions are a 404.
  expectError(await call(app, null, 'GET', `/storage/member-card-${one.id}.svg?${query}`), 404, 'record_not_found');
});

test('a file field that the server generates accepts no upload', async () => {
  const { id } = await createCard();
  const before = await recordOf(id);
  const reply = await call(app, admin.token, 'POST', `/api/member_card/${id}`, {
    body: { file_url: '/storage/x.png', colour: 1 },
  });
  expectInvalid(reply, 'colour');
  expect((await recordOf(id)).file_url.split('?')[0]).toBe(before.file_url.split('?')[0]);
});
