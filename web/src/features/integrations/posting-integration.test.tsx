import { describe, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { openConsole } from '../../testing/open-console.tsx';
import { mockResponse, setRecords } from '../../testing/mock-server.ts';
import { row } from '../../testing/rows.ts';

/** The author of a bill may be a hotel's own system instead of a person. */

const meta = { page: 1, per_page: 25, total: 1, total_is_estimate: false };
const integrationAuthor = { id: 4, name: 'Front desk PMS', kind: 'integration' };

describe.each([
  ['visit', '/finance/visit/1', { visit_no: 'V00000001', created_by: null }],
  ['voucher_redeem', '/finance/voucher-redeem/1', { created_by: null }],
] as const)('the history of a %s', (key, path, fields) => {
  it('shows the system that posted it', async () => {
    setRecords(key, [row(key, 1, fields)]);
    mockResponse(`GET /api/${key}/1/history`, {
      data: [
        {
          at: '2026-05-22 02:30:00',
          by: integrationAuthor,
          action: 'create',
          changes: { remark: [null, 'Room 12'] },
          labels: {},
        },
      ],
      meta,
    });
    await openConsole(path);
    await page.getByRole('tab', { name: 'History' }).click();
    await expect.element(page.getByText('Front desk PMS created this record')).toBeVisible();
  });
});
