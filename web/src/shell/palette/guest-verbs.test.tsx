import { describe, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { deskGuest, mockDesk, mockOneHotel } from '../../testing/desk.ts';
import { FRONT_DESK } from '../../testing/fixtures.ts';
import { NOT_ELIGIBLE, RENEWED } from '../../testing/member-eligibility.ts';
import { CAKE, SARI, choose, found, openPaletteAt, palette, pressPaletteKeys } from '../../testing/palette.ts';
import { openConsole } from '../../testing/open-console.tsx';
import { mockResponse, setRecords, rejection } from '../../testing/mock-server.ts';
import { expectQuery } from '../../testing/requests.ts';
import { parseVerb } from './guest-verbs.ts';

const address = () => location.pathname + location.search;

describe('a verb before a name', () => {
  test.each([
    ['renew sari', 'Renew: Sari Wijaya', '/finance/transaction/wizard?type=2&member_id=71'],
    ['perpanjang sari', 'Renew: Sari Wijaya', '/finance/transaction/wizard?type=2&member_id=71'],
    ['tukar sari', 'Redeem: Sari Wijaya', '/finance/voucher-redeem/wizard/71'],
    ['Visit sari', 'Post a visit: Sari Wijaya', '/finance/visit/quick?member_id=71'],
  ])('opens the page of its action: $0', async (searchText, line, path) => {
    mockResponse('GET /api/search', () => found([SARI]));
    await openPaletteAt('/dashboard', { user: FRONT_DESK });
    await choose(searchText, line);
    await expect.poll(address).toBe(path);
    await expectQuery('GET /api/search').toEqual({ q: 'sari' });
  });

  test('opens the redemption of the voucher with the number that follows it', async () => {
    mockResponse('GET /api/search', () => found([], [CAKE]));
    await openPaletteAt('/dashboard', { user: FRONT_DESK });
    await choose('tukar BDY-000123', 'Redeem: Birthday cake');
    await expect.poll(address).toBe(`/finance/voucher-redeem/wizard/${CAKE.member.id}/${CAKE.id}`);
  });

  test('shows why its action is not possible, and opens nothing', async () => {
    mockResponse('GET /api/search', () => found([{ ...SARI, may: NOT_ELIGIBLE }]));
    await openPaletteAt('/dashboard', { user: FRONT_DESK });
    await choose('renew sari', RENEWED);
    await expect.element(page.getByRole('status').getByText(RENEWED)).toBeVisible();
    expect(address()).toBe('/dashboard');
  });

  test('shows why a voucher cannot be redeemed', async () => {
    const redeem = 'This voucher expired on 31 Dec 2025.';
    mockResponse('GET /api/search', () => found([], [{ ...CAKE, may: { redeem } }]));
    await openPaletteAt('/dashboard', { user: FRONT_DESK });
    await choose('tukar BDY-000123', redeem);
    await expect.element(page.getByRole('status').getByText(redeem)).toBeVisible();
    expect(address()).toBe('/dashboard');
  });

  test('opens the member if the user may not perform its action', async () => {
    mockResponse('GET /api/search', () => found([{ ...SARI, may: { sale: null, redeem: null } }]));
    await openPaletteAt('/dashboard', { user: { ...FRONT_DESK, roles: ['VIEW_MEMBER'] } });
    await choose('renew sari', 'Sari Wijaya');
    await expect.poll(address).toBe('/company/member/71');
  });

  test('is ignored without a name after it', () => {
    expect(['renew', 'renew ', 'kumar renew', ''].map(parseVerb)).toEqual([null, null, null, null]);
    expect(parseVerb(' Tukar  4521 ')).toEqual({ verb: 'redeem', rest: '4521' });
  });
});

test('the empty palette lists the guests of this session', async () => {
  mockOneHotel();
  mockDesk(deskGuest());
  await openConsole('/finance/voucher-redeem/wizard/7', { user: FRONT_DESK });
  await expect.element(page.getByRole('heading', { name: 'Ratna Kusuma' })).toBeVisible();
  await pressPaletteKeys();
  const guest = palette.getByRole('group', { name: 'Recent guests here' }).getByRole('option');
  await expect.element(guest).toMatchTextContent('6010123412341234');
  setRecords('member', []);
  mockResponse('GET /api/member/7', () => rejection(404, 'record_not_found'));
  await guest.click();
  await expect.poll(address).toBe('/company/member/7');
});
