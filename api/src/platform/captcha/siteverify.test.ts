import { once } from 'node:events';
import { type IncomingMessage, createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { CAPTCHA_FIELD } from '@innkeeper/contract';
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest';
import { PASSWORD, type TestServer, createTestServer } from '../../account/server-helpers.ts';

const FIELD = CAPTCHA_FIELD;
const CAPTCHA_ERRORS = { [FIELD]: ['Security check failed. Please try again.'] };

interface Verifier {
  readonly url: string;
  /** The requests received so far, oldest first. */
  readonly received: URLSearchParams[];
  /** The next response: text is sent as it is, undefined closes the connection. */
  captchaResponse: object | string | undefined;
  close(): Promise<void>;
}

/** A mock of the provider's siteverify endpoint, as documented: form in, JSON out. */
async function startVerifier(): Promise<Verifier> {
  const receivedForms: URLSearchParams[] = [];
  const verifier = { captchaResponse: { success: true } as Verifier['captchaResponse'] };
  const receive = async (request: IncomingMessage) => receivedForms.push(new URLSearchParams(await text(request)));
  const server = createServer((request, response) => {
    const isForm = request.headers['content-type']?.startsWith('application/x-www-form-urlencoded') === true;
    void receive(request).then(() => {
      const { captchaResponse } = verifier;
      if (captchaResponse === undefined || request.method !== 'POST' || !isForm) return request.socket.destroy();
      return response.end(typeof captchaResponse === 'string' ? captchaResponse : JSON.stringify(captchaResponse));
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo; // listening on a port, not on a pipe
  return Object.assign(verifier, {
    url: `http://127.0.0.1:${port}/siteverify`,
    received: receivedForms,
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
    CAPTCHA_PROVIDER: 'recaptcha',
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

async function createCredentials() {
  const { username } = await server.createUser();
  return { grant_type: 'password', client_id: '1', username, password: PASSWORD };
}

describe('a captcha verified by a provider', () => {
  test('allows a user who solved it to sign in, and sends the provider its parameters', async () => {
    verifier.captchaResponse = { success: true, hostname: 'console.test', challenge_ts: new Date().toISOString() };
    const captchaResponse = await post('/oauth/token', { ...(await createCredentials()), [FIELD]: 'solved' });
    expect(captchaResponse.statusCode).toBe(200);
    expect(Object.fromEntries(verifier.received.at(-1) ?? [])).toEqual({
      secret: 'our-secret',
      response: 'solved',
      remoteip: `10.2.${addresses}.1`,
    });
  });

  test.each([
    ['/oauth/token', { grant_type: 'password', client_id: '1', username: 'nobody', password: PASSWORD }],
    ['/api/password/email', { email: 'nobody@example.test' }],
    ['/api/password/reset', { email: 'nobody@example.test', token: 'x', password: 'x', password_confirmation: 'x' }],
  ])('is required by %s: without a solution the provider is not called', async (url, body) => {
    const before = verifier.received.length;
    for (const invalidSolution of [{}, { [FIELD]: '' }, { [FIELD]: ['solved'] }, { [FIELD]: 'x'.repeat(20_000) }]) {
      const captchaResponse = await post(url, { ...body, ...invalidSolution });
      expect([captchaResponse.statusCode, captchaResponse.json().error, captchaResponse.json().errors]).toEqual([
        422,
        'validation_failed',
        CAPTCHA_ERRORS,
      ]);
    }
    expect(verifier.received.length).toBe(before);
  });

  test('is not required to refresh a session', async () => {
    verifier.captchaResponse = { success: true };
    const { refresh_token } = (
      await post('/oauth/token', { ...(await createCredentials()), [FIELD]: 'solved' })
    ).json();
    const before = verifier.received.length;
    const captchaResponse = await post('/oauth/token', { grant_type: 'refresh_token', client_id: '1', refresh_token });
    expect([captchaResponse.statusCode, verifier.received.length]).toEqual([200, before]);
  });

  test.each([
    ['wrong', { success: false, 'error-codes': ['invalid-input-response'] }],
    ['expired or used', { success: false, 'error-codes': ['timeout-or-duplicate'] }],
    ['without a reason', { success: false }],
    ["solved on another site's page", { success: true, hostname: 'elsewhere.test' }],
  ])('is rejected in the requested language before the password if it is %s', async (_, providerReply) => {
    verifier.captchaResponse = providerReply;
    const body = { ...(await createCredentials()), [FIELD]: 'given' };
    const captchaResponse = await post('/oauth/token', body, { 'accept-language': 'id' });
    expect([captchaResponse.statusCode, captchaResponse.json().errors]).toEqual([
      422,
      { [FIELD]: ['Pemeriksaan keamanan gagal. Silakan coba lagi.'] },
    ]);
    const { rows } = await server.db.pool.query('select from throttle where subject like $1', [`%10.2.${addresses}.%`]);
    expect(rows).toEqual([]);
  });

  test.each([
    ['closes the connection', undefined],
    ['responds with a page', '<h1>Bad gateway</h1>'],
    ['responds with another result', { success: 'yes' }],
    ['rejects our secret', { success: false, 'error-codes': ['invalid-input-secret'] }],
    ['reports an internal error', { success: false, 'error-codes': ['internal-error'] }],
    ['does not respond for five seconds', 'silence'],
  ])('rejects everyone with a 503 and a retry time when the provider %s', async (_, failure) => {
    verifier.captchaResponse = failure;
    const timeout = vi.spyOn(AbortSignal, 'timeout');
    onTestFinished(() => timeout.mockRestore());
    if (failure === 'silence') timeout.mockReturnValueOnce(AbortSignal.abort());
    const captchaResponse = await post('/oauth/token', { ...(await createCredentials()), [FIELD]: 'solved' });
    expect(timeout).toHaveBeenCalledExactlyOnceWith(5_000);
    expect([
      captchaResponse.statusCode,
      captchaResponse.headers['retry-after'],
      captchaResponse.json().message,
    ]).toEqual([503, '5', 'The security check is unavailable. Try again in a moment.']);
  });
});

describe('GET /sign-in.json', () => {
  test('lists what a page must load, and the content security policy allows it', async () => {
    const captchaResponse = await server.app.inject('/sign-in.json');
    expect(captchaResponse.json()).toEqual({
      demo_accounts: [],
      captcha: {
        provider: 'recaptcha',
        site_key: 'our-site',
        script_url: 'https://www.google.com/recaptcha/api.js?render=explicit',
      },
      single_sign_on: null,
      has_passkeys: true,
    });
    const policy = String(captchaResponse.headers['content-security-policy']).split(';');
    const origins =
      'https://www.google.com/recaptcha/ https://www.gstatic.com/recaptcha/ https://recaptcha.google.com/recaptcha/';
    for (const directive of ['script-src', 'frame-src', 'connect-src'])
      expect(policy).toContain(`${directive} 'self' ${origins}`);
    expect(policy).toContain("default-src 'self'");
  });

  test('requires nothing and allows no foreign origin if no captcha is configured', async () => {
    const serverWithoutCaptcha = await createTestServer();
    try {
      const captchaResponse = await serverWithoutCaptcha.app.inject('/sign-in.json');
      expect(captchaResponse.json()).toEqual({
        demo_accounts: [],
        captcha: null,
        single_sign_on: null,
        has_passkeys: true,
      });
      expect(captchaResponse.headers['cache-control']).toBe('no-store');
      expect(captchaResponse.headers['content-security-policy']).not.toContain('https:');
      expect(serverWithoutCaptcha.app.hasRoute({ method: 'GET', url: '/altcha-challenge' })).toBe(false);
    } finally {
      await serverWithoutCaptcha.close();
    }
  });
});
