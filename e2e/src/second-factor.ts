import type { RecoveryCodes, TwoFactorOffer } from '@innkeeper/contract';
import type { APIRequestContext } from '@playwright/test';
import { createOneTimeCode } from './one-time-code.ts';
import type { TestUser } from './records.ts';
import { requestSession } from './session.ts';

/** Enables two-factor sign-in through the API, for tests of the steps after it. */
export async function enableTwoFactor(
  request: APIRequestContext,
  user: TestUser,
): Promise<{ secret: string; codes: string[] }> {
  const { access_token } = await requestSession(request, user.username, user.password);
  const post = async <T>(path: string, data: object): Promise<T> => {
    const headers = { authorization: `Bearer ${access_token}` };
    const response = await request.post(`/api/user/two_factor${path}`, { headers, data });
    return ((await response.json()) as { data: T }).data; // the contract defines the response
  };
  const { secret } = await post<TwoFactorOffer>('', { current_password: user.password });
  const { recovery_codes } = await post<RecoveryCodes>('/confirm', { code: createOneTimeCode(secret, -1) });
  return { secret, codes: [...recovery_codes] };
}
