import { CAPTCHA_FIELD } from '@innkeeper/contract';
import { type Challenge, solveChallenge } from 'altcha-lib';
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { PASSWORD, type TestServer, createTestServer } from '../../account/test-server.ts';
import { forgetUsedAnswers } from './altcha.ts';

let server: TestServer;
beforeAll(async () => {
  server = await createTestServer({ CAPTCHA_PROVIDER: 'altcha', CAPTCHA_SECRET: 'a secret of the test, long enough' });
});
afterAll(() => server.close());

const encode = (payload: object) => Buffer.from(JSON.stringify(payload)).toString('base64');
const fetchChallenge = async (app = server.app): Promise<Challenge> => (await app.inject('/altcha-challenge')).json();
const solve = async (challenge: Challenge) => ({ challenge, solution: await solveChallenge({ challenge, deriveKey }) });

let person: { username: string };
const signIn = (answer: unknown, app = server.app) =>
  app.inject({
    method: 'POST',
    url: '/oauth/token',
    payload: {
      grant_type: 'password',
      client_id: '1',
      username: person.username,
      password: PASSWORD,
      [CAPTCHA_FIELD]: answer,
    },
  });
const statusOf = async (...request: Parameters<typeof signIn>) => (await signIn(...request)).statusCode;
beforeAll(async () => {
  person = await server.createUser();
});

describe('a challenge of our own', () => {
  test('is where the page is told, is kept by no cache, and is never the same', async () => {
    const { captcha } = (await server.app.inject('/sign-in.json')).json();
    expect(captcha).toEqual({ provider: 'altcha', challenge_url: '/altcha-challenge' });
    const answer = await server.app.inject('/altcha-challenge');
    expect(answer.headers['cache-control']).toBe('no-store');
    expect((await fetchChallenge()).parameters.nonce).not.toBe(answer.json().parameters.nonce);
  });

  test('lets whoever solved it through once, on whichever server', async () => {
    const twin = await server.createTwin();
    const answer = encode(await solve(await fetchChallenge(twin)));
    const answers = await Promise.all([server.app, twin, server.app, twin].map((app) => signIn(answer, app)));
    expect(answers.map((reply) => reply.statusCode).sort((a, b) => a - b)).toEqual([200, 422, 422, 422]);
    expect(answers.find((reply) => reply.statusCode === 422)?.json().errors).toEqual({
      [CAPTCHA_FIELD]: ['The security check was not passed. Please try again.'],
    });
  });

  test('is not solved by a guess, an easier challenge, or the solution of another one', async () => {
    const challenge = await fetchChallenge();
    const other = await solve(await fetchChallenge());
    const easier = { ...challenge, parameters: { ...challenge.parameters, cost: 1, keyPrefix: '0' } };
    for (const wrong of [
      { challenge, solution: { counter: 1, derivedKey: '00' } },
      { challenge, solution: other.solution },
      { challenge, solution: null },
      { challenge: { ...challenge, signature: undefined }, solution: other.solution },
      await solve(easier),
    ])
      expect(await statusOf(encode(wrong))).toBe(422);
    for (const text of ['', 'x', encode([]), encode({ challenge: 1, solution: {} }), 'eyJ', 7])
      expect(await statusOf(text)).toBe(422);
  });

  test('serves for ten minutes, and only then its answer is forgotten', async () => {
    const [first, second] = [await solve(await fetchChallenge()), await solve(await fetchChallenge())];
    server.clock.advance(599);
    expect(await statusOf(encode(first))).toBe(200);
    await forgetUsedAnswers(server.db, server.clock.now());
    expect(await statusOf(encode(first))).toBe(422);
    server.clock.advance(1);
    expect(await statusOf(encode(second))).toBe(422);
    server.clock.advance(1);
    await forgetUsedAnswers(server.db, server.clock.now());
    expect(await server.db.kysely.selectFrom('captcha_used').selectAll().execute()).toEqual([]);
  });
});
