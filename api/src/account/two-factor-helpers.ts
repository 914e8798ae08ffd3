import type { RecoveryCodes, TwoFactorOffer } from '@innkeeper/contract';
import type { LightMyRequestResponse } from 'fastify';
import { TOTP, URI } from 'otpauth';
import { PASSWORD, type TestServer } from './server-helpers.ts';

type Person = Awaited<ReturnType<TestServer['createUser']>>;

/** The message for any wrong code at sign-in. */
export const INVALID_CODE = 'This code is wrong or already used.';
export const REJECTED_CODE = [422, 'validation_failed', { otp: [INVALID_CODE] }];

/** Status, error and fields of a rejection. */
export function toOutcome(response: LightMyRequestResponse): unknown[] {
  const { error, errors } = response.json();
  return [response.statusCode, error, ...(errors ? [errors] : [])];
}

export const statusesOf = (responses: readonly LightMyRequestResponse[]): number[] =>
  responses.map((response) => response.statusCode).sort((a, b) => a - b);

/** Users with an authenticator app, and their actions. */
export function createTwoFactorHelpers(server: TestServer) {
  let addresses = 0;
  const newAddress = () => `10.1.${(addresses += 1)}.1`;

  /** A sign-in attempt from its own address. */
  const attempt = ({ username }: Person, otp?: string, password = PASSWORD) =>
    server.token(
      { grant_type: 'password', client_id: '1', username, password, ...(otp !== undefined && { otp }) },
      { remoteAddress: newAddress() },
    );

  const post = (token: string, path: string, body: object) =>
    server.call(token, 'POST', `/api/user/two_factor${path}`, body);

  const profileOf = async (token: string) => (await server.call(token, 'GET', '/api/user/profile')).json().data;

  /**
   * The authenticator app for an offer, on the server's clock; `clockOffset` is in seconds.
   */
  function appOf({ uri }: TwoFactorOffer) {
    const app = URI.parse(uri);
    if (!(app instanceof TOTP)) throw new Error('The offered secret is no TOTP secret');
    return (clockOffset = 0): string => app.generate({ timestamp: server.clock.now().getTime() + clockOffset * 1000 });
  }

  async function startTwoFactorSetup(token: string): Promise<TwoFactorOffer> {
    const response = await post(token, '', { current_password: PASSWORD });
    if (response.statusCode !== 200) throw new Error(`The offer got status ${response.statusCode}: ${response.body}`);
    return response.json().data;
  }

  /** A user with two-factor sign-in on, at a time after the code that switched it on. */
  async function createTwoFactorUser(options: Parameters<TestServer['createUser']>[0] = {}) {
    const person = await server.createUser(options);
    const { access_token: token } = await server.signIn(person);
    const code = appOf(await startTwoFactorSetup(token));
    const response = await post(token, '/confirm', { code: code() });
    if (response.statusCode !== 200) throw new Error(`The code got status ${response.statusCode}: ${response.body}`);
    const { recovery_codes }: RecoveryCodes = response.json().data;
    server.clock.advance(60);
    return { person, token, code, recovery: (n: number) => recovery_codes[n] ?? '' };
  }

  return { newAddress, attempt, post, profileOf, appOf, startTwoFactorSetup, createTwoFactorUser };
}
