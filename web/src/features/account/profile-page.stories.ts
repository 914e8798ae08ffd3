import { PROFILE, mockAccount } from '../../testing/account.ts';
import { mockPasskeys } from '../../testing/passkeys.ts';
import { mockResponse, neverResponds, rejection } from '../../testing/mock-server.ts';
import type { Stories } from '../../testing/stories.ts';

const PATH = '/pages/profile';

export const stories: Stories = {
  waiting: {
    at: PATH,
    mockResponses: () => {
      mockResponse('GET /api/user/profile', neverResponds);
    },
    expectedText: { en: 'My Profile', id: 'Profil Saya' },
  },
  full: {
    at: PATH,
    mockResponses: () => mockAccount(),
    expectedText: { en: 'Safari on iPhone', id: 'Safari di iPhone' },
  },
  'few recovery codes left': {
    at: PATH,
    mockResponses: () => mockAccount({ ...PROFILE, two_factor: true, recovery_codes_left: 2 }),
    expectedText: { en: '2 recovery codes left', id: 'Tersisa 2 kode pemulihan' },
  },
  'no recovery codes left': {
    at: PATH,
    mockResponses: () => mockAccount({ ...PROFILE, two_factor: true, recovery_codes_left: 0 }),
    expectedText: { en: 'No recovery codes left. Create new ones.', id: 'Kode pemulihan habis. Buat yang baru.' },
  },
  'with passkeys': {
    at: PATH,
    mockResponses: () => {
      mockAccount();
      mockPasskeys();
    },
    expectedText: { en: 'Front desk computer', id: 'Front desk computer' },
  },
  'passkeys failed': {
    at: PATH,
    mockResponses: () => {
      mockAccount();
      mockPasskeys();
      mockResponse('GET /api/user/passkeys', () => rejection(503, 'unavailable'));
    },
    expectedText: { en: 'Couldn’t load this.', id: 'Gagal memuat data ini.' },
  },
  'without passwords': {
    at: PATH,
    mockResponses: () => mockAccount({ ...PROFILE, is_password_allowed: false }),
    expectedText: { en: 'Safari on iPhone', id: 'Safari di iPhone' },
  },
  failed: {
    at: PATH,
    mockResponses: () => mockResponse('GET /api/user/profile', () => rejection(503, 'unavailable')),
    expectedText: { en: 'Couldn’t load this.', id: 'Gagal memuat data ini.' },
  },
  'sessions failed': {
    at: PATH,
    mockResponses: () => {
      mockAccount();
      mockResponse('GET /api/user/sessions', () => rejection(503, 'unavailable'));
    },
    expectedText: { en: 'Couldn’t load this.', id: 'Gagal memuat data ini.' },
  },
  'user waiting for access': {
    at: PATH,
    options: { user: { role: 'guest', roles: [], access_level: null, hotels: [] } },
    mockResponses: () => mockAccount({ ...PROFILE, role_group: null }),
    expectedText: { en: 'None yet', id: 'Belum ada' },
  },
};
