import { APPROVALS } from '@innkeeper/contract';
import { describe, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { askedDiscount, askedUpgrade, playApprovals } from '../../testing/closed-months.ts';
import { testInEveryLook } from '../../testing/looks.ts';
import { openConsole } from '../../testing/open-console.tsx';
import { answer } from '../../testing/played-server.ts';
import { requests, sent } from '../../testing/requests.ts';
import { stories } from './approval-page.stories.ts';

const PATH = '/others/approval';

describe('approvals', () => {
  testInEveryLook(stories);

  test.each(Object.entries(APPROVALS))('are open to who decides those of the kind %s', async (_kind, { needs }) => {
    playApprovals([askedDiscount]);
    await openConsole(PATH, { user: { roles: [needs] } });
    await expect.element(page.getByRole('button', { name: 'Approve' })).toBeVisible();
  });

  test('show the user names of who asked and who decided', async () => {
    const decided_by = { id: 2, name: 'Budi Santosa', username: 'agus.pranoto' };
    const decided = { decided_at: '2026-11-24 06:00:00', decided_by, may_decide: false };
    playApprovals([{ ...askedDiscount, ...decided, state: 'approved' }]);
    await openConsole(`${PATH}?state=all`);
    await expect.element(page.getByText(/^Budi Santoso · budi\.santoso · /)).toBeVisible();
    await expect.element(page.getByText(/^Budi Santosa · agus\.pranoto · /)).toBeVisible();
  });

  test('of a refund show what was paid, what goes back, and that with earlier refunds', async () => {
    const facts = { sub_total: '1500000.000', discount: null, grand_total: '-400000.000', refunded: '600000.000' };
    playApprovals([{ ...askedDiscount, kind: 'refund', facts: { ...askedDiscount.facts, ...facts } }]);
    await openConsole(PATH, { language: 'id' });
    await expect.element(page.getByText('Akan dikembalikan')).toBeVisible();
    const amounts = page.getByRole('definition').elements().slice(-3);
    expect(amounts.map(({ previousElementSibling: term, textContent }) => [term?.textContent, textContent])).toEqual([
      ['Dibayar', expect.stringMatching(/^Rp\.\s1,500,000$/)],
      ['Akan dikembalikan', expect.stringMatching(/^Rp\.\s400,000$/)],
      ['Bersama pengembalian sebelumnya', expect.stringMatching(/^Rp\.\s600,000$/)],
    ]);
  });

  test('are closed to who decides none', async () => {
    playApprovals([askedDiscount]);
    await openConsole(PATH, { user: { roles: ['VIEW_REGION'] } });
    await expect.poll(() => window.location.pathname).not.toBe(PATH);
    expect(await requests('GET /api/approval')).toEqual([]);
  });

  test('are given after a question, and acts that could not be done are told', async () => {
    playApprovals([askedDiscount]);
    answer('POST /api/approval/:id/approve', { data: { ...askedDiscount, failure: 'The price has changed.' } });
    await openConsole(PATH);
    await page.getByRole('button', { name: 'Approve' }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Approve' }).click();
    await expect.element(page.getByText('The price has changed.')).toBeVisible();
    await sent('POST /api/approval/1/approve');
  });

  test('of an upgrade show the visits that led to it, and what an approval does', async () => {
    playApprovals([askedUpgrade]);
    answer('POST /api/approval/:id/approve', { data: { ...askedUpgrade, state: 'approved' } });
    await openConsole(PATH);
    await expect.element(page.getByText('Upgrade of a free member')).toBeVisible();
    await expect.element(page.getByRole('definition').filter({ hasText: /^6$/ })).toBeVisible();
    await page.getByRole('button', { name: 'Approve' }).click();
    await expect.element(page.getByText(/a card of the higher membership/)).toBeVisible();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Approve' }).click();
    await sent('POST /api/approval/5/approve');
  });

  test('are refused with a reason', async () => {
    playApprovals([askedDiscount]);
    answer('POST /api/approval/:id/refuse', { data: { ...askedDiscount, state: 'refused' } });
    await openConsole(PATH);
    await page.getByRole('button', { name: 'Refuse' }).click();
    await page.getByRole('textbox', { name: 'Reason' }).fill('Too much');
    await page.getByRole('alertdialog').getByRole('button', { name: 'Refuse' }).click();
    expect((await sent('POST /api/approval/1/refuse')).body).toEqual({ decision: 'Too much' });
  });

  test('that are one’s own can be taken back, and not decided', async () => {
    playApprovals([{ ...askedDiscount, is_own: true, may_decide: false }]);
    answer('POST /api/approval/:id/withdraw', { data: { ...askedDiscount, state: 'withdrawn' } });
    await openConsole(PATH);
    await expect.element(page.getByRole('button', { name: 'Approve' })).not.toBeInTheDocument();
    await page.getByRole('button', { name: 'Take back' }).click();
    await sent('POST /api/approval/1/withdraw');
  });
});
