import type { PasskeyItem } from '@innkeeper/contract';
import { mockResponse } from './mock-server.ts';

const PASSKEYS: readonly PasskeyItem[] = [
  { id: 1, name: 'Front desk computer', created_at: '2026-02-01 02:00:00', last_used_at: '2026-03-02 01:15:00' },
  { id: 2, name: 'Sari’s phone', created_at: '2026-02-03 03:30:00', last_used_at: null },
];

/** Mocks a server at an address with passkeys, which stores those of the user. */
export function mockPasskeys(): void {
  let passkeys = PASSKEYS;
  mockResponse('GET /sign-in.json', { demo_accounts: [], captcha: null, single_sign_on: null, has_passkeys: true });
  mockResponse('GET /api/user/passkeys', () => Response.json({ data: passkeys }));
  mockResponse('POST /api/user/passkeys/:id', async ({ request, params }) => {
    const { name } = (await request.clone().json()) as { name: string }; // the console sends nothing else
    passkeys = passkeys.map((passkey) => (passkey.id === Number(params['id']) ? { ...passkey, name } : passkey));
    return Response.json({ data: passkeys[0] });
  });
  mockResponse('DELETE /api/user/passkeys/:id', ({ params }) => {
    passkeys = passkeys.filter(({ id }) => id !== Number(params['id']));
    return Response.json({ data: PASSKEYS[0] });
  });
}
