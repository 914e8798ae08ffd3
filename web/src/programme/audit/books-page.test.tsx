import { expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { testInEveryLook } from '../../testing/looks.ts';
import { openConsole } from '../../testing/open-console.tsx';
import { answer } from '../../testing/played-server.ts';
import { requests, sent } from '../../testing/requests.ts';
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

const KEPT = `12-${'9f'.repeat(32)}`;
const WORDS = {
  en: { field: 'Log head kept outside', start: 'Add everything up', wrong: 'This does not have the right form.' },
  id: { field: 'Kepala log yang disimpan di luar', start: 'Jumlahkan semuanya', wrong: 'Formatnya tidak sesuai.' },
} as const;

it.each(['en', 'id'] as const)(
  'sends the head that was kept outside along, without the spaces around it: $0',
  async (language) => {
    const words = WORDS[language];
    answer('GET /api/audit/run', { data: null });
    answer('POST /api/audit/run', { data: null });
    await openConsole('/others/audit/books', { language });
    const field = page.getByRole('textbox', { name: words.field });
    await field.fill('12-9f');
    await page.getByRole('button', { name: words.start }).click();
    await expect.element(page.getByText(words.wrong)).toBeVisible();
    expect(await requests('POST /api/audit/run')).toEqual([]);
    await field.fill(` ${KEPT} `);
    await page.getByRole('button', { name: words.start }).click();
    expect((await sent('POST /api/audit/run')).body).toEqual({ head: KEPT });
  },
);

it('asks without a head where the field is empty', async () => {
  answer('GET /api/audit/run', { data: null });
  answer('POST /api/audit/run', { data: null });
  await openConsole('/others/audit/books');
  await page.getByRole('button', { name: 'Add everything up' }).click();
  expect((await sent('POST /api/audit/run')).body).toEqual({ head: null });
});
