import { REPORT_PAGES, reportKeys, reportPath } from '@innkeeper/contract';
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { gridRows } from '../../testing/lists.ts';
import { type Opening, openConsole } from '../../testing/open-console.tsx';
import { answer, never } from '../../testing/played-server.ts';
import { answerSales } from '../../testing/report-run.ts';
import { requests } from '../../testing/requests.ts';
import { router } from '../../shell/router.tsx';
import { sessionState } from '../../session/user.ts';

const ONE_REPORT: Opening = { user: { roles: ['VIEW_SALES_REPORT', 'VIEW_DASHBOARD'], role: 'staff' } };
const OTHERS = reportKeys.filter((key) => key !== 'sales-report');
const inMenu = (name: string) => page.getByRole('navigation', { name: 'Main navigation' }).getByRole('link', { name });

test('the right to one report gives one entry for it, and no other', async () => {
  answerSales(3);
  await openConsole('/report/plus', ONE_REPORT);
  await expect.poll(() => gridRows().elements().length).toBe(3);
  await expect.element(inMenu('Sales report')).toBeVisible();
  for (const key of OTHERS) await expect.element(inMenu(REPORT_PAGES[key].label.en)).not.toBeInTheDocument();
});

test.each(OTHERS)('the page of the %s leads to the dashboard, and the session goes on', async (key) => {
  answer('GET /api/dashboard', never);
  await openConsole('/company/dashboard', ONE_REPORT);
  await router.navigate({ to: reportPath(key) });
  await expect.poll(() => location.pathname).toBe('/company/dashboard');
  expect(sessionState.get().status).toBe('signed-in');
  expect(await requests(`GET /api/report/run/${key}`)).toEqual([]);
});
