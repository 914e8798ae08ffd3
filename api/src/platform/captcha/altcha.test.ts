import { CAPTCHA_FIELD } from '@innkeeper/contract';
import { type Challenge, solveChallenge } from 'altcha-lib';
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { PASSWORD, type TestServer, createTestServer } from '../../account/server-helpers.ts';
import { deleteUsedSolutions } from './altcha.ts';

let server: TestServer;
beforeAll(async () => {
  server = await createTestServer({ CAPTCHA_PROVIDER: 'altcha', CAPTCHA_SECRET: 'a secret of the test, long enough' });
});
afterAll(() => server.close());

const encode = (payload: object) => Buffer.from(JSON.stringify(payload)).toString('base64');
const fetchChallenge = async (app = server.app): Promise<Challenge> => (await app.inject('/altcha-challenge')).json();
const solveCaptcha = async (challenge: Challenge) => ({
  challenge,
  solution: await solveChallenge({ challenge, deriveKey }),
});

let person: { username: string };
const signIn = (captchaResponse: unknown, app = server.app) =>
  app.inject({
    method: 'POST',
    url: '/oauth/token',
    payload: {
      grant_type: 'password',
      client_id: '1',
      username: person.username,
      password: PASSWORD,
      [CAPTCHA_FIELD]: captchaResponse,
    },
  });
const signInStatus = async (...request: Parameters<typeof signIn>) => (await signIn(...request)).statusCode;
beforeAll(async () => {
  person = await server.createUser();
});

describe('an ALTCHA challenge', () => {
  test('is served at the URL in the page, is never cached, and is always new', async () => {
    const { captcha } = (await server.app.inject('/sign-in.json')).json();
    expect(captcha).toEqual({ provider: 'altcha', challenge_url: '/altcha-challenge' });
    const captchaResponse = await server.app.inject('/altcha-challenge');
    expect(captchaResponse.headers['cache-control']).toBe('no-store');
    expect((await fetchChallenge()).parameters.nonce).not.toBe(captchaResponse.json().parameters.nonce);
  });

  test('accepts its solution once, on any server', async () => {
    const secondServer = await server.createSecondServer();
    const captchaResponse = encode(await solveCaptcha(await fetchChallenge(secondServer)));
    const responses = await Promise.all(
      [server.app, secondServer, server.app, secondServer].map((app) => signIn(captchaResponse, app)),
    );
    expect(responses.map((reply) => reply.statusCode).sort((a, b) => a - b)).toEqual([200, 422, 422, 422]);
    expect(responses.find((reply) => reply.statusCode === 422)?.json().errors).toEqual({
      [CAPTCHA_FIELD]: ['Security check failed. Please try again.'],
    });
  });

  test('rejects a guess, an easier challenge, or the solution of another one', async () => {
    const challenge = await fetchChallenge();
    const otherSolution = await solveCaptcha(await fetchChallenge());
    const easierChallenge = { ...challenge, parameters: { ...challenge.parameters, cost: 1, keyPrefix: '0' } };
    for (const invalidResponse of [
      { challenge, solution: { counter: 1, derivedKey: '00' } },
      { challenge, solution: otherSolution.solution },
      { challenge, solution: null },
      { challenge: { ...challenge, signature: undefined }, solution: otherSolution.solution },
      await solveCaptcha(easierChallenge),
    ])
      expect(await signInStatus(encode(invalidResponse))).toBe(422);
    for (const text of ['', 'x', encode([]), encode({ challenge: 1, solution: {} }), 'eyJ', 7])
      expect(await signInStatus(text)).toBe(422);
  });

  test('is valid for ten minutes, after which its used solution is removed', async () => {
    const [first, second] = [await solveCaptcha(await fetchChallenge()), await solveCaptcha(await fetchChallenge())];
    server.clock.advance(599);
    expect(await signInStatus(encode(first))).toBe(200);
    await deleteUsedSolutions(server.db, server.clock.now());
    expect(await signInStatus(encode(first))).toBe(422);
    server.clock.advance(1);
    expect(await signInStatus(encode(second))).toBe(422);
    server.clock.advance(1);
    await deleteUsedSolutions(server.db, server.clock.now());
    expect(await server.db.kysely.selectFrom('used_captcha').selectAll().execute()).toEqual([]);
  });
});
