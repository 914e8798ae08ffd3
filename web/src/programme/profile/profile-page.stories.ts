import { PROFILE, keepAccount } from '../../testing/account.ts';
import { answer, never, refusal } from '../../testing/played-server.ts';
import type { Stories } from '../../testing/stories.ts';

const at = '/pages/profile';

export const stories: Stories = {
  waiting: {
    at,
    server: () => {
      answer('GET /api/user/profile', never);
    },
    shows: { en: 'My Profile', id: 'Profil Saya' },
  },
  full: {
    at,
    server: () => keepAccount(),
    shows: { en: 'Safari on iPhone', id: 'Safari di iPhone' },
  },
  'with a second factor and few recovery codes': {
    at,
    server: () => keepAccount({ ...PROFILE, two_factor: true, recovery_codes_left: 2 }),
    shows: { en: '2 recovery codes left', id: 'Tersisa 2 kode pemulihan' },
  },
  'without a recovery code': {
    at,
    server: () => keepAccount({ ...PROFILE, two_factor: true, recovery_codes_left: 0 }),
    shows: { en: 'No recovery code is left. Make new ones.', id: 'Tidak ada kode pemulihan yang tersisa' },
  },
  failed: {
    at,
    server: () => answer('GET /api/user/profile', () => refusal(503, 'unavailable')),
    shows: { en: 'This could not be loaded.', id: 'Gagal memuat data ini.' },
  },
  'failed in a part': {
    at,
    server: () => {
      keepAccount();
      answer('GET /api/user/sessions', () => refusal(503, 'unavailable'));
    },
    shows: { en: 'This could not be loaded.', id: 'Gagal memuat data ini.' },
  },
  'of who waits for access': {
    at,
    opening: { user: { role: 'guest', roles: [], access_level: null, hotels: [] } },
    server: () => keepAccount({ ...PROFILE, role_group: null }),
    shows: { en: 'None yet', id: 'Belum ada' },
  },
};
