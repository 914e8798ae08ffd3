import type { Profile, RecoveryCodes, SessionItem, TwoFactorOffer } from '@innkeeper/contract';
import { mockResponse } from './mock-server.ts';

/** The profile of the signed-in user. */
export const PROFILE = {
  name: 'Sari Wulandari',
  username: 'sari.wulandari',
  email: 'sari.wulandari@example.test',
  phone_no: '+62 811 5550 0001',
  photoURL: null,
  role_group: { id: 1, name: 'Head office' },
  two_factor: false,
  is_password_allowed: true,
  recovery_codes_left: 0,
} as const satisfies Profile;

const createSession = (id: number, user_agent: string | null, ip: string | null = '127.0.0.1'): SessionItem => ({
  id,
  user_agent,
  ip,
  created_at: '2026-03-01 01:00:00',
  last_used_at: `2026-03-02 0${id}:15:00`,
  current: id === 1,
});

/** This device first, then a phone, an office computer, and a client without user agent and address. */
export const SESSIONS: readonly SessionItem[] = [
  createSession(1, 'Mozilla/5.0 (X11; Linux x86_64; rv:143.0) Gecko/20100101 Firefox/143.0'),
  createSession(
    2,
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Mobile/15E148 Safari/604.1',
  ),
  createSession(
    3,
    'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/141.0.0.0 Safari/537.36 Edg/141.0.0.0',
    '2001:db8::1',
  ),
  createSession(4, null, null),
];

export const TWO_FACTOR_OFFER = {
  secret: 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP',
  uri: 'otpauth://totp/Innkeeper:sari.wulandari?secret=JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP&issuer=Innkeeper',
} as const satisfies TwoFactorOffer;

export const RECOVERY_CODES = {
  recovery_codes: Array.from({ length: 10 }, (_, n) => `k7mp-${n}wxa-${n}zq3`),
} as const satisfies RecoveryCodes;

/** Mocks a server that stores this profile and its changes, and removes ended sessions. */
export function mockAccount(profile: Profile = PROFILE, sessions: readonly SessionItem[] = SESSIONS): void {
  let [storedProfile, openSessions] = [profile, [...sessions]];
  mockResponse('GET /api/user/profile', () => Response.json({ data: storedProfile }));
  mockResponse('GET /api/user/sessions', () => Response.json({ data: openSessions }));
  mockResponse('POST /api/user/profile', async ({ request }) => {
    const form = await request.clone().formData();
    const textField = (name: 'name' | 'phone_no' | 'email') => {
      const value = form.get(name);
      return typeof value === 'string' ? { [name]: value } : {};
    };
    const photo = form.get('photo');
    const photoURL = photo === null ? storedProfile.photoURL : photo === '' ? null : '/src/testing/picture.png';
    storedProfile = {
      ...storedProfile,
      ...textField('name'),
      ...textField('phone_no'),
      ...textField('email'),
      photoURL,
    };
    return Response.json({ data: storedProfile });
  });
  mockResponse('DELETE /api/user/sessions/:id', ({ params }) => {
    openSessions = openSessions.filter(({ id }) => id !== Number(params['id']));
    return Response.json({ message: 'Signed out.' });
  });
}
