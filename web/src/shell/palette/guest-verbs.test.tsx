import { describe, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { expectAllAccessible } from '../../testing/accessibility.ts';
import { deskGuest, mockDesk, mockOneHotel } from '../../testing/desk.ts';
import { FRONT_DESK } from '../../testing/fixtures.ts';
import { NOT_ELIGIBLE, ALREADY_RENEWED } from '../../testing/member-eligibility.ts';
import {
  CAKE_RESULT,
  activeOption,
  paletteInput,
  SARI_RESULT,
  chooseOption,
  searchResponse,
  openPaletteAt,
  palette,
  pressPaletteKeys,
} from '../../testing/palette.ts';
import { openConsole } from '../../testing/open-console.tsx';
import { mockResponse, setRecords, rejection } from '../../testing/mock-server.ts';
import { expectQuery } from '../../testing/requests.ts';
import { parseVerb } from './guest-verbs.ts';

const currentPath = () => location.pathname + location.search;

describe('a verb before a name', () => {
  test.each([
    ['renew sari', 'Renew: Sari Wijaya', '/finance/transaction/wizard?type=2&member_id=71'],
    ['perpanjang sari', 'Renew: Sari Wijaya', '/finance/transaction/wizard?type=2&member_id=71'],
    ['tukar sari', 'Redeem: Sari Wijaya', '/finance/voucher-redeem/wizard/71'],
    ['Visit sari', 'Post a visit: Sari Wijaya', '/finance/visit/quick?member_id=71'],
  ])('opens the page of its action: $0', async (searchText, optionText, path) => {
    mockResponse('GET /api/search', () => searchResponse([SARI_RESULT]));
    await openPaletteAt('/dashboard', { user: FRONT_DESK });
    await chooseOption(searchText, optionText);
    await expect.poll(currentPath).toBe(path);
    await expectQuery('GET /api/search').toEqual({ q: 'sari' });
  });

  test('opens the redemption of the voucher with the number that follows it', async () => {
    mockResponse('GET /api/search', () => searchResponse([], [CAKE_RESULT]));
    await openPaletteAt('/dashboard', { user: FRONT_DESK });
    await chooseOption('tukar BDY-000123', 'Redeem: Birthday cake');
    await expect.poll(currentPath).toBe(`/finance/voucher-redeem/wizard/${CAKE_RESULT.member.id}/${CAKE_RESULT.id}`);
  });

  test('shows why its action is not possible, and opens nothing', async () => {
    mockResponse('GET /api/search', () => searchResponse([{ ...SARI_RESULT, may: NOT_ELIGIBLE }]));
    await openPaletteAt('/dashboard', { user: FRONT_DESK });
    await chooseOption('renew sari', ALREADY_RENEWED);
    await expect.element(page.getByRole('status').getByText(ALREADY_RENEWED)).toBeVisible();
    expect(currentPath()).toBe('/dashboard');
  });

  test('shows why a voucher cannot be redeemed', async () => {
    const redeemRejection = 'This voucher expired on 31 Dec 2025.';
    mockResponse('GET /api/search', () => searchResponse([], [{ ...CAKE_RESULT, may: { redeem: redeemRejection } }]));
    await openPaletteAt('/dashboard', { user: FRONT_DESK });
    await chooseOption('tukar BDY-000123', redeemRejection);
    await expect.element(page.getByRole('status').getByText(redeemRejection)).toBeVisible();
    expect(currentPath()).toBe('/dashboard');
  });

  test('opens the member if the user may not perform its action', async () => {
    mockResponse('GET /api/search', () => searchResponse([{ ...SARI_RESULT, may: { sale: null, redeem: null } }]));
    await openPaletteAt('/dashboard', { user: { ...FRONT_DESK, roles: ['VIEW_MEMBER'] } });
    await chooseOption('renew sari', 'Sari Wijaya');
    await expect.poll(currentPath).toBe('/company/member/71');
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
  const guestOption = palette.getByRole('group', { name: 'Recent guests here' }).getByRole('option');
  await expect.element(guestOption).toMatchTextContent('6010123412341234');
  setRecords('member', []);
  for (const path of ['7', '7/standing', '7/overview'] as const)
    mockResponse(`GET /api/member/${path}`, () => rejection(404, 'record_not_found'));
  await guestOption.click();
  await expect.poll(currentPath).toBe('/company/member/7');
});

describe('the right arrow on a guest', () => {
  const optionTexts = () =>
    palette
      .getByRole('option')
      .elements()
      .map((option) => option.textContent);

  test('lists what can be done for the guest, and Enter does it', async () => {
    mockResponse('GET /api/search', () => searchResponse([SARI_RESULT]));
    await openPaletteAt('/dashboard', { user: FRONT_DESK });
    await userEvent.keyboard('sari');
    await expect.element(activeOption).toMatchTextContent('Sari Wijaya');
    await userEvent.keyboard('{ArrowRight}');
    await expect.element(activeOption).toMatchTextContent('Renew');
    await expectAllAccessible();
    await userEvent.keyboard('{ArrowDown}');
    await expect.element(activeOption).toMatchTextContent('Redeem');
    await userEvent.keyboard('{Enter}');
    await expect.poll(currentPath).toBe('/finance/voucher-redeem/wizard/71');
  });

  test('is reverted by the left arrow, and by typing', async () => {
    mockResponse('GET /api/search', () => searchResponse([SARI_RESULT]));
    await openPaletteAt('/dashboard', { user: FRONT_DESK });
    await userEvent.keyboard('sari');
    await expect.element(activeOption).toMatchTextContent('Sari Wijaya');
    const closedTexts = optionTexts();
    await userEvent.keyboard('{ArrowRight}');
    await expect.poll(() => optionTexts().length).toBe(closedTexts.length + 3);
    await userEvent.keyboard('{ArrowLeft}');
    await expect.poll(optionTexts).toEqual(closedTexts);
    await expect.element(activeOption).toMatchTextContent('Sari Wijaya');
    await userEvent.keyboard('{ArrowRight}w');
    await expect.element(paletteInput).toHaveValue('sariw');
    await expect.poll(optionTexts).toEqual(closedTexts);
  });

  test('shows why an action is not possible', async () => {
    mockResponse('GET /api/search', () => searchResponse([{ ...SARI_RESULT, may: NOT_ELIGIBLE }]));
    await openPaletteAt('/dashboard', { user: FRONT_DESK });
    await userEvent.keyboard('sari');
    await expect.element(activeOption).toMatchTextContent('Sari Wijaya');
    await userEvent.keyboard('{ArrowRight}');
    await expect.element(activeOption).toMatchTextContent(ALREADY_RENEWED);
  });

  test('moves the caret inside the text', async () => {
    mockResponse('GET /api/search', () => searchResponse([SARI_RESULT]));
    await openPaletteAt('/dashboard', { user: FRONT_DESK });
    await userEvent.keyboard('sari');
    await expect.element(activeOption).toMatchTextContent('Sari Wijaya');
    await userEvent.keyboard('{ArrowLeft}{ArrowLeft}{ArrowRight}x');
    await expect.element(paletteInput).toHaveValue('sarxi');
  });
});
