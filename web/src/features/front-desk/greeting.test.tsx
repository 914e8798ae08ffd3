import type { DeskGreeting } from '@innkeeper/contract/calls';
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { deskGuest, mockDesk, mockOneHotel } from '../../testing/desk.ts';
import { FRONT_DESK } from '../../testing/fixtures.ts';
import { openConsole } from '../../testing/open-console.tsx';

const guestRegion = page.getByRole('region', { name: 'Ratna Kusuma' });

async function openGreeting(greeting: Partial<DeskGreeting>, language: 'en' | 'id' = 'en'): Promise<void> {
  mockOneHotel();
  mockDesk(deskGuest({}, { greeting: { birthday_in: null, is_first_visit: false, ...greeting } }));
  await openConsole('/finance/visit/quick?member_id=7', { user: FRONT_DESK, language });
  await expect.element(guestRegion).toBeVisible();
}

test.each([
  [0, 'Today is the birthday of Ratna Kusuma.', 'Hari ini Ratna Kusuma berulang tahun.'],
  [1, 'Tomorrow is the birthday of Ratna Kusuma.', 'Besok Ratna Kusuma berulang tahun.'],
  [5, 'The birthday of Ratna Kusuma is in 5 days.', 'Ratna Kusuma berulang tahun 5 hari lagi.'],
  [-1, 'Yesterday was the birthday of Ratna Kusuma.', 'Kemarin Ratna Kusuma berulang tahun.'],
  [-3, 'The birthday of Ratna Kusuma was 3 days ago.', 'Ratna Kusuma berulang tahun 3 hari yang lalu.'],
])('the greeting announces a birthday in %i days in both languages', async (birthday_in, english, indonesian) => {
  await openGreeting({ birthday_in });
  await expect.element(guestRegion.getByText(english)).toBeVisible();
  await openGreeting({ birthday_in }, 'id');
  await expect.element(guestRegion.getByText(indonesian)).toBeVisible();
});

test('the greeting announces a first visit, and nothing without an occasion', async () => {
  await openGreeting({ is_first_visit: true });
  await expect.element(guestRegion.getByText('First visit here: a warm welcome!')).toBeVisible();
  await openGreeting({});
  await expect.element(guestRegion.getByText(/birthday|First visit/)).not.toBeInTheDocument();
});

test.each([
  ['bounced', 'Email to this address was rejected on 21 Nov 2026: ask for a new address.', /ditolak pada 21 Nov 2026/],
  ['complained', 'An email was reported as spam on 21 Nov 2026: only receipts are sent.', /spam pada 21 Nov 2026/],
] as const)('the desk says in both languages that the guest’s address is $0', async (state, english, indonesian) => {
  const guest = deskGuest({}, { address_state: { state, at: '2026-11-21 03:00:00' } });
  for (const [language, text] of [
    ['en', english],
    ['id', indonesian],
  ] as const) {
    mockOneHotel();
    mockDesk(guest);
    await openConsole('/finance/visit/quick?member_id=7', { user: FRONT_DESK, language });
    await expect.element(guestRegion.getByText(text)).toBeVisible();
  }
});

test('the desk shows what the guest’s card gives, unless the card is not valid', async () => {
  const open = async (guest: ReturnType<typeof deskGuest>) => {
    mockOneHotel();
    mockDesk(guest);
    await openConsole('/finance/visit/quick?member_id=7', { user: FRONT_DESK });
    await expect.element(guestRegion).toBeVisible();
  };
  const benefits = guestRegion.getByRole('list', { name: 'Benefits' });
  await open(deskGuest());
  await expect.element(benefits.getByText('20% off dining at every outlet')).toBeVisible();
  await open(deskGuest({ standing: 'lapsed' }));
  await expect.element(benefits).not.toBeInTheDocument();
});
