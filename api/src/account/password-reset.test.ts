import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type TestServer, createTestServer } from './test-server.ts';

const NEW = 'eleven grey herons';

let server: TestServer;
beforeAll(async () => {
  server = await createTestServer();
});
afterAll(() => server.close());

let addresses = 0;
/** Each test comes from an address of its own. */
const newAddress = () => `10.1.${(addresses += 1)}.1`;

const ask = (email: unknown, remoteAddress: string, headers = {}) =>
  server.app.inject({
    method: 'POST',
    url: '/api/password/email',
    payload: { email, 'g-recaptcha-response': '' },
    headers,
    remoteAddress,
  });
const mailsTo = (email: string) => server.mails.filter((mail) => mail.to === email);

/** The call that the link mailed to an address makes. */
async function linkFor(email: string) {
  const remoteAddress = newAddress();
  await ask(email, remoteAddress);
  const token = /reset-password\/([\w-]+)\//.exec(mailsTo(email).at(-1)?.text ?? '')?.[1];
  const body = { email, token, password: NEW, password_confirmation: NEW, 'g-recaptcha-response': '' };
  return (more = {}) =>
    server.app.inject({ method: 'POST', url: '/api/password/reset', payload: { ...body, ...more }, remoteAddress });
}

describe('POST /api/password/email', () => {
  test('answers the same for a known, unknown, inactive or deleted address, and mails the known one', async () => {
    const known = await server.createUser({ name: 'Sari Wulandari' });
    const [inactive, deleted] = [await server.createUser(), await server.createUser()];
    await server.db.kysely.updateTable('users').set({ is_active: false }).where('id', '=', inactive.id).execute();
    await server.db.kysely.updateTable('users').set({ deleted_at: new Date() }).where('id', '=', deleted.id).execute();
    const before = server.mails.length;
    for (const email of [known.email.toUpperCase(), 'nobody@example.test', inactive.email, deleted.email]) {
      const answer = await ask(email, newAddress());
      expect(answer.statusCode).toBe(200);
      expect(answer.json()).toEqual({
        message: 'If this address belongs to an account, a mail with a link is on its way.',
      });
    }
    expect(server.mails.slice(before)).toEqual([
      {
        from: { name: 'Innkeeper', address: 'no-reply@console.test' },
        to: known.email,
        subject: 'Choose a new password',
        text: expect.stringMatching(
          new RegExp(
            `^Hello Sari Wulandari,[^]+https://console\\.test/auth/reset-password/ink_pr_[\\w-]{43}/${encodeURIComponent(known.email)}\n`,
          ),
        ),
      },
    ]);
  });

  test('writes in Indonesian to who asks in Indonesian', async () => {
    const { email } = await server.createUser();
    const answer = await ask(email, newAddress(), { 'accept-language': 'id-ID,id' });
    expect(answer.json().message).toContain('email berisi tautan');
    expect(mailsTo(email)).toMatchObject([
      { subject: 'Pilih kata sandi baru', text: expect.stringContaining('berlaku satu kali') },
    ]);
  });

  test.each([
    '',
    undefined,
    'nothing',
    7,
    { a: 1 },
    'a@b.test\r\nBcc: c@d.test',
    'a\0@b.test',
    `${'x'.repeat(300)}@b.test`,
  ])('refuses %o, which is no address', async (email) => {
    const answer = await ask(email, newAddress());
    expect([answer.statusCode, Object.keys(answer.json().errors)]).toEqual([422, ['email']]);
  });

  test('sends nobody mail after mail: the fourth has to wait, for an unknown address as well', async () => {
    const { email } = await server.createUser();
    for (const address of [email, 'unknown.person@example.test']) {
      for (let i = 0; i < 3; i++) expect((await ask(address, newAddress())).statusCode).toBe(200);
      const early = await ask(address.toUpperCase(), newAddress());
      expect([early.statusCode, early.headers['retry-after']]).toEqual([429, '60']);
    }
    server.clock.advance(60);
    expect((await ask(email, newAddress())).statusCode).toBe(200);
    expect(mailsTo(email)).toHaveLength(4);
  });

  test('lets one address ask for twenty people, not for more', async () => {
    const address = newAddress();
    for (let i = 0; i < 20; i++) expect((await ask(`person.no.${i}@example.test`, address)).statusCode).toBe(200);
    expect((await ask('person.no.20@example.test', address)).statusCode).toBe(429);
    expect((await ask('person.no.20@example.test', newAddress())).statusCode).toBe(200);
  });
});

describe('POST /api/password/reset', () => {
  test('sets the password once, ends all sessions and opens an account that had to wait', async () => {
    const person = await server.createUser();
    const { access_token, refresh_token } = await server.signIn(person);
    const grant = (password: string) =>
      server.token(
        { grant_type: 'password', client_id: '1', username: person.username, password },
        { remoteAddress: newAddress() },
      );
    for (let i = 0; i < 5; i++) await grant('wrong');
    const reset = await linkFor(person.email);
    const answer = await reset();
    expect([answer.statusCode, answer.json()]).toEqual([200, { message: 'Your password was changed.' }]);
    expect((await server.call(access_token, 'GET', '/api/user')).statusCode).toBe(401);
    expect((await server.token({ grant_type: 'refresh_token', client_id: '1', refresh_token })).statusCode).toBe(400);
    expect((await grant(NEW)).statusCode).toBe(200);
    const again = await reset({ password: 'nine blue whales swim', password_confirmation: 'nine blue whales swim' });
    expect(again.statusCode).toBe(422);
    expect(again.json().errors).toEqual({ token: ['This link has expired or was used already.'] });
  });

  test('is logged as the act of the user', async () => {
    const person = await server.createUser();
    await (
      await linkFor(person.email)
    )();
    const { rows } = await server.db.pool.query(
      `select actor_id from operation where resource = 'users' and record_id = $1 and action = 'update'`,
      [person.id],
    );
    expect(rows).toEqual([{ actor_id: person.id }]);
  });

  test('lets one of ten that come at once through', async () => {
    const reset = await linkFor((await server.createUser()).email);
    const answers = await Promise.all(Array.from({ length: 10 }, () => reset()));
    expect(answers.map((answer) => answer.statusCode).sort((a, b) => a - b)).toEqual([200, ...Array(9).fill(422)]);
  });

  test('serves for 60 minutes', async () => {
    const reset = await linkFor((await server.createUser()).email);
    server.clock.advance(3600);
    expect((await reset()).json().errors).toHaveProperty('token');
  });

  test('serves up to the last second, and a password that is refused does not use it up', async () => {
    const reset = await linkFor((await server.createUser()).email);
    server.clock.advance(3599);
    const short = await reset({ password: 'short', password_confirmation: 'short' });
    expect(short.json().errors).toEqual({ password: ['Min character length is 12'] });
    const unconfirmed = await reset({ password_confirmation: 'other' });
    expect(unconfirmed.json().errors).toEqual({ password_confirmation: ['The two do not match.'] });
    expect((await reset()).statusCode).toBe(200);
  });

  test("knows the token of nobody else's address, and none in wrong shapes", async () => {
    const [person, other] = [await server.createUser(), await server.createUser()];
    const reset = await linkFor(person.email);
    for (const wrong of [
      { email: other.email },
      { email: '' },
      { email: 7 },
      { token: 'ink_pr_nothing' },
      { token: '' },
      { token: ['x'] },
      { token: 'a\0b' },
    ]) {
      const answer = await reset(wrong);
      expect([answer.statusCode, Object.keys(answer.json().errors)]).toEqual([422, ['token']]);
    }
    expect((await reset()).statusCode).toBe(200);
  });

  test('a new password makes all open links useless', async () => {
    const person = await server.createUser();
    const reset = await linkFor(person.email);
    await server.db.kysely.updateTable('users').set({ password: 'another hash' }).where('id', '=', person.id).execute();
    expect((await reset()).statusCode).toBe(422);
  });

  test('lets one address try twenty tokens, not more', async () => {
    const reset = await linkFor((await server.createUser()).email);
    for (let i = 0; i < 20; i++) expect((await reset({ token: `guess ${i}` })).statusCode).toBe(422);
    expect((await reset()).statusCode).toBe(429);
  });
});
