import { describe, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { ALL_CODES } from '../../testing/fixtures.ts';
import { HttpResponse, mockResponse } from '../../testing/mock-server.ts';
import { openConsole } from '../../testing/open-console.tsx';
import { createHotelGaps, mockHotelGaps, mockOverview, overviewRun } from '../../testing/overview-run.ts';
import { findRequests, waitForRequest } from '../../testing/requests.ts';

const OVERVIEW_CALL = 'GET /api/report/run/overview-report';
const GAPS_CALL = 'GET /api/report/overview/gaps';
const year = new Date().getFullYear();
const hotels = page.getByRole('region', { name: /^By hotel/ });
const lineOf = (name: string) => hotels.getByRole('listitem').filter({ hasText: name });
const summary = hotels.getByText('Why? 3 gaps (Jan – Oct)');
const linkTarget = (link: ReturnType<typeof page.getByRole>) => {
  const { pathname, searchParams } = new URL(link.element().getAttribute('href') ?? '', location.origin);
  return { pathname, ...Object.fromEntries(searchParams) };
};

async function openOverview(path = '/report/overview', user = {}): Promise<void> {
  mockOverview();
  mockHotelGaps(createHotelGaps());
  await openConsole(path, { user });
  await expect.element(lineOf('Laksmira Ubud').first()).toBeVisible();
}

/** Only the hotel with this name, as after a filter. */
const mockSingleHotel = (name: string): void =>
  mockResponse(OVERVIEW_CALL, ({ request }) => {
    const run = overviewRun(new URL(request.url).searchParams.get('group'));
    const isHotel = new URL(request.url).searchParams.get('group') === 'overview.hotel';
    return HttpResponse.json(
      isHotel ? { ...run, data: run.data.filter((row) => row['overview.hotel'] === name) } : run,
    );
  });

describe('the gaps below the bar of a hotel', () => {
  test('open on request, as sentences that link to their figures', async () => {
    await openOverview();
    await summary.click();
    const renewals = hotels.getByRole('link', {
      name: '49 renewals, 71 lapsed members: 41% renewed, median of your hotels 63%',
    });
    await expect.element(renewals).toBeVisible();
    expect(linkTarget(renewals)).toEqual({
      pathname: '/company/member',
      hotel_id: '2',
      'filter[valid_until_date][date_between]': `${year}-01-01,${year}-10-31`,
    });
    const spend = hotels.getByRole('link', { name: /^Guest spending in USD: 8,120.50, 20% below last year/ });
    expect(linkTarget(spend)).toEqual({
      pathname: '/report/overview',
      measure: 'overview.spend_usd',
      'filter[overview.hotel][exact]': 'Laksmira Ubud',
      'filter[overview.month][date_between]': `${year}-01-01,${year}-10-31`,
    });
    await expect
      .element(hotels.getByRole('link', { name: '23 vouchers redeemed, 310 issued: 7%, median of your hotels 15%' }))
      .toBeVisible();
    await expect.element(page.getByText('Not behind last year')).not.toBeInTheDocument();
    expect((await waitForRequest(GAPS_CALL)).query).toEqual({ year: String(year) });
  });

  test('lead to the overview where the reader may not see members', async () => {
    await openOverview('/report/overview', { roles: ALL_CODES.filter((code) => code !== 'VIEW_MEMBER') });
    await summary.click();
    const renewals = hotels.getByRole('link', { name: /^49 renewals/ });
    await expect.element(renewals).toBeVisible();
    expect(linkTarget(renewals)).toMatchObject({ pathname: '/report/overview', measure: 'overview.renewals' });
  });

  test('are open for a single hotel, and say in one sentence if it is not behind', async () => {
    mockOverview();
    mockHotelGaps(createHotelGaps());
    mockSingleHotel('Laksmira Ubud');
    await openConsole('/report/overview');
    await expect.element(hotels.getByRole('link', { name: /^49 renewals/ })).toBeVisible();
    mockSingleHotel('Laksmira Singapore');
    await openConsole('/report/overview');
    await expect
      .element(hotels.getByText('Not behind last year or the median of your hotels (Jan – Oct).'))
      .toBeVisible();
  });

  test('follow the year', async () => {
    await openOverview();
    await page.getByRole('button', { name: 'Previous year' }).click();
    await expect.poll(async () => (await waitForRequest(GAPS_CALL)).query['year']).toBe(String(year - 1));
  });

  test('are absent while a filter shows a part of the records', async () => {
    const filter = encodeURIComponent('filter[overview.membership][exact]');
    await openOverview(`/report/overview?${filter}=Gold`);
    await expect.element(page.getByRole('region', { name: /^By membership/ })).toBeVisible();
    await expect.element(summary).not.toBeInTheDocument();
    expect(await findRequests(GAPS_CALL)).toEqual([]);
  });
});
