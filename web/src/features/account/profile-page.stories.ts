import { PROFILE, mockAccount } from '../../testing/account.ts';
import { mockResponse, neverResponds, rejection } from '../../testing/mock-server.ts';
import type { Stories } from '../../testing/stories.ts';

const at = '/pages/profile';

export const stories: Stories = {
  waiting: {
    at,
    server: () => {
      mockResponse('GET /api/user/profile', neverResponds);
    },
    expectedText: { en: 'My Profile', id: 'Profil Saya' },
  },
  full: {
    at,
    server: () => mockAccount(),
    expectedText: { en: 'Safari on iPhone', id: 'Safari di iPhone' },
  },
  'with a second factor and few recovery codes': {
    at,
    server: () => mockAccount({ ...PROFILE, two_factor: true, recovery_codes_left: 2 }),
    expectedText: { en: '2 recovery codes left', id: 'Tersisa 2 kode pemulihan' },
  },
  'without a recovery code': {
    at,
    server: () => mockAccount({ ...PROFILE, two_factor: true, recovery_codes_left: 0 }),
    expectedText: { en: 'No recovery codes left. Create new ones.', id: 'Kode pemulihan habis. Buat yang baru.' },
  },
  failed: {
    at,
    server: () => mockResponse('GET /api/user/profile', () => rejection(503, 'unavailable')),
    expectedText: { en: 'Couldn’t load this.', id: 'Gagal memuat data ini.' },
  },
  'failed in a part': {
    at,
    server: () => {
      mockAccount();
      mockResponse('GET /api/user/sessions', () => rejection(503, 'unavailable'));
    },
    expectedText: { en: 'Couldn’t load this.', id: 'Gagal memuat data ini.' },
  },
  'of who waits for access': {
    at,
    opening: { user: { role: 'guest', roles: [], access_level: null, hotels: [] } },
    server: () => mockAccount({ ...PROFILE, role_group: null }),
    expectedText: { en: 'None yet', id: 'Belum ada' },
  },
};
