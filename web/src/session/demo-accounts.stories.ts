import { mockResponse } from '../testing/mock-server.ts';
import type { Stories } from '../testing/stories.ts';

export const stories: Stories = {
  'sample accounts of a demonstration': {
    at: '/login',
    options: { user: null },
    mockResponses: () =>
      mockResponse('GET /sign-in.json', {
        demo_accounts: [
          {
            username: 'sari',
            password: 'x',
            name: 'Sari Wulandari',
            role_group: 'Regional manager',
            access_level: 'region',
          },
        ],
        captcha: null,
        single_sign_on: null,
        has_passkeys: false,
      }),
    expectedText: { en: 'Regional manager · Region', id: 'Manajer wilayah · Wilayah' },
  },
};
