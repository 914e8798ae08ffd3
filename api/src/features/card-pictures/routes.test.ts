import { getResource } from '@innkeeper/contract';
import decodeQr from 'qr/decode.js';
import { sql } from 'kysely';
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
  readonly membership_id: number;
  readonly hotel_id: number;
  readonly end_date: string;
}

const readRecord = async (id: number): Promise<CardRecord> =>
  (await call<{ data: CardRecord }>(app, admin.token, 'GET', `/api/member_card/${id}`)).body.data;
const createCard = async (changes: Input = {}): Promise<CardRecord> =>
  readRecord((await inputs.create(definition, changes)).id);
async function change(path: string, body: Input): Promise<void> {
  const reply = await call(app, admin.token, 'POST', `/api/${path}`, { body });
  expect(reply.status, reply.text).toBe(200);
}
const get = (url: string, headers: Record<string, string> = {}) => app.inject({ method: 'GET', url, headers });
const pdfUrl = (address: string): string => address.replace('.png?', '.pdf?');
const readEtag = async (url: string): Promise<unknown> => (await get(url)).headers['etag'];

describe('the picture of a member card', () => {
  test('is served at the signed URL of the record, without a token', async () => {
    const { id, file_url } = await createCard();
    expect(file_url).toMatch(
      new RegExp(`^/storage/member-card-${id}-[0-9a-f]{12}\\.png\\?expires=\\d+&signature=[\\w-]{43}$`),
    );
    const { statusCode, headers, rawPayload } = await get(file_url);
    expect(statusCode).toBe(200);
    expect(headers).toMatchObject({
      'content-type': 'image/png',
      'content-disposition': `inline; filename="member-card-${id}.png"`,
      'cache-control': 'private, no-cache',
    });
    expect(await sharp(rawPayload).metadata()).toMatchObject({ format: 'png', width: 1011, height: 638 });
    const smallPicture = await get(`${file_url}&width=320`);
    expect(smallPicture.headers).toMatchObject({
      'content-type': 'image/webp',
      'content-disposition': `inline; filename="member-card-${id}.webp"`,
    });
    expect(await sharp(smallPicture.rawPayload).metadata()).toMatchObject({ format: 'webp', width: 320, height: 202 });
    const otherReply = await get(`${file_url}&width=321`);
    expect([otherReply.statusCode, Object.keys(otherReply.json().errors)]).toEqual([422, ['width']]);
  });

  test('is drawn in the requested language, and is another picture in each', async () => {
    const { file_url } = await createCard();
    const [english, indonesian] = [await get(`${file_url}&language=en`), await get(`${file_url}&language=id`)];
    expect([english.statusCode, indonesian.statusCode]).toEqual([200, 200]);
    expect(indonesian.headers['etag']).not.toBe(english.headers['etag']);
    expect(await readEtag(file_url)).toBe(english.headers['etag']);
    const page = await get(`${pdfUrl(file_url)}&language=id`);
    expect([page.statusCode, page.rawPayload.toString('latin1')]).toEqual([200, expect.stringContaining('/Lang (id)')]);
    const unknown = await get(`${file_url}&language=fr`);
    expect([unknown.statusCode, Object.keys(unknown.json().errors)]).toEqual([422, ['language']]);
  });

  test.each(['', '&width=800'])('has the card number as a QR code: %s', async (width) => {
    const sbec_no = `SBEC-2611-004821-${width.length}`;
    const { file_url } = await createCard({ sbec_no });
    const { rawPayload } = await get(`${file_url}${width}`);
    const { data, info } = await sharp(rawPayload).removeAlpha().raw().toBuffer({ resolveWithObject: true });
    expect(decodeQr({ ...info, data })).toBe(sbec_no);
  });

  test('changes when the member, the card or its state changes', async () => {
    const { id, file_url, member_id } = await createCard();
    const first = await readEtag(file_url);
    expect(await readEtag(file_url)).toBe(first);
    await call(app, admin.token, 'POST', `/api/member/${member_id}`, {
      body: { first_name: 'Đặng', last_name: 'Ánh' },
    });
    const renamedEtag = await readEtag(file_url);
    expect(renamedEtag).not.toBe(first);
    await call(app, admin.token, 'POST', `/api/member_card/${id}`, { body: { is_active: 0 } });
    const inactiveEtag = await readEtag(file_url);
    expect(inactiveEtag).not.toBe(renamedEtag);
    await call(app, admin.token, 'POST', `/api/member_card/${id}`, { body: { is_active: 1 } });
    expect(await readEtag(file_url)).toBe(renamedEtag);
  });

  test.each([
    ['the name of the member', (card: CardRecord) => change(`member/${card.member_id}`, { last_name: 'Ánh' })],
    ['the number', (card: CardRecord) => change(`member_card/${card.id}`, { sbec_no: `NEW-${card.id}` })],
    ['the name of the membership', (card: CardRecord) => change(`membership/${card.membership_id}`, { name: 'Emas' })],
    ['the name of the hotel', (card: CardRecord) => change(`hotel/${card.hotel_id}`, { name: 'Laksmira' })],
    [
      'the period',
      (card: CardRecord) =>
        change(`member_card/${card.id}`, {
          end_date: Temporal.PlainDate.from(card.end_date).subtract({ days: 1 }).toString(),
          remark: 'Too long',
        }),
    ],
    ['the state of the card', (card: CardRecord) => change(`member_card/${card.id}`, { is_active: 0 })],
    ['the state of the member', (card: CardRecord) => change(`member/${card.member_id}`, { is_active: 0 })],
  ])('has another address after a change of %s, and is current at the earlier one', async (_, changeFact) => {
    const before = await createCard();
    const readStatus = async () =>
      (
        await call<{ data: { card: CardRecord | null } }>(
          app,
          admin.token,
          'GET',
          `/api/member/${before.member_id}/standing`,
        )
      ).body.data.card;
    await changeFact(before);
    const { file_url } = await readRecord(before.id);
    expect(file_url.split('?')[0]).not.toBe(before.file_url.split('?')[0]);
    expect([undefined, file_url]).toContain((await readStatus())?.file_url);
    const [current, earlier] = [await get(file_url), await get(before.file_url)];
    expect(earlier.rawPayload.equals(current.rawPayload)).toBe(true);
    expect(earlier.headers['cache-control']).toBe('private, no-cache');
  });

  test('keeps its address after a change of anything else', async () => {
    const { id, file_url, member_id } = await createCard();
    await change(`member/${member_id}`, { email: 'another@example.com' });
    expect((await readRecord(id)).file_url.split('?')[0]).toBe(file_url.split('?')[0]);
  });

  test('is served at an address without a version', async () => {
    const { id, file_url } = await createCard();
    const { rows } = await sql<{ address: string }>`
      select signed_file_path(${`member-card-${id}.png`}, ${api.clock()}) as address`.execute(db.kysely);
    expect((await get(rows[0]?.address ?? '')).rawPayload.equals((await get(file_url)).rawPayload)).toBe(true);
  });

  test('says that a deleted card is not valid, until the card is restored', async () => {
    const { id, file_url } = await createCard();
    const before = await get(file_url);
    await call(app, admin.token, 'DELETE', `/api/member_card/${id}`);
    const deleteReply = await get(file_url);
    expect(deleteReply.statusCode).toBe(200);
    expect(deleteReply.rawPayload.equals(before.rawPayload)).toBe(false);
    await call(app, admin.token, 'POST', `/api/member_card/${id}/restore`);
    const restoreReply = await get(file_url);
    expect(restoreReply.rawPayload.equals(before.rawPayload)).toBe(true);
  });

  test('is not sent again to a client that has it cached', async () => {
    const { file_url } = await createCard();
    const { headers } = await get(file_url);
    const secondReply = await get(file_url, { 'if-none-match': String(headers['etag']) });
    expect([secondReply.statusCode, secondReply.rawPayload.length]).toEqual([304, 0]);
    expect((await get(file_url, { 'if-none-match': '"another"' })).statusCode).toBe(200);
  });
});

describe('the page of a member card', () => {
  test('is a PDF of the exact size of a card, with the same signature', async () => {
    const { id, file_url } = await createCard();
    const { statusCode, headers, rawPayload } = await get(pdfUrl(file_url));
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
    // The text is real text with embedded fonts, not an image.
    expect(text).toMatch(/\/FontFile2|\/FontFile3/);
    expect(text).not.toMatch(/\/Subtype \/Image/);
  });
});

test('a picture URL of another card or without a valid signature is rejected', async () => {
  const [firstCard, secondCard] = [await createCard(), await createCard()];
  const query = firstCard.file_url.split('?')[1] ?? '';
  for (const invalidUrl of [
    `/storage/member-card-${secondCard.id}.png?${query}`,
    `/storage/member-card-${firstCard.id}.png`,
    pdfUrl(`/storage/member-card-${secondCard.id}.png?${query}`),
    `/storage/member-card-0${firstCard.id}.png?${query}`,
    `/storage/member-card-${firstCard.id}.svg?${query.replace('signature=', 'signature=A')}`,
  ])
    expect((await get(invalidUrl)).statusCode, invalidUrl).toBe(403);
  // A signature covers a name with any extension; unsupported extensions are a 404.
  expectError(await call(app, null, 'GET', firstCard.file_url.replace('.png?', '.svg?')), 404, 'record_not_found');
});

test('a file field that the server generates accepts no upload', async () => {
  const { id } = await createCard();
  const before = await readRecord(id);
  const reply = await call(app, admin.token, 'POST', `/api/member_card/${id}`, {
    body: { file_url: '/storage/x.png', colour: 1 },
  });
  expectInvalid(reply, 'colour');
  expect((await readRecord(id)).file_url.split('?')[0]).toBe(before.file_url.split('?')[0]);
});
