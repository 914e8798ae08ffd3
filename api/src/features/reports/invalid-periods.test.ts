import { REPORT_PAGES, reportKeys } from '@innkeeper/contract';
import { describe, expect, test } from 'vitest';
import { call, queryString } from '../../testing/call.ts';
import { startTestApp } from '../../testing/test-app.ts';
import { createUser } from '../../testing/user.ts';

const { app, db } = await startTestApp();
const admin = await createUser(db, { level: 'group' });

const INVALID_PERIODS = [
  ['date_between', '2026-02-31,2026-03-31'],
  ['date_between', '2026-02-01,2026-02-29'],
  ['date_between', '2026-13,2026-14'],
  ['date_between', '2026-02-01'],
  ['date_between', '2026-02-01,2026-03-01,2026-04-01'],
  ['date_between', ','],
  ['date_between', 'yesterday,today'],
  ['preset', 'last_century'],
  ['preset', '13_months_ago'],
] as const;

describe.each(reportKeys)('the %s', (report) => {
  const { period } = REPORT_PAGES[report];
  const request = (path: string, reportQuery: object) =>
    call(app, admin.token, 'GET', `/api/report/run/${report}${path}?${queryString({ ...reportQuery })}`);

  test.each([
    ['listed', {}],
    ['in groups', { group: period }],
    ['compared with the previous period', { group: period, compare: 'period_before' }],
    ['compared with the previous year', { compare: 'last_year' }],
  ])('describes what is wrong with an invalid period (%s)', async (_, query) => {
    const { status, text } = await request('', { ...query, [`filter[${period}][preset]`]: 'this_month' });
    expect(status, text).toBe(200);
    for (const [operator, value] of INVALID_PERIODS) {
      const rejectedReply = await request('', { ...query, [`filter[${period}][${operator}]`]: value });
      expect(rejectedReply.status, `${operator} ${value}: ${rejectedReply.text}`).toBe(422);
      const file = await request('/export', { ...query, format: 'csv', [`filter[${period}][${operator}]`]: value });
      expect(file.status, `${operator} ${value}: ${file.text}`).toBe(422);
    }
  });
});
