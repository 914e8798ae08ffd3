import type { RecoveryCodes, TwoFactorOffer } from '@innkeeper/contract';
import type { LightMyRequestResponse } from 'fastify';
import { TOTP, URI } from 'otpauth';
import { PASSWORD, type TestServer } from './test-server.ts';

type Person = Awaited<ReturnType<TestServer['createUser']>>;

/** The texts of every refusal of a code at sign-in. */
export const WRONG_CODE = 'This code is wrong, or was used already.';
export const REFUSED_CODE = [422, 'validation_failed', { otp: [WRONG_CODE] }];

/** Status, error and fields of a refusal. */
export function told(answer: LightMyRequestResponse): unknown[] {
  const { error, errors } = answer.json();
  return [answer.statusCode, error, ...(errors ? [errors] : [])];
}

export const statusesOf = (answers: readonly LightMyRequestResponse[]): number[] =>
  answers.map((answer) => answer.statusCode).sort((a, b) => a - b);

/** People with an authenticator app, and their actions. */
export function createGuards(server: TestServer) {
  let addresses = 0;
  const newAddress = () => `10.1.${(addresses += 1)}.1`;

  /** An attempt to sign in, from an address of its own. */
  const attempt = ({ username }: Person, otp?: string, password = PASSWORD) =>
    server.token(
      { grant_type: 'password', client_id: '1', username, password, ...(otp !== undefined && { otp }) },
      { remoteAddress: newAddress() },
    );

  const post = (token: string, path: string, body: object) =>
    server.call(token, 'POST', `/api/user/two_factor${path}`, body);

  const profileOf = async (token: string) => (await server.call(token, 'GET', '/api/user/profile')).json().data;

  /** The app of an offer, with the server's clock; `off` is how many seconds its own is ahead. */
  function appOf({ uri }: TwoFactorOffer) {
    const app = URI.parse(uri);
    if (!(app instanceof TOTP)) throw new Error('The offer is no TOTP');
    return (off = 0): string => app.generate({ timestamp: server.clock.now().getTime() + off * 1000 });
  }

  async function offer(token: string): Promise<TwoFactorOffer> {
    const answer = await post(token, '', { current_password: PASSWORD });
    if (answer.statusCode !== 200) throw new Error(`The offer was answered with ${answer.statusCode}: ${answer.body}`);
    return answer.json().data;
  }

  /** A user with two-factor sign-in on, and the moment past the code that switched it on. */
  async function createGuarded(options: Parameters<TestServer['createUser']>[0] = {}) {
    const person = await server.createUser(options);
    const { access_token: token } = await server.signIn(person);
    const code = appOf(await offer(token));
    const answer = await post(token, '/confirm', { code: code() });
    if (answer.statusCode !== 200) throw new Error(`The code was answered with ${answer.statusCode}: ${answer.body}`);
    const { recovery_codes }: RecoveryCodes = answer.json().data;
    server.clock.advance(60);
    return { person, token, code, recovery: (n: number) => recovery_codes[n] ?? '' };
  }

  return { newAddress, attempt, post, profileOf, appOf, offer, createGuarded };
}
