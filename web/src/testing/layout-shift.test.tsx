import type { SavedView } from '@innkeeper/contract/calls';
import { beforeAll, describe, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { memberToCall, mockCallLists } from './call-lists.ts';
import { dashboardData } from './dashboard-data.ts';
import { deskGuest, mockDesk, mockOneHotel } from './desk.ts';
import { FRONT_DESK } from './fixtures.ts';
import { expectNothingToMove } from './layout-shift.ts';
import { STANDING, mockMember } from './member-overview.ts';
import { HttpResponse, SETUP_STEPS, deferResponse, mockResponse, recordsOf, setRecords } from './mock-server.ts';
import { mockMonths } from './month-close.ts';
import { openConsole } from './open-console.tsx';
import { salesRun } from './report-run.ts';
import { row, rows } from './rows.ts';
import { mockSales } from './sale-offers.ts';
import { chooseMembership, openMemberships, payCash } from './sale-steps.ts';
import { fullDay } from './shifts.ts';

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

/** Delays the totals and the fees of a month that is open. */
function delayMonth() {
  const createDelay = () => Promise.withResolvers<void>();
  const [check, fees] = [createDelay(), createDelay()];
  // Without a response of their own they pass the request on to the mock before them.
  mockResponse('GET /api/month_close/check', async () => {
    await check.promise;
  });
  mockResponse('GET /api/month_close/fees', async () => {
    await fees.promise;
  });
  return { releaseCheck: () => check.resolve(), releaseFees: () => fees.resolve() };
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

    test('when the parts of a month arrive, the last one first', async () => {
      await openAtWidth();
      mockMonths();
      const { releaseCheck, releaseFees } = delayMonth();
      await openConsole('/finance/month-close?country_id=1&month=2026-10');
      await expect.element(main.getByRole('heading', { name: 'October 2026 · Indonesia' })).toBeVisible();
      await expectNothingToMove(async () => {
        releaseCheck();
        await expect.element(main.getByRole('heading', { name: 'Fees by month of service' })).toBeVisible();
      });
      await expectNothingToMove(async () => {
        releaseFees();
        await expect.element(main.getByRole('heading', { name: 'Voucher liability' })).toBeVisible();
      });
    });

    test('when the texts of a mail template arrive', async () => {
      await openAtWidth();
      const { resolver, release } = deferResponse(() => {
        const part = { mail_template_id: 1, sort_no: 1, name: 'Body', default_value: '<p>Hello</p>\n'.repeat(40) };
        const data = [row('mail_params', 1, { ...part, type_input: { id: 7, name: 'Editor', code: '7' } })];
        return HttpResponse.json({ data, meta: { page: 1, per_page: 500, total: 1, total_is_estimate: false } });
      });
      setRecords('mail_template', [row('mail_template', 1, { name: 'Birthday' })]);
      setRecords('mail_language', [row('mail_language', 1, { mail_template_id: 1, country: null, header: 'Hello' })]);
      setRecords('mail_language_params', []);
      mockResponse('GET /api/mail_params', resolver);
      mockResponse('POST /api/mail_language/:id/preview', {
        data: { subject: 'Hello', html: '<p>Hello</p>', text: '' },
      });
      await openConsole('/system/mail-template/1');
      await expect.element(page.getByRole('tab', { name: /^Default/ })).toBeVisible();
      await expectNothingToMove(async () => {
        release();
        await expect.element(page.getByRole('region', { name: 'Body' }).getByText('Hello').first()).toBeVisible();
        await expect.element(page.getByRole('region', { name: 'Preview' })).toBeVisible();
      });
    });

    test('when the other ways to sign in and the demonstration accounts arrive', async () => {
      await openAtWidth();
      const accounts = ['Dewi Anggraini', 'Made Suardana'].map((name, id) => ({
        username: `user.${id}`,
        password: 'secret',
        name,
        role_group: 'Front desk',
        access_level: 'property',
      }));
      const release = delayResponse('GET /sign-in.json', {
        demo_accounts: accounts,
        captcha: null,
        single_sign_on: { name: 'Hotel Group' },
        has_passkeys: true,
      });
      await openConsole('/login', { user: null });
      await expect.element(page.getByRole('button', { name: 'LOGIN' })).toBeVisible();
      await expectNothingToMove(async () => {
        release();
        await expect.element(page.getByRole('button', { name: 'Sign in with Hotel Group' })).toBeVisible();
        await expect.element(page.getByRole('link', { name: 'Request access' })).toBeVisible();
        await expect.element(page.getByRole('button', { name: /^Made Suardana/ })).toBeVisible();
      });
    });

    test('when the guests whom a sale may be for arrive', async () => {
      await openAtWidth();
      mockOneHotel();
      mockSales();
      mockCallLists([memberToCall(1, { turns: 40 })]);
      const redemption = row('voucher_redeem', 31, { redeem_no: 'R31', member: { id: 7, name: 'Ratna Kusuma' } });
      const release = delayResponse('GET /api/voucher_redeem', {
        data: [redemption, { ...redemption, id: 32 }],
        meta: { page: 1, per_page: 10, total: 2, total_is_estimate: false },
      });
      await openConsole('/finance/transaction/wizard', { user });
      await expect.element(page.getByRole('heading', { name: 'Review and sell' })).toBeVisible();
      await expectNothingToMove(async () => {
        release();
        await expect.element(page.getByRole('region', { name: 'Redeemed here today' })).toBeVisible();
        await expect.element(page.getByRole('region', { name: 'Birthdays, next 7 days' })).toBeVisible();
      });
    });

    test('when the day of a front desk arrives after the metrics', async () => {
      await openAtWidth();
      mockOneHotel();
      mockResponse('GET /api/dashboard', { data: dashboardData() });
      const release = delayResponse('GET /api/shift/day', { data: fullDay() });
      await openConsole('/company/dashboard', { user: FRONT_DESK });
      await expect.element(page.getByRole('region', { name: 'Today' })).toBeVisible();
      await expectNothingToMove(async () => {
        release();
        await expect.element(page.getByRole('region', { name: 'Birthdays' })).toBeVisible();
        await expect.element(page.getByText('Revenue by month')).toBeVisible();
      });
    });

    test('when the rows of a report arrive, or that there are none', async () => {
      await openAtWidth();
      for (const count of [0, 25]) {
        const release = delayResponse('GET /api/report/run/sales-report', { ...salesRun(count) });
        await openConsole('/report/plus');
        await expect.element(main.getByRole('button', { name: /this month/ }).first()).toBeVisible();
        await expectNothingToMove(async () => {
          release();
          await expect.element(main.getByText(count === 0 ? 'No data' : 'T00001001')).toBeVisible();
        });
      }
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
