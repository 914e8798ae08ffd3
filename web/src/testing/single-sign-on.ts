import { mockResponse } from './mock-server.ts';

/** Mocks a server with a provider for single sign-on. */
export const mockSingleSignOn = (): void =>
  mockResponse('GET /sign-in.json', {
    demo_accounts: [],
    captcha: null,
    single_sign_on: { name: 'Hotel Group' },
    has_passkeys: false,
  });
