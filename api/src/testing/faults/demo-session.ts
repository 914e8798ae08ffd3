import { OAUTH_CLIENT_ID } from '@innkeeper/contract';
import { demoAccounts } from '@innkeeper/demo/accounts';

export interface Reply {
  readonly status: number;
  readonly headers: Headers;
  readonly body: unknown;
}

/** Sends requests as the administrator of the demonstration. */
export type DemoSession = (method: 'GET' | 'POST', path: string, body?: unknown) => Promise<Reply>;

/** Signs in to a program that runs the demonstration. */
export async function signInToDemo(address: string): Promise<DemoSession> {
  let token = '';
  const request: DemoSession = async (method, path, body) => {
    const reply = await fetch(address + path, {
      method,
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    return { status: reply.status, headers: reply.headers, body: await reply.json() };
  };
  const { username, password } = demoAccounts[0] ?? {};
  const { body } = await request('POST', '/oauth/token', {
    grant_type: 'password',
    client_id: OAUTH_CLIENT_ID,
    username,
    password,
  });
  ({ access_token: token } = body as { access_token: string }); // without a token the first request fails
  return request;
}
