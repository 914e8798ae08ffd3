import { expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { testInEveryVariant } from '../../testing/variants.ts';
import { openConsole } from '../../testing/open-console.tsx';
import { mockResponse } from '../../testing/mock-server.ts';
import { findRequests, waitForRequest } from '../../testing/requests.ts';
import { stories } from './reconciliation-page.stories.ts';

testInEveryVariant(stories);

it('the page starts a reconciliation, waits for it, and links to the records that differ', async () => {
  const queuedRun = {
    id: 8,
    at: '2026-04-05 09:00:00',
    by: { id: 1, name: 'Sari', username: 'sari.w' },
    ended_at: null,
    seconds: null,
    differences: null,
    head: null,
    stored_head: null,
  };
  mockResponse('GET /api/audit/run', { data: null });
  mockResponse('POST /api/audit/run', () => {
    mockResponse('GET /api/audit/run', {
      data: {
        ...queuedRun,
        ended_at: '2026-04-05 09:00:02',
        seconds: 2,
        differences: [{ check: 'bill-once', count: 1, rows: [{ resource: 'visit', id: 5, note: 'B-12' }] }],
      },
    });
    return Response.json({ data: queuedRun });
  });
  await openConsole('/others/audit/books');
  await page.getByRole('button', { name: 'Run check' }).click();
  await expect.element(page.getByText('1 difference')).toBeVisible();
  await expect.element(page.getByText(/Run by Sari · sari\.w on/)).toBeVisible();
  await expect.element(page.getByText('Difference: Every bill is posted once per hotel')).toBeVisible();
  await expect.element(page.getByRole('link', { name: 'Visit 5' })).toHaveAttribute('href', '/finance/visit/5');
});

it.each([
  ['en', 'Audit log archive', 'Until February 2024', 'March 2024'],
  ['id', 'Arsip log audit', 'Sampai Februari 2024', 'Maret 2024'],
] as const)('the page offers the archived months of the log: %s', async (language, title, before, month) => {
  stories['with archived months']?.mockResponses?.();
  await openConsole('/others/audit/books', { language });
  await expect.element(page.getByRole('heading', { name: title })).toBeVisible();
  const row = page.getByRole('row', { name: before });
  await expect.element(row.getByRole('cell', { name: '1,204,310' })).toBeVisible();
  const link = page.getByRole('row', { name: month, exact: false }).last().getByRole('link');
  const address = '/storage/log-archive/audit-log-2024-03-884c7d65.ndjson.gz?expires=1&signature=a';
  await expect.element(link).toHaveAttribute('href', address);
});

const STORED_HEAD = `12-${'9f'.repeat(32)}`;
const LABELS = {
  en: { headInput: 'Stored log head', startButton: 'Run check', formatError: 'Invalid format.' },
  id: { headInput: 'Segel log tersimpan', startButton: 'Periksa', formatError: 'Format tidak valid.' },
} as const;

it.each(['en', 'id'] as const)(
  'the page sends the externally stored head without surrounding spaces: $0',
  async (language) => {
    const labels = LABELS[language];
    mockResponse('GET /api/audit/run', { data: null });
    mockResponse('POST /api/audit/run', { data: null });
    await openConsole('/others/audit/books', { language });
    const headInput = page.getByRole('textbox', { name: labels.headInput });
    await headInput.fill('12-9f');
    await page.getByRole('button', { name: labels.startButton }).click();
    await expect.element(page.getByText(labels.formatError)).toBeVisible();
    expect(await findRequests('POST /api/audit/run')).toEqual([]);
    await headInput.fill(` ${STORED_HEAD} `);
    await page.getByRole('button', { name: labels.startButton }).click();
    expect((await waitForRequest('POST /api/audit/run')).body).toEqual({ head: STORED_HEAD });
  },
);

it('the page sends no head if the field is empty', async () => {
  mockResponse('GET /api/audit/run', { data: null });
  mockResponse('POST /api/audit/run', { data: null });
  await openConsole('/others/audit/books');
  await page.getByRole('button', { name: 'Run check' }).click();
  expect((await waitForRequest('POST /api/audit/run')).body).toEqual({ head: null });
});
