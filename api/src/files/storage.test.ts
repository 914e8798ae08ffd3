import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openDatabase } from '@innkeeper/db';
import { createTestDatabase } from '@innkeeper/db/testing';
import fastify from 'fastify';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { registerErrorHandling } from '../http/error-handler.ts';
import { type Files, registerStorage } from './storage.ts';

let time = Date.now();
const clock = () => new Date(time);
let close: () => Promise<void>;
let dataDir: string;
let files: Files;
let get: (
  url: string,
) => Promise<{ statusCode: number; headers: Record<string, unknown>; rawPayload: Buffer; body: string }>;
let other: Files;

beforeAll(async () => {
  const database = await createTestDatabase();
  const db = openDatabase({ url: database.url });
  dataDir = await mkdtemp(join(tmpdir(), 'innkeeper-storage-'));
  const create = () => {
    const app = fastify();
    registerErrorHandling(app);
    return { app, files: registerStorage(app, { db, clock, dataDir }) };
  };
  const [one, two] = [create(), create()];
  files = one.files;
  other = two.files;
  get = (url) => one.app.inject({ method: 'GET', url });
  close = async () => {
    await Promise.all([one.app.close(), two.app.close()]);
    await db.close();
    await database.drop();
    await rm(dataDir, { recursive: true, force: true });
  };
});
afterAll(() => close());

const picture = () =>
  sharp({ create: { width: 9, height: 9, channels: 3, background: 'red' } })
    .png()
    .toBuffer();
const keep = async () => files.keepPicture(await picture(), { width: 8, height: 8 }, 'photo');

describe('a file', () => {
  test('lies under a name that nobody has chosen, whole, and beside it nothing', async () => {
    const name = await keep();
    expect(name).toMatch(/^[0-9a-f]{32}\.webp$/);
    expect(await readdir(join(dataDir, 'files'))).toEqual([name]);
    await files.remove(name);
    expect(await readdir(join(dataDir, 'files'))).toEqual([]);
    await files.remove(name);
  });

  test('is read at its address, without a token, as what it is and nothing else', async () => {
    const { statusCode, headers, rawPayload } = await get(await files.addressOf(await keep(), clock()));
    expect(statusCode).toBe(200);
    expect(headers).toMatchObject({
      'content-type': 'image/webp',
      'content-disposition': 'inline',
      'cache-control': 'private, max-age=3600, immutable',
      'content-length': String(rawPayload.length),
    });
    expect((await sharp(rawPayload).metadata()).width).toBe(8);
  });

  test('is read at an address that another server signed', async () => {
    expect((await get(await other.addressOf(await keep(), clock()))).statusCode).toBe(200);
  });

  test('that is gone is a 404', async () => {
    const name = await keep();
    const address = await files.addressOf(name, clock());
    await files.remove(name);
    const answer = await get(address);
    expect([answer.statusCode, JSON.parse(answer.body).error]).toEqual([404, 'record_not_found']);
  });
});

describe('an address', () => {
  test('dies after an hour', async () => {
    const address = await files.addressOf(await keep(), clock());
    time += 3_599_000;
    expect((await get(address)).headers['cache-control']).toBe('private, max-age=1, immutable');
    time += 1000;
    expect((await get(address)).statusCode).toBe(403);
  });

  test('that was changed in any part, or never signed, leads nowhere', async () => {
    const [name, another] = [await keep(), await keep()];
    const address = await files.addressOf(name, clock());
    const { searchParams } = new URL(address, 'http://x');
    const [expires, signature] = [searchParams.get('expires') ?? '', searchParams.get('signature') ?? ''];
    const otherFirst = signature.startsWith('A') ? 'B' : 'A';
    for (const wrong of [
      `/storage/${another}?expires=${expires}&signature=${signature}`,
      `/storage/${name}?expires=${Number(expires) + 1}&signature=${signature}`,
      `/storage/${name}?expires=0${expires}&signature=${signature}`,
      `/storage/${name}?expires=${expires}&signature=${otherFirst}${signature.slice(1)}`,
      `/storage/${name}?expires=${expires}&signature=${signature.slice(0, -1)}`,
      `/storage/${name}?expires=${expires}&signature=`,
      `/storage/${name}?expires=${expires}&signature=${signature}&signature=${signature}`,
      `/storage/${name}?signature=${signature}`,
      `/storage/${name}?expires=x&signature=${signature}`,
      `/storage/${name}`,
      `/storage/..%2f..%2fetc%2fpasswd?expires=${expires}&signature=${signature}`,
      `/storage/%00?expires=${expires}&signature=${signature}`,
    ]) {
      const answer = await get(wrong);
      expect([answer.statusCode, JSON.parse(answer.body).error], wrong).toEqual([403, 'forbidden']);
    }
    expect((await get(address)).statusCode).toBe(200);
  });
});
