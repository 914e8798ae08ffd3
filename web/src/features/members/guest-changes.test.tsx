import { beforeAll, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { openConsole } from '../../testing/open-console.tsx';
import { mockMember } from '../../testing/member-overview.ts';
import { mockResponse } from '../../testing/mock-server.ts';

// Imported in advance, so the tests wait for the page only, not for its code.
beforeAll(() => Promise.all([import('./member-page.tsx'), import('../../engine/form/history-tab.tsx')]));

it.each([
  ['en', 'History', 'The guest, by a link in an email changed 1 field'],
  ['id', 'Riwayat', 'Tamu, lewat tautan di email mengubah 1 isian'],
] as const)('the history says that a guest unsubscribed by a link: %s', async (language, tab, text) => {
  mockMember();
  mockResponse('GET /api/member/5/history', {
    data: [
      {
        at: '2026-05-22 02:30:00',
        by: { id: 0, name: 'Guest', kind: 'guest' },
        action: 'update',
        changes: { all_notification: [1, 0] },
        labels: {},
      },
    ],
    meta: { page: 1, per_page: 25, total: 1, total_is_estimate: false },
  });
  await openConsole('/company/member/5', { language });
  await page.getByRole('tab', { name: tab }).click();
  await expect.element(page.getByText(text)).toBeVisible();
});
