import { describe, expect, test } from 'vitest';
import { userEvent } from 'vitest/browser';
import { expectAllAccessible } from '../../testing/accessibility.ts';
import { FRONT_DESK } from '../../testing/fixtures.ts';
import {
  CAKE_RESULT,
  SARI_RESULT,
  activeOption,
  searchResponse,
  paletteInput,
  openPaletteAt,
  paletteOptions,
  palette,
  searchTextOf,
} from '../../testing/palette.ts';
import { mockResponse, networkError, deferResponse, rejection } from '../../testing/mock-server.ts';
import { expectQuery, findRequests, waitForRequest } from '../../testing/requests.ts';
import { freezeTimers } from '../../testing/frozen-timers.ts';

const optionsOfGroup = (name: string) => palette.getByRole('group', { name }).getByRole('option');

describe('a member in the palette', () => {
  test('shows tier, last day, phone, email, hotel and status, and Enter opens the record', async () => {
    const card = { sbec_no: '6010123412341234', membership: 'Laksmira Gold', end_date: '2026-12-31' };
    mockResponse('GET /api/search', () => searchResponse([{ ...SARI_RESULT, card }]));
    await openPaletteAt();
    await userEvent.keyboard('sari');
    const memberOption = optionsOfGroup('Members');
    await expect.element(memberOption).toMatchTextContent('Sari Wijaya');
    await expect
      .element(memberOption)
      .toMatchTextContent(
        'Laksmira Gold until 31 Dec 2026 · +62 811 223 344 · sari@example.test · 6010123412341234 · Grand Jakarta Harbour',
      );
    await expect.element(memberOption).toMatchTextContent('Active');
    await expect.element(memberOption).toHaveAttribute('aria-selected', 'true');
    await expectAllAccessible();
    await userEvent.keyboard('{Enter}');
    await expect.poll(() => location.pathname).toBe('/company/member/71');
    await expectQuery('GET /api/search').toEqual({ q: 'sari' });
  });

  test('opens the front desk page if they are of another hotel', async () => {
    mockResponse('GET /api/search', () =>
      searchResponse([{ ...SARI_RESULT, is_elsewhere: true, phone_no: null, email: null }]),
    );
    await openPaletteAt('/dashboard', { user: FRONT_DESK });
    await userEvent.keyboard('sari');
    await expect.element(optionsOfGroup('Members')).toMatchTextContent('Guest of another hotel');
    await expect.element(activeOption).toMatchTextContent('Sari Wijaya');
    await userEvent.keyboard('{Enter}');
    await expect.poll(() => location.pathname).toBe('/finance/voucher-redeem/wizard/71');
  });
});

test('a voucher in the palette shows its number, member and state, and Enter opens it', async () => {
  mockResponse('GET /api/search', () => searchResponse([SARI_RESULT], [CAKE_RESULT]));
  await openPaletteAt();
  await userEvent.keyboard('bdy-000123');
  await expect.element(optionsOfGroup('Vouchers')).toMatchTextContent('Birthday cake');
  await expect.element(optionsOfGroup('Vouchers')).toMatchTextContent('BDY-000123 · Sari Wijaya');
  await expect.element(activeOption).toMatchTextContent('Birthday cake');
  await userEvent.keyboard('{Enter}');
  await expect.poll(() => location.pathname).toBe('/company/member-voucher/9');
});

describe('the search of the palette', () => {
  test('sends one request when the user pauses typing', async () => {
    mockResponse('GET /api/search', () => searchResponse([SARI_RESULT]));
    await openPaletteAt();
    const advance = freezeTimers();
    for (const text of ['s', 'sa', 'sar', 'sari']) {
      await paletteInput.fill(text);
      advance(140);
    }
    expect(await findRequests('GET /api/search')).toEqual([]);
    advance(20);
    await expect.element(paletteInput).toHaveValue('sari');
    // The loop advances the time for all later timers, such as that of the response.
    await expect
      .poll(() => {
        advance(50);
        return paletteOptions.filter({ hasText: 'Sari Wijaya' }).elements().length;
      })
      .toBe(1);
    expect((await findRequests('GET /api/search')).map(({ query }) => query)).toEqual([{ q: 'sari' }]);
  });

  test('sends no request for a single letter', async () => {
    await openPaletteAt();
    const advance = freezeTimers();
    await paletteInput.fill('s');
    advance(1_000);
    await expect.element(activeOption).toBeVisible();
    expect(await findRequests('GET /api/search')).toEqual([]);
  });

  test('disables the results of the previous text until the next ones arrive', async () => {
    const { resolver, release } = deferResponse(() =>
      searchResponse([{ ...SARI_RESULT, id: 72, name: 'Dewi Lestari', email: null }]),
    );
    mockResponse('GET /api/search', (call) =>
      searchTextOf(call.request) === 'sari' ? searchResponse([SARI_RESULT]) : resolver(call),
    );
    await openPaletteAt();
    await userEvent.keyboard('sari');
    await expect.element(activeOption).toMatchTextContent('Sari Wijaya');
    await paletteInput.fill('dewi');
    await expectQuery('GET /api/search').toEqual({ q: 'dewi' });
    // The old results are visible, so that the list does not jump, but cannot be selected.
    await expect.element(paletteOptions.filter({ hasText: 'Sari' })).toHaveAttribute('aria-disabled', 'true');
    await expect.element(activeOption).not.toBeInTheDocument();
    await userEvent.keyboard('{Enter}');
    await expect.element(palette).toBeVisible();
    expect(location.pathname).toBe('/dashboard');
    release();
    await expect.element(activeOption).toMatchTextContent('Dewi Lestari');
    await expect.element(paletteOptions.filter({ hasText: 'Sari' })).not.toBeInTheDocument();
  });

  test('keeps the active line while results arrive', async () => {
    const { resolver, release } = deferResponse(() => searchResponse([{ ...SARI_RESULT, name: 'Hotman' }]));
    mockResponse('GET /api/search', resolver);
    await openPaletteAt();
    await userEvent.keyboard('hot');
    await userEvent.keyboard('{ArrowDown}');
    await waitForRequest('GET /api/search');
    const activeId = activeOption.element().id;
    release();
    await expect.element(paletteOptions.filter({ hasText: 'Hotman' })).toBeVisible();
    expect(activeOption.element().id).toBe(activeId);
  });

  test.for([
    ['the server fails', () => rejection(500, 'internal_error')],
    ['the connection is lost', networkError],
  ] as const)('shows an error if %s, and still offers pages and actions', async ([, resolver]) => {
    mockResponse('GET /api/search', resolver);
    await openPaletteAt();
    await userEvent.keyboard('hotel');
    await expect.element(palette.getByText('Couldn’t search members and vouchers.')).toBeVisible();
    await expect.element(activeOption).toMatchTextContent('Hotels');
  });
});
