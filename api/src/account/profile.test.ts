// Core test: sign-in and sessions.
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import type { CurrentUser, Profile } from '@innkeeper/contract';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createFormBody } from '../testing/call.ts';
import { PASSWORD, type TestServer, createTestServer } from './server-helpers.ts';

let server: TestServer;
let dataDir: string;
beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'innkeeper-profile-'));
  server = await createTestServer({ DATA_DIR: dataDir });
});
afterAll(async () => {
  await server.close();
  await rm(dataDir, { recursive: true, force: true });
});

const signIn = async (): Promise<string> => (await server.signIn(await server.createUser())).access_token;
const post = (token: string, body: object) => server.call(token, 'POST', '/api/user/profile', body);
const readProfile = async (token: string): Promise<Profile> =>
  (await server.call(token, 'GET', '/api/user/profile')).json().data;
const readUser = async (token: string): Promise<CurrentUser> =>
  (await server.call(token, 'GET', '/api/user')).json().data;

/** Sends a form as a browser does, with a file in `photo`. */
const send = (token: string, photo: Buffer, values: Record<string, string> = {}, field = 'photo') => {
  const { body, headers } = createFormBody(values);
  const [, boundary] = /boundary=(.*)/.exec(headers['content-type'] ?? '') ?? [];
  const head = `--${boundary}\r\ncontent-disposition: form-data; name="${field}"; filename="../../me.png"\r\ncontent-type: text/html\r\n\r\n`;
  return server.app.inject({
    method: 'POST',
    url: '/api/user/profile',
    headers: { ...headers, authorization: `Bearer ${token}` },
    payload: Buffer.concat([Buffer.from(head), photo, Buffer.from('\r\n'), body]),
  });
};
const createPicture = (width: number, height: number, background: string) =>
  sharp({ create: { width, height, channels: 3, background } });
/** The stored files, and those referenced by rows. */
const readFilesAndRows = async () => {
  const { rows } = await server.db.pool.query<{ file: string }>('select file from user_photo');
  const storedFiles = (await readdir(join(dataDir, 'files'))).map((file) => file.replace(/-\d+\./, '.'));
  return { files: [...new Set(storedFiles)].sort(), rows: rows.map(({ file }) => file).sort() };
};
const read = (url: string | null) => server.app.inject({ method: 'GET', url: url ?? '/storage/none' });

describe('GET /api/user/profile', () => {
  test("returns the user's own profile", async () => {
    const role_group_id = await server.createRoleGroup('group');
    const person = await server.createUser({ role_group_id, name: 'Ratna Kusuma' });
    const { access_token } = await server.signIn(person);
    const { name } = await server.db.kysely
      .selectFrom('role_group')
      .select('name')
      .where('id', '=', role_group_id)
      .executeTakeFirstOrThrow();
    expect(await readProfile(access_token)).toEqual({
      name: 'Ratna Kusuma',
      username: person.username,
      email: person.email,
      phone_no: null,
      photoURL: null,
      role_group: { id: role_group_id, name },
      two_factor: false,
      is_password_allowed: true,
      recovery_codes_left: 0,
    });
  });
});

describe('POST /api/user/profile', () => {
  test('changes name and phone number, and no absent field', async () => {
    const token = await signIn();
    const response = await post(token, { name: 'Sari Wulandari', phone_no: '+62 812 3456 7890' });
    expect(response.statusCode).toBe(200);
    expect(response.json().data).toEqual(await readProfile(token));
    expect(response.json().data).toMatchObject({ name: 'Sari Wulandari', phone_no: '+62 812 3456 7890' });
    for (const [body, phone_no] of [
      [{}, '+62 812 3456 7890'],
      [{ phone_no: '' }, null],
      [{ name: 'Sari Wulandari', phone_no: null }, null],
    ] as const)
      expect((await post(token, body)).json().data).toMatchObject({ name: 'Sari Wulandari', phone_no });
    expect((await readUser(token)).displayName).toBe('Sari Wulandari');
  });

  test('is logged as a change by the user', async () => {
    const person = await server.createUser({ name: 'Sari Dewi' });
    const { access_token } = await server.signIn(person);
    await post(access_token, { name: 'Sari Lestari' });
    const { rows } = await server.db.pool.query(
      `select actor_id, before, after from audit_log where resource = 'users' and record_id = $1 and action = 'update'`,
      [person.id],
    );
    expect(rows).toEqual([{ actor_id: person.id, before: { name: 'Sari Dewi' }, after: { name: 'Sari Lestari' } }]);
  });

  test.each([
    [{ name: '' }, 'name'],
    [{ name: 'x'.repeat(300) }, 'name'],
    [{ phone_no: 'call me' }, 'phone_no'],
    [{ photo: 'a.png' }, 'photo'],
    [{ photo: ['a.png'] }, 'photo'],
    [{ role_group_id: 1 }, 'role_group_id'],
    [{ email: 'else@example.test' }, 'current_password'],
    [{ email: 'else@example.test', current_password: 'wrong' }, 'current_password'],
    [{ email: 'no address', current_password: PASSWORD }, 'email'],
    [{ email: '', current_password: PASSWORD }, 'email'],
    [{ is_active: 0 }, 'is_active'],
  ])('rejects %o', async (body, field) => {
    const response = await post(await signIn(), body);
    expect([response.statusCode, Object.keys(response.json().errors)]).toEqual([422, [field]]);
  });
});

describe("a user's own email", () => {
  test('can be changed only with the current password, and can then be used to sign in', async () => {
    const person = await server.createUser();
    const { access_token: token } = await server.signIn(person);
    const email = `changed.${person.email}`;
    const response = await post(token, { email, current_password: PASSWORD });
    expect([response.statusCode, response.json().data.email]).toEqual([200, email]);
    const signedIn = await server.token({
      grant_type: 'password',
      client_id: '1',
      username: email,
      password: PASSWORD,
    });
    expect(signedIn.statusCode).toBe(200);
  });

  test('cannot be the email or user name of another user', async () => {
    const [person, otherUser] = [await server.createUser(), await server.createUser()];
    const { access_token: token } = await server.signIn(person);
    await server.db.pool.query('update users set username = $2 where id = $1', [otherUser.id, `as.${otherUser.email}`]);
    for (const email of [otherUser.email.toUpperCase(), `as.${otherUser.email}`]) {
      const response = await post(token, { email, current_password: PASSWORD });
      expect([response.statusCode, response.json().errors]).toEqual([422, { email: ['Already in use.'] }]);
    }
    expect((await readProfile(token)).email).toBe(person.email);
  });
});

describe('a photo', () => {
  test('is a square WebP at a signed URL, in the profile and in the session', async () => {
    const token = await signIn();
    const response = await send(token, await createPicture(640, 480, 'teal').png().toBuffer(), { name: 'Sari Photo' });
    expect(response.json().data).toMatchObject({ name: 'Sari Photo', photoURL: expect.stringMatching(/^\/storage\//) });
    expect((await readUser(token)).photoURL).toBe(response.json().data.photoURL);
    const photo = await read(response.json().data.photoURL);
    expect(photo.statusCode).toBe(200);
    expect(await sharp(photo.rawPayload).metadata()).toMatchObject({ format: 'webp', width: 480, height: 480 });
    const smallPhoto = await read(`${response.json().data.photoURL}&width=96`);
    expect(await sharp(smallPhoto.rawPayload).metadata()).toMatchObject({ format: 'webp', width: 96, height: 96 });
  });

  test.each([
    ['jpeg', () => createPicture(30, 30, 'red').jpeg().toBuffer()],
    ['webp', () => createPicture(30, 30, 'red').webp().toBuffer()],
    ['gif', () => createPicture(30, 30, 'red').gif().toBuffer()],
  ])('is accepted as %s, whatever its file name', async (_, createFile) => {
    expect((await send(await signIn(), await createFile())).statusCode).toBe(200);
  });

  test('is rotated upright and stripped of its metadata', async () => {
    const token = await signIn();
    // Red above blue; the EXIF orientation requires a quarter turn to the right.
    const uprightPicture = await sharp({ create: { width: 200, height: 200, channels: 3, background: 'blue' } })
      .composite([{ input: await createPicture(200, 100, 'red').png().toBuffer(), gravity: 'north' }])
      .png()
      .toBuffer();
    const rotatedPicture = await sharp(uprightPicture)
      .rotate(-90)
      .withExif({ IFD0: { Copyright: 'Kamera Sari' }, IFD3: { GPSLatitudeRef: 'S' } })
      .withMetadata({ orientation: 6 })
      .jpeg()
      .toBuffer();
    const { photoURL } = (
      await send(token, Buffer.concat([rotatedPicture, Buffer.from('<?php a second file ?>')]))
    ).json().data;
    const { rawPayload } = await read(photoURL);
    expect((await sharp(rawPayload).metadata()).exif).toBeUndefined();
    expect(rawPayload.includes('second file')).toBe(false);
    const halfOf = async (top: number) =>
      (await sharp(await sharp(rawPayload).extract({ left: 0, top, width: 200, height: 80 }).png().toBuffer()).stats())
        .dominant;
    expect(await halfOf(0)).toMatchObject({ r: 248, b: 8 });
    expect(await halfOf(120)).toMatchObject({ r: 8, b: 248 });
  });

  test('can be replaced and removed, after which the old URL returns a 404', async () => {
    const token = await signIn();
    const picture = await createPicture(20, 20, 'red').png().toBuffer();
    const first = (await send(token, picture)).json().data.photoURL;
    const second = (await send(token, picture)).json().data.photoURL;
    expect((await read(first)).statusCode).toBe(404);
    expect((await read(second)).statusCode).toBe(200);
    expect((await post(token, { name: 'Sari' })).json().data.photoURL).not.toBeNull();
    for (const body of [{ photo: '' }, { photo: null }])
      expect((await post(token, body)).json().data.photoURL).toBeNull();
    expect((await read(second)).statusCode).toBe(404);
    expect((await readUser(token)).photoURL).toBeNull();
  });

  test('leaves one photo and one file after concurrent uploads', async () => {
    const token = await signIn();
    const picture = await createPicture(20, 20, 'red').png().toBuffer();
    const responses = await Promise.all(Array.from({ length: 6 }, () => send(token, picture)));
    expect(responses.map((response) => response.statusCode)).toEqual(Array(6).fill(200));
    const readablePictures = await Promise.all(
      responses.map(async (response) => (await read(response.json().data.photoURL)).statusCode),
    );
    expect(readablePictures.filter((status) => status === 200)).toHaveLength(1);
    const { files, rows } = await readFilesAndRows();
    expect(files).toEqual(rows);
  });

  test('is not stored if the session ends during the upload', async () => {
    const person = await server.createUser();
    const { access_token } = await server.signIn(person);
    await readProfile(access_token);
    await server.db.pool.query('update session set ended_at = now() where user_id = $1', [person.id]);
    const response = await send(access_token, await createPicture(20, 20, 'red').png().toBuffer());
    expect(response.statusCode).toBe(401);
    const { files, rows } = await readFilesAndRows();
    expect(files).toEqual(rows);
  });

  const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="20" height="20"><script>1</script></svg>');
  const oversizedPicture = createPicture(10_000, 10_000, 'red').png({ compressionLevel: 9 }).toBuffer();
  const truncatedPicture = createPicture(500, 500, 'red').jpeg().toBuffer();
  test.each([
    ['no picture', async () => Buffer.from('<html>hello</html>')],
    ['an empty file', async () => Buffer.alloc(0)],
    ['a picture that is a program', async () => svg],
    ['a compressed picture that is a program', async () => gzipSync(svg)],
    [
      'a program with the first bytes of a PNG',
      async () => Buffer.concat([Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'), svg]),
    ],
    ['a picture that ends too early', async () => (await truncatedPicture).subarray(0, 900)],
    ['more than 50 megapixels', () => oversizedPicture],
  ])('rejects %s at the field, and changes nothing', async (_, createFile) => {
    const token = await signIn();
    const before = await readProfile(token);
    const response = await send(token, await createFile(), { name: 'Changed' });
    expect([response.statusCode, Object.keys(response.json().errors)]).toEqual([422, ['photo']]);
    expect(await readProfile(token)).toEqual(before);
  });

  test('rejects a file in another field and a file that is too large', async () => {
    const token = await signIn();
    const picture = await createPicture(20, 20, 'red').png().toBuffer();
    expect(Object.keys((await send(token, picture, {}, 'name')).json().errors)).toEqual(['name']);
    expect(Object.keys((await send(token, picture, {}, 'avatar')).json().errors)).toEqual(['avatar']);
    expect((await send(token, Buffer.alloc(10 * 1024 * 1024 + 1))).statusCode).toBe(413);
  });
});
