import { REPORT_PAGES, reportKeys, reportPath } from '@innkeeper/contract';
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { gridRows } from '../../testing/lists.ts';
import { type ConsoleOptions, openConsole } from '../../testing/open-console.tsx';
import { mockResponse, neverResponds } from '../../testing/mock-server.ts';
import { mockSalesReport } from '../../testing/report-run.ts';
import { findRequests } from '../../testing/requests.ts';
import { router } from '../../shell/router.tsx';
import { sessionState } from '../../session/user.ts';

const ONE_REPORT_USER: ConsoleOptions = { user: { roles: ['VIEW_SALES_REPORT', 'VIEW_DASHBOARD'], role: 'staff' } };
const OTHER_REPORTS = reportKeys.filter((key) => key !== 'sales-report');
const menuLink = (name: string) =>
  page.getByRole('navigation', { name: 'Main navigation' }).getByRole('link', { name });

test('permission for one report shows its menu entry and no other', async () => {
  mockSalesReport(3);
  await openConsole('/report/plus', ONE_REPORT_USER);
  await expect.poll(() => gridRows().elements().length).toBe(3);
  await expect.element(menuLink('Sales report')).toBeVisible();
  for (const key of OTHER_REPORTS) await expect.element(menuLink(REPORT_PAGES[key].label.en)).not.toBeInTheDocument();
});

test.each(OTHER_REPORTS)('the page of the %s redirects to the dashboard without ending the session', async (key) => {
  mockResponse('GET /api/dashboard', neverResponds);
  await openConsole('/company/dashboard', ONE_REPORT_USER);
  await router.navigate({ to: reportPath(key) });
  await expect.poll(() => location.pathname).toBe('/company/dashboard');
  expect(sessionState.get().status).toBe('signed-in');
  expect(await findRequests(`GET /api/report/run/${key}`)).toEqual([]);
});
