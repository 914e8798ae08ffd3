import { once } from 'node:events';
import { type IncomingMessage, createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { CAPTCHA_FIELD } from '@innkeeper/contract';
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest';
import { PASSWORD, type TestServer, createTestServer } from '../../account/test-server.ts';

const FIELD = CAPTCHA_FIELD;
const REFUSED = { [FIELD]: ['The security check was not passed. Please try again.'] };

interface Verifier {
  readonly url: string;
  /** The requests so far, the oldest first. */
  readonly asked: URLSearchParams[];
  /** Its next answer; a text goes as it is, undefined means that it hangs up. */
  answer: object | string | undefined;
  close(): Promise<void>;
}

/** The other side of siteverify, as the providers document it: a form in, JSON out. */
async function startVerifier(): Promise<Verifier> {
  const asked: URLSearchParams[] = [];
  const verifier = { answer: { success: true } as Verifier['answer'] };
  const take = async (request: IncomingMessage) => asked.push(new URLSearchParams(await text(request)));
  const server = createServer((request, response) => {
    const isForm = request.headers['content-type']?.startsWith('application/x-www-form-urlencoded') === true;
    void take(request).then(() => {
      const { answer } = verifier;
      if (answer === undefined || request.method !== 'POST' || !isForm) return request.socket.destroy();
      return response.end(typeof answer === 'string' ? answer : JSON.stringify(answer));
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo; // listening on a port, not on a pipe
  return Object.assign(verifier, {
    url: `http://127.0.0.1:${port}/siteverify`,
    asked,
    close: async () => {
      server.close();
      await once(server, 'close');
    },
  });
}

let verifier: Verifier;
let server: TestServer;
beforeAll(async () => {
  verifier = await startVerifier();
  server = await createTestServer({
    CAPTCHA_PROVIDER: 'turnstile',
    CAPTCHA_SITE_KEY: 'our-site',
    CAPTCHA_SECRET: 'our-secret',
    CAPTCHA_VERIFY_URL: verifier.url,
  });
});
afterAll(async () => {
  await server.close();
  await verifier.close();
});

let addresses = 0;
const post = (url: string, payload: object, headers = {}) =>
  server.app.inject({ method: 'POST', url, payload, headers, remoteAddress: `10.2.${(addresses += 1)}.1` });

async function credentials() {
  const { username } = await server.createUser();
  return { grant_type: 'password', client_id: '1', username, password: PASSWORD };
}

describe('a captcha that a provider checks', () => {
  test('lets whoever solved it sign in, and tells the provider what it asks for', async () => {
    verifier.answer = { success: true, hostname: 'console.test', challenge_ts: new Date().toISOString() };
    const answer = await post('/oauth/token', { ...(await credentials()), [FIELD]: 'solved' });
    expect(answer.statusCode).toBe(200);
    expect(Object.fromEntries(verifier.asked.at(-1) ?? [])).toEqual({
      secret: 'our-secret',
      response: 'solved',
      remoteip: `10.2.${addresses}.1`,
    });
  });

  test.each([
    ['/oauth/token', { grant_type: 'password', client_id: '1', username: 'nobody', password: PASSWORD }],
    ['/api/password/email', { email: 'nobody@example.test' }],
    ['/api/password/reset', { email: 'nobody@example.test', token: 'x', password: 'x', password_confirmation: 'x' }],
  ])('is asked for by %s: without an answer nothing goes on, and nobody is asked', async (url, body) => {
    const before = verifier.asked.length;
    for (const none of [{}, { [FIELD]: '' }, { [FIELD]: ['solved'] }, { [FIELD]: 'x'.repeat(20_000) }]) {
      const answer = await post(url, { ...body, ...none });
      expect([answer.statusCode, answer.json().error, answer.json().errors]).toEqual([
        422,
        'validation_failed',
        REFUSED,
      ]);
    }
    expect(verifier.asked.length).toBe(before);
  });

  test('is not asked for by the refresh of a session', async () => {
    verifier.answer = { success: true };
    const { refresh_token } = (await post('/oauth/token', { ...(await credentials()), [FIELD]: 'solved' })).json();
    const before = verifier.asked.length;
    const answer = await post('/oauth/token', { grant_type: 'refresh_token', client_id: '1', refresh_token });
    expect([answer.statusCode, verifier.asked.length]).toEqual([200, before]);
  });

  test.each([
    ['wrong', { success: false, 'error-codes': ['invalid-input-response'] }],
    ['old or used', { success: false, 'error-codes': ['timeout-or-duplicate'] }],
    ['without a reason', { success: false }],
    ["solved on somebody else's page", { success: true, hostname: 'elsewhere.test' }],
  ])('that is %s is refused in the language asked for, before the password', async (_, verdict) => {
    verifier.answer = verdict;
    const body = { ...(await credentials()), [FIELD]: 'given' };
    const answer = await post('/oauth/token', body, { 'accept-language': 'id' });
    expect([answer.statusCode, answer.json().errors]).toEqual([
      422,
      { [FIELD]: ['Pemeriksaan keamanan tidak lolos. Silakan coba lagi.'] },
    ]);
    const { rows } = await server.db.pool.query('select from throttle where subject like $1', [`%10.2.${addresses}.%`]);
    expect(rows).toEqual([]);
  });

  test.each([
    ['hangs up', undefined],
    ['answers with a page', '<h1>Bad gateway</h1>'],
    ['answers something else', { success: 'yes' }],
    ['does not know our secret', { success: false, 'error-codes': ['invalid-input-secret'] }],
    ['has a fault of its own', { success: false, 'error-codes': ['internal-error'] }],
    ['says nothing for five seconds', 'silence'],
  ])('lets nobody through when the provider %s: 503, come back later', async (_, said) => {
    verifier.answer = said;
    const timeout = vi.spyOn(AbortSignal, 'timeout');
    onTestFinished(() => timeout.mockRestore());
    if (said === 'silence') timeout.mockReturnValueOnce(AbortSignal.abort());
    const answer = await post('/oauth/token', { ...(await credentials()), [FIELD]: 'solved' });
    expect(timeout).toHaveBeenCalledExactlyOnceWith(5_000);
    expect([answer.statusCode, answer.headers['retry-after'], answer.json().message]).toEqual([
      503,
      '5',
      'The security check is away for a moment, please try again.',
    ]);
  });
});

describe('GET /sign-in.json', () => {
  test('says what a page must load, and the policy lets it', async () => {
    const answer = await server.app.inject('/sign-in.json');
    expect(answer.json()).toEqual({
      demo_accounts: [],
      captcha: {
        provider: 'turnstile',
        site_key: 'our-site',
        script_url: 'https://challenges.cloudflare.com/turnstile/v0/api.js?render=explicit',
      },
    });
    const policy = String(answer.headers['content-security-policy']).split(';');
    for (const directive of ['script-src', 'frame-src', 'connect-src'])
      expect(policy).toContain(`${directive} 'self' https://challenges.cloudflare.com`);
    expect(policy).toContain("default-src 'self'");
  });

  test('asks for nothing, and lets nothing foreign in, where no captcha is configured', async () => {
    const plain = await createTestServer();
    try {
      const answer = await plain.app.inject('/sign-in.json');
      expect(answer.json()).toEqual({ demo_accounts: [], captcha: null });
      expect(answer.headers['cache-control']).toBe('no-store');
      expect(answer.headers['content-security-policy']).not.toContain('https:');
      expect(plain.app.hasRoute({ method: 'GET', url: '/altcha-challenge' })).toBe(false);
    } finally {
      await plain.close();
    }
  });
});
