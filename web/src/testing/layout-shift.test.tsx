import type { SavedView } from '@innkeeper/contract/calls';
import { beforeAll, describe, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { dashboardData } from './dashboard-data.ts';
import { deskGuest, mockDesk, mockOneHotel } from './desk.ts';
import { FRONT_DESK } from './fixtures.ts';
import { expectNothingToMove } from './layout-shift.ts';
import { STANDING, mockMember } from './member-overview.ts';
import { HttpResponse, SETUP_STEPS, mockResponse, recordsOf, setRecords } from './mock-server.ts';
import { openConsole } from './open-console.tsx';
import { row, rows } from './rows.ts';
import { mockSales } from './sale-offers.ts';
import { chooseMembership, openMemberships, payCash } from './sale-steps.ts';

// Preloaded, so that tests wait for responses and not for modules.
beforeAll(() =>
  Promise.all([
    import('../features/members/member-page.tsx'),
    import('../features/members/overview/overview-panel.tsx'),
    import('../features/dashboard/metrics.tsx'),
  ]),
);

const user = { ...FRONT_DESK, roles: [...(FRONT_DESK.roles ?? []), 'DELETE_VISIT', 'DELETE_VOUCHER_REDEEM'] };
const main = page.getByRole('main');

/** Mocks a response that arrives when the returned function is called, and not before. */
function delayResponse(call: `GET ${string}`, body: Readonly<Record<string, unknown>>): () => void {
  const { promise, resolve } = Promise.withResolvers<void>();
  mockResponse(call, async () => {
    await promise;
    return HttpResponse.json(body);
  });
  return resolve;
}

const MAIL = { data: { recipient: 'ratna.kusumawardhani@example.test', delivery_status: 'queued' } };
const mailArrives = (release: () => void) => async () => {
  release();
  await expect.element(page.getByRole('button', { name: 'Send again' })).toBeVisible();
};

for (const [width, height] of [
  [1440, 900],
  [390, 844],
] as const)
  describe(`at ${width} px, nothing moves`, () => {
    const openAtWidth = () => page.viewport(width, height);

    test('when the mail of a redemption arrives', async () => {
      await openAtWidth();
      mockOneHotel();
      mockDesk(deskGuest());
      const release = delayResponse('GET /api/voucher_redeem/:id/mail', MAIL);
      await openConsole('/finance/voucher-redeem/wizard/7/1', { user });
      await page.getByRole('textbox', { name: 'Booking number' }).fill('B-1');
      await userEvent.keyboard('{Enter}');
      await expect.element(page.getByRole('button', { name: 'Undo' })).toBeVisible();
      await expectNothingToMove(mailArrives(release));
    });

    test('when the mail of a sale arrives', async () => {
      await openAtWidth();
      mockSales();
      const release = delayResponse('GET /api/transaction/:id/mail', MAIL);
      await openMemberships();
      await chooseMembership('Laksmira Gold');
      await payCash();
      await userEvent.keyboard('{Enter}');
      await expect.element(page.getByRole('button', { name: 'Next guest' })).toBeVisible();
      await expectNothingToMove(mailArrives(release));
    });

    test('when the mail and the progress of a visit arrive', async () => {
      await openAtWidth();
      mockOneHotel();
      mockDesk(deskGuest());
      setRecords('visit', []);
      mockResponse('POST /api/visit', () => {
        const visit = row('visit', 41, { visit_no: 'V41', grand_total: '1500000.000', currency: 'IDR' });
        recordsOf('visit').unshift(visit);
        return HttpResponse.json({ data: visit }, { status: 201 });
      });
      const releaseMail = delayResponse('GET /api/visit/:id/mail', MAIL);
      const releaseStanding = delayResponse('GET /api/member/7/standing', {
        data: { ...STANDING, member: { id: 7, name: 'Ratna Kusuma' } },
      });
      await openConsole('/finance/visit/quick?member_id=7', { user });
      await page.getByRole('textbox', { name: 'Bill number' }).fill('BILL-9');
      await userEvent.keyboard('{Enter}');
      await expect.element(page.getByRole('region', { name: 'Posted by you' }).getByRole('listitem')).toBeVisible();
      await expectNothingToMove(mailArrives(releaseMail));
      await expectNothingToMove(async () => {
        releaseStanding();
        await expect.element(page.getByText('1 of 8 visits to Laksmira Platinum.')).toBeVisible();
      });
    });

    test('when the standing of a member arrives', async () => {
      await openAtWidth();
      mockMember();
      const release = delayResponse('GET /api/member/5/standing', { data: STANDING });
      await openConsole('/company/member/5');
      await expect.element(page.getByRole('tab').first()).toBeVisible();
      await expectNothingToMove(async () => {
        release();
        await expect.element(page.getByRole('region', { name: 'Timeline' })).toBeVisible();
      });
    });

    test('when the metrics of the dashboard arrive', async () => {
      await openAtWidth();
      const release = delayResponse('GET /api/dashboard', { data: dashboardData() });
      await openConsole('/company/dashboard');
      await expect.element(main.getByRole('link').first()).toBeVisible();
      await expectNothingToMove(async () => {
        release();
        await expect.element(page.getByText('Revenue by month')).toBeVisible();
      });
    });

    test('when the set-up of a new programme arrives', async () => {
      await openAtWidth();
      mockResponse('GET /api/dashboard', { data: dashboardData() });
      const release = delayResponse('GET /api/setup', { data: { ...SETUP_STEPS, mail: false } });
      await openConsole('/company/dashboard');
      await expect.element(main.getByRole('button', { name: /^Hotels/ })).toBeVisible();
      await expectNothingToMove(async () => {
        release();
        await expect.element(page.getByRole('region', { name: 'Set up your programme' })).toBeVisible();
        await expect.element(page.getByText('Revenue by month')).toBeVisible();
      });
    });

    test('when the views of a list arrive that it had at the last visit', async () => {
      await openAtWidth();
      const view: SavedView = {
        id: 7,
        resource: 'member',
        name: 'New guests',
        state: { sort: '-id' },
        shared: 'me',
        owner: { id: 1, name: 'Sari Wulandari' },
        is_mine: true,
        may_change: true,
      };
      mockResponse('GET /api/saved_view', { data: [view] });
      await openConsole('/company/member');
      const tab = page.getByRole('link', { name: /^New guests/ });
      await expect.element(tab).toBeVisible();
      const stored = { 'innkeeper.lists-with-views': ['member'] };
      expect(localStorage).toMatchObject({ 'innkeeper.lists-with-views': '["member"]' });
      const release = delayResponse('GET /api/saved_view', { data: [view] });
      await openConsole('/company/member', { stored });
      await expect.element(page.getByText('1–3 of 3')).toBeVisible();
      await expectNothingToMove(async () => {
        release();
        await expect.element(tab).toBeVisible();
      });
    });

    test('when the records of a list arrive', async () => {
      await openAtWidth();
      const data = rows('member', 25);
      const release = delayResponse('GET /api/member', { data, meta: { page: 1, per_page: 25, total: 1234 } });
      await openConsole('/company/member');
      await expect.element(page.getByRole('button', { name: 'Views' })).toBeVisible();
      await expectNothingToMove(async () => {
        release();
        await expect.element(page.getByText('1–25 of 1,234')).toBeVisible();
      });
    });
  });
