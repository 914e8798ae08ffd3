import { createHmac } from 'node:crypto';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Db, openDatabase } from '@innkeeper/db';
import { createTestDatabase } from '@innkeeper/db/testing';
import fastify from 'fastify';
import { sql } from 'kysely';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { registerErrorHandling } from '../http/error-handler.ts';
import { createSignedUrls } from './signed-urls.ts';
import { createDiskStore } from './disk-store.ts';
import { type Files, registerStorage } from './storage.ts';

/** The start of a quarter of an hour, so URLs are valid for the whole hour. */
let time = Date.UTC(2026, 10, 21, 9, 15);
const clock = () => new Date(time);
let close: () => Promise<void>;
let dataDir: string;
let files: Files;
let get: (
  url: string,
) => Promise<{ statusCode: number; headers: Record<string, unknown>; rawPayload: Buffer; body: string }>;
let getFromOtherServer: typeof get;
let db: Db;

beforeAll(async () => {
  const database = await createTestDatabase();
  db = openDatabase({ url: database.url });
  dataDir = await mkdtemp(join(tmpdir(), 'innkeeper-storage-'));
  const create = () => {
    const app = fastify();
    registerErrorHandling(app);
    return {
      app,
      files: registerStorage(app, {
        clock,
        addresses: createSignedUrls(db),
        store: createDiskStore(join(dataDir, 'files')),
      }),
    };
  };
  const [firstName, secondName] = [create(), create()];
  files = firstName.files;
  get = (url) => firstName.app.inject({ method: 'GET', url });
  getFromOtherServer = (url) => secondName.app.inject({ method: 'GET', url });
  close = async () => {
    await Promise.all([firstName.app.close(), secondName.app.close()]);
    await db.close();
    await database.drop();
    await rm(dataDir, { recursive: true, force: true });
  };
});
afterAll(() => close());

const createPicture = (width = 9, height = 9) =>
  sharp({ create: { width, height, channels: 3, background: 'red' } })
    .png()
    .toBuffer();
const FULL_SIZE = { side: 1600, isCropped: false };
const savePicture = async (width?: number, height?: number, shape = FULL_SIZE) =>
  files.storePicture(await createPicture(width, height), shape, 'photo');
const addressOf = async (name: string): Promise<string> => {
  const { rows } = await sql<{ address: string }>`select signed_file_path(${name}, ${clock()}) as address`.execute(
    db.kysely,
  );
  return rows[0]?.address ?? '';
};
const readSize = async (address: string, width?: number) => {
  const { statusCode, rawPayload } = await get(width === undefined ? address : `${address}&width=${width}`);
  expect(statusCode).toBe(200);
  const metadata = await sharp(rawPayload).metadata();
  return [metadata.width, metadata.height];
};

describe('a file', () => {
  test('is stored completely under a generated name, without temporary files', async () => {
    const name = await savePicture();
    expect(name).toMatch(/^[0-9a-f]{32}\.webp$/);
    expect(await readdir(join(dataDir, 'files'))).toEqual([name]);
    await files.remove(name);
    expect(await readdir(join(dataDir, 'files'))).toEqual([]);
    await files.remove(name);
  });

  test('is served at its URL without a token, only with its own content type', async () => {
    const { statusCode, headers, rawPayload } = await get(await addressOf(await savePicture()));
    expect(statusCode).toBe(200);
    expect(headers).toMatchObject({
      'content-type': 'image/webp',
      'content-disposition': 'inline',
      'cache-control': 'private, max-age=3600, immutable',
      'content-length': String(rawPayload.length),
    });
    expect((await sharp(rawPayload).metadata()).width).toBe(9);
  });

  test('is served by another server at the same URL', async () => {
    expect((await getFromOtherServer(await addressOf(await savePicture()))).statusCode).toBe(200);
  });

  test('returns 404 if it is missing', async () => {
    const name = await savePicture();
    const address = await addressOf(name);
    await files.remove(name);
    const response = await get(address);
    expect([response.statusCode, JSON.parse(response.body).error]).toEqual([404, 'record_not_found']);
  });
});

describe('a picture', () => {
  test('keeps its aspect ratio inside the square, and is never enlarged', async () => {
    expect(await readSize(await addressOf(await savePicture(2000, 1000)))).toEqual([1600, 800]);
    expect(await readSize(await addressOf(await savePicture(30, 2000)))).toEqual([24, 1600]);
    expect(await readSize(await addressOf(await savePicture(400, 300)))).toEqual([400, 300]);
  });

  test('can be cropped to a square', async () => {
    expect(await readSize(await addressOf(await savePicture(2000, 1000, { side: 800, isCropped: true })))).toEqual([
      800, 800,
    ]);
    expect(await readSize(await addressOf(await savePicture(200, 300, { side: 800, isCropped: true })))).toEqual([
      200, 200,
    ]);
  });

  test('is served in smaller widths at the same URL, or unchanged if it is smaller itself', async () => {
    const name = await savePicture(1000, 500);
    const address = await addressOf(name);
    expect(await readSize(address, 96)).toEqual([96, 48]);
    expect(await readSize(address, 320)).toEqual([320, 160]);
    expect(await readSize(address, 800)).toEqual([800, 400]);
    expect(await readSize(await addressOf(await savePicture(300, 150)), 320)).toEqual([300, 150]);
    const listStoredFiles = async () =>
      (await readdir(join(dataDir, 'files'))).filter((file) => file.startsWith(name.slice(0, 32)));
    expect(await listStoredFiles()).toHaveLength(4);
    await files.remove(name);
    expect(await listStoredFiles()).toEqual([]);
  });

  test('is not served in other widths', async () => {
    const address = await addressOf(await savePicture());
    for (const width of ['97', '0', '-1', '', 'x', '96&width=96']) {
      const { statusCode, body } = await get(`${address}&width=${width}`);
      expect([statusCode, Object.keys(JSON.parse(body).errors)], width).toEqual([422, ['width']]);
    }
  });

  test('keeps transparency', async () => {
    const transparent = await sharp({
      create: { width: 20, height: 20, channels: 4, background: { r: 255, g: 0, b: 0, alpha: 0 } },
    })
      .png()
      .toBuffer();
    const { rawPayload } = await get(await addressOf(await files.storePicture(transparent, FULL_SIZE, 'photo')));
    expect((await sharp(rawPayload).stats()).isOpaque).toBe(false);
  });
});

describe('a signed URL', () => {
  test('is the same for a quarter of an hour, and never valid for more than an hour', async () => {
    const name = await savePicture();
    const [startTime, steps] = [time, 40];
    const addresses = new Set<string>();
    for (let i = 0; i < steps; i += 1) {
      time = startTime + Math.round((i * 3_600_000) / steps);
      const address = await addressOf(name);
      const remainingSeconds = Number(new URL(address, 'http://x').searchParams.get('expires')) - time / 1000;
      expect(remainingSeconds).toBeLessThanOrEqual(3600);
      expect(remainingSeconds).toBeGreaterThan(2700);
      addresses.add(address);
    }
    expect(addresses.size).toBe(4);
    time = startTime;
  });

  test('is signed by HMAC-SHA-256 over the name without its extension and the expiry in seconds', async () => {
    const { key } = await db.kysely.selectFrom('signing_key').select('key').executeTakeFirstOrThrow();
    for (const name of [`${'0a'.repeat(16)}.webp`, 'member-card-7-0a1b2c3d4e5f.png', 'x']) {
      const expires = String(time / 1000 + 3600);
      const [baseName] = name.split('.');
      const signature = createHmac('sha256', key).update(`${baseName}\n${expires}`).digest('base64url');
      expect(await addressOf(name)).toBe(`/storage/${name}?expires=${expires}&signature=${signature}`);
    }
    const { rows } = await sql`select signed_file_path(null) as address`.execute(db.kysely);
    expect(rows).toEqual([{ address: null }]);
  });

  test('expires after an hour', async () => {
    const address = await addressOf(await savePicture());
    time += 3_599_000;
    expect((await get(address)).headers['cache-control']).toBe('private, max-age=1, immutable');
    time += 1000;
    expect((await get(address)).statusCode).toBe(403);
  });

  test('is rejected when any part was changed or it was never signed', async () => {
    const [name, anotherName] = [await savePicture(), await savePicture()];
    const address = await addressOf(name);
    const { searchParams } = new URL(address, 'http://x');
    const [expires, signature] = [searchParams.get('expires') ?? '', searchParams.get('signature') ?? ''];
    const changedFirst = signature.startsWith('A') ? 'B' : 'A';
    for (const invalidUrl of [
      `/storage/${anotherName}?expires=${expires}&signature=${signature}`,
      `/storage/${name}?expires=${Number(expires) + 1}&signature=${signature}`,
      `/storage/${name}?expires=0${expires}&signature=${signature}`,
      `/storage/${name}?expires=${expires}&signature=${changedFirst}${signature.slice(1)}`,
      `/storage/${name}?expires=${expires}&signature=${signature.slice(0, -1)}`,
      `/storage/${name}?expires=${expires}&signature=`,
      `/storage/${name}?expires=${expires}&signature=${signature}&signature=${signature}`,
      `/storage/${name}?signature=${signature}`,
      `/storage/${name}?expires=x&signature=${signature}`,
      `/storage/${name}`,
      `/storage/..%2f..%2fetc%2fpasswd?expires=${expires}&signature=${signature}`,
      `/storage/%00?expires=${expires}&signature=${signature}`,
    ]) {
      const response = await get(invalidUrl);
      expect([response.statusCode, JSON.parse(response.body).error], invalidUrl).toEqual([403, 'forbidden']);
    }
    expect((await get(address)).statusCode).toBe(200);
  });
});
