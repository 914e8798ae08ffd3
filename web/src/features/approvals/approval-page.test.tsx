import { APPROVALS } from '@innkeeper/contract';
import { describe, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { requestedDiscount, requestedUpgrade, mockApprovals } from '../../testing/month-close.ts';
import { testInEveryVariant } from '../../testing/variants.ts';
import { openConsole } from '../../testing/open-console.tsx';
import { mockResponse } from '../../testing/mock-server.ts';
import { findRequests, waitForRequest } from '../../testing/requests.ts';
import { stories } from './approval-page.stories.ts';

const PATH = '/others/approval';

describe('approvals', () => {
  testInEveryVariant(stories);

  test.each(Object.entries(APPROVALS))('are shown to users who may decide the kind %s', async (_kind, { needs }) => {
    mockApprovals([requestedDiscount]);
    await openConsole(PATH, { user: { roles: [needs] } });
    await expect.element(page.getByRole('button', { name: 'Approve' })).toBeVisible();
  });

  test('show the user names of requester and approver', async () => {
    const decided_by = { id: 2, name: 'Budi Santosa', username: 'agus.pranoto' };
    const decision = { decided_at: '2026-11-24 06:00:00', decided_by, may_decide: false };
    mockApprovals([{ ...requestedDiscount, ...decision, state: 'approved' }]);
    await openConsole(`${PATH}?state=all`);
    await expect.element(page.getByText(/^Budi Santoso · budi\.santoso · /)).toBeVisible();
    await expect.element(page.getByText(/^Budi Santosa · agus\.pranoto · /)).toBeVisible();
  });

  test('show the amount paid, the refund, and the total with earlier refunds if one was requested', async () => {
    const facts = { sub_total: '1500000.000', discount: null, grand_total: '-400000.000', refunded: '600000.000' };
    mockApprovals([{ ...requestedDiscount, kind: 'refund', facts: { ...requestedDiscount.facts, ...facts } }]);
    await openConsole(PATH, { language: 'id' });
    await expect.element(page.getByText('Akan dikembalikan')).toBeVisible();
    const definitions = page.getByRole('definition').elements().slice(-3);
    expect(
      definitions.map(({ previousElementSibling: term, textContent }) => [term?.textContent, textContent]),
    ).toEqual([
      ['Dibayar', expect.stringMatching(/^Rp\.\s1,500,000$/)],
      ['Akan dikembalikan', expect.stringMatching(/^Rp\.\s400,000$/)],
      ['Termasuk pengembalian sebelumnya', expect.stringMatching(/^Rp\.\s600,000$/)],
    ]);
  });

  test('are hidden from users without the right to decide any', async () => {
    mockApprovals([requestedDiscount]);
    await openConsole(PATH, { user: { roles: ['VIEW_REGION'] } });
    await expect.poll(() => window.location.pathname).not.toBe(PATH);
    expect(await findRequests('GET /api/approval')).toEqual([]);
  });

  test('require confirmation, and a failed action is reported', async () => {
    mockApprovals([requestedDiscount]);
    mockResponse('POST /api/approval/:id/approve', {
      data: { ...requestedDiscount, failure: 'The price has changed.' },
    });
    await openConsole(PATH);
    await page.getByRole('button', { name: 'Approve' }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Approve' }).click();
    await expect.element(page.getByText('The price has changed.')).toBeVisible();
    await waitForRequest('POST /api/approval/1/approve');
  });

  test('show the visits that led to an upgrade, and the effect of the approval', async () => {
    mockApprovals([requestedUpgrade]);
    mockResponse('POST /api/approval/:id/approve', { data: { ...requestedUpgrade, state: 'approved' } });
    await openConsole(PATH);
    await expect.element(page.getByText('Upgrade of a free member')).toBeVisible();
    await expect.element(page.getByRole('definition').filter({ hasText: /^6$/ })).toBeVisible();
    await page.getByRole('button', { name: 'Approve' }).click();
    await expect.element(page.getByText(/a card and vouchers of the higher membership/)).toBeVisible();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Approve' }).click();
    await waitForRequest('POST /api/approval/5/approve');
  });

  test('are rejected with a reason', async () => {
    mockApprovals([requestedDiscount]);
    mockResponse('POST /api/approval/:id/reject', { data: { ...requestedDiscount, state: 'rejected' } });
    await openConsole(PATH);
    await page.getByRole('button', { name: 'Reject' }).click();
    await page.getByRole('textbox', { name: 'Reason' }).fill('Too much');
    await page.getByRole('alertdialog').getByRole('button', { name: 'Reject' }).click();
    expect((await waitForRequest('POST /api/approval/1/reject')).body).toEqual({ decision: 'Too much' });
  });

  test('can be withdrawn by the user who requested them, but not decided', async () => {
    mockApprovals([{ ...requestedDiscount, is_own: true, may_decide: false }]);
    mockResponse('POST /api/approval/:id/withdraw', { data: { ...requestedDiscount, state: 'withdrawn' } });
    await openConsole(PATH);
    await expect.element(page.getByRole('button', { name: 'Approve' })).not.toBeInTheDocument();
    await page.getByRole('button', { name: 'Withdraw' }).click();
    await waitForRequest('POST /api/approval/1/withdraw');
  });
});
