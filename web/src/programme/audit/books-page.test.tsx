import { expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { testInEveryLook } from '../../testing/looks.ts';
import { openConsole } from '../../testing/open-console.tsx';
import { answer } from '../../testing/played-server.ts';
import { stories } from './books-page.stories.ts';

testInEveryLook(stories);

it('has everything added up, waits for its end, and leads to the records that differ', async () => {
  const asked = {
    id: 8,
    at: '2026-04-05 09:00:00',
    by: { id: 1, name: 'Sari', username: 'sari.w' },
    ended_at: null,
    seconds: null,
    differences: null,
    head: null,
    kept_head: null,
  };
  answer('GET /api/audit/run', { data: null });
  answer('POST /api/audit/run', () => {
    answer('GET /api/audit/run', {
      data: {
        ...asked,
        ended_at: '2026-04-05 09:00:02',
        seconds: 2,
        differences: [{ check: 'bill-once', count: 1, rows: [{ resource: 'visit', id: 5, note: 'B-12' }] }],
      },
    });
    return Response.json({ data: asked });
  });
  await openConsole('/others/audit/books');
  await page.getByRole('button', { name: 'Add everything up' }).click();
  await expect.element(page.getByText('1 rule is broken')).toBeVisible();
  await expect.element(page.getByText(/Asked for by Sari · sari\.w at/)).toBeVisible();
  await expect.element(page.getByText('Not so: A bill is a visit once in its hotel')).toBeVisible();
  await expect.element(page.getByRole('link', { name: 'Visit 5' })).toHaveAttribute('href', '/finance/visit/5');
});
