import { describe, expect, test } from 'vitest';
import { userEvent } from 'vitest/browser';
import { expectAllAccessible } from '../../testing/accessibility.ts';
import { FRONT_DESK } from '../../testing/fixtures.ts';
import { CAKE, SARI, active, found, input, openPaletteAt, options, palette, queryText } from '../../testing/palette.ts';
import { mockResponse, broken, held, rejection } from '../../testing/mock-server.ts';
import { expectQuery, requests, sent } from '../../testing/requests.ts';
import { freezeTimers } from '../../testing/frozen-timers.ts';

const inGroup = (name: string) => palette.getByRole('group', { name }).getByRole('option');

describe('a member in the palette', () => {
  test('shows phone, email, hotel and status, and Enter opens the record', async () => {
    mockResponse('GET /api/search', () => found([SARI]));
    await openPaletteAt();
    await userEvent.keyboard('sari');
    const member = inGroup('Members');
    await expect.element(member).toMatchTextContent('Sari Wijaya');
    await expect.element(member).toMatchTextContent('+62 811 223 344 · sari@example.test · Grand Jakarta Harbour');
    await expect.element(member).toMatchTextContent('Active');
    await expect.element(member).toHaveAttribute('aria-selected', 'true');
    await expectAllAccessible();
    await userEvent.keyboard('{Enter}');
    await expect.poll(() => location.pathname).toBe('/company/member/71');
    await expectQuery('GET /api/search').toEqual({ q: 'sari' });
  });

  test('opens the front desk page if they are of another hotel', async () => {
    mockResponse('GET /api/search', () => found([{ ...SARI, is_elsewhere: true, phone_no: null, email: null }]));
    await openPaletteAt('/dashboard', { user: FRONT_DESK });
    await userEvent.keyboard('sari');
    await expect.element(inGroup('Members')).toMatchTextContent('Guest of another hotel');
    await expect.element(active).toMatchTextContent('Sari Wijaya');
    await userEvent.keyboard('{Enter}');
    await expect.poll(() => location.pathname).toBe('/finance/voucher-redeem/wizard/71');
  });
});

test('a voucher in the palette shows its number, member and state, and Enter opens it', async () => {
  mockResponse('GET /api/search', () => found([SARI], [CAKE]));
  await openPaletteAt();
  await userEvent.keyboard('bdy-000123');
  await expect.element(inGroup('Vouchers')).toMatchTextContent('Birthday cake');
  await expect.element(inGroup('Vouchers')).toMatchTextContent('BDY-000123 · Sari Wijaya');
  await expect.element(active).toMatchTextContent('Birthday cake');
  await userEvent.keyboard('{Enter}');
  await expect.poll(() => location.pathname).toBe('/company/member-voucher/9');
});

describe('the search of the palette', () => {
  test('sends one request when the user pauses typing', async () => {
    mockResponse('GET /api/search', () => found([SARI]));
    await openPaletteAt();
    const pass = freezeTimers();
    for (const text of ['s', 'sa', 'sar', 'sari']) {
      await input.fill(text);
      pass(140);
    }
    expect(await requests('GET /api/search')).toEqual([]);
    pass(20);
    await expect.element(input).toHaveValue('sari');
    // The loop advances the time for all later timers, such as that of the response.
    await expect
      .poll(() => {
        pass(50);
        return options.filter({ hasText: 'Sari Wijaya' }).elements().length;
      })
      .toBe(1);
    expect((await requests('GET /api/search')).map(({ query }) => query)).toEqual([{ q: 'sari' }]);
  });

  test('sends no request for a single letter', async () => {
    await openPaletteAt();
    const pass = freezeTimers();
    await input.fill('s');
    pass(1_000);
    await expect.element(active).toBeVisible();
    expect(await requests('GET /api/search')).toEqual([]);
  });

  test('disables the results of an earlier text until those of the newest arrive', async () => {
    const { resolver, release } = held(() => found([{ ...SARI, id: 72, name: 'Dewi Lestari', email: null }]));
    mockResponse('GET /api/search', (call) => (queryText(call.request) === 'sari' ? found([SARI]) : resolver(call)));
    await openPaletteAt();
    await userEvent.keyboard('sari');
    await expect.element(active).toMatchTextContent('Sari Wijaya');
    await input.fill('dewi');
    await expectQuery('GET /api/search').toEqual({ q: 'dewi' });
    // Still visible, so that nothing jumps, but not selectable.
    await expect.element(options.filter({ hasText: 'Sari' })).toHaveAttribute('aria-disabled', 'true');
    await expect.element(active).not.toBeInTheDocument();
    await userEvent.keyboard('{Enter}');
    await expect.element(palette).toBeVisible();
    expect(location.pathname).toBe('/dashboard');
    release();
    await expect.element(active).toMatchTextContent('Dewi Lestari');
    await expect.element(options.filter({ hasText: 'Sari' })).not.toBeInTheDocument();
  });

  test('keeps the active line while results arrive', async () => {
    const { resolver, release } = held(() => found([{ ...SARI, name: 'Hotman' }]));
    mockResponse('GET /api/search', resolver);
    await openPaletteAt();
    await userEvent.keyboard('hot');
    await userEvent.keyboard('{ArrowDown}');
    await sent('GET /api/search');
    const before = active.element().id;
    release();
    await expect.element(options.filter({ hasText: 'Hotman' })).toBeVisible();
    expect(active.element().id).toBe(before);
  });

  test.for([
    ['the server fails', () => rejection(500, 'internal_error')],
    ['the connection is lost', broken],
  ] as const)('shows an error if %s, and still offers pages and actions', async ([, fault]) => {
    mockResponse('GET /api/search', fault);
    await openPaletteAt();
    await userEvent.keyboard('hotel');
    await expect.element(palette.getByText('Couldn’t search members and vouchers.')).toBeVisible();
    await expect.element(active).toMatchTextContent('Hotels');
  });
});
