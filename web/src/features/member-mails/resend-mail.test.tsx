import { beforeEach, describe, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { ALL_CODES } from '../../testing/fixtures.ts';
import { openConsole } from '../../testing/open-console.tsx';
import { mockResponse, setRecords, rejection } from '../../testing/mock-server.ts';
import { waitForRequest } from '../../testing/requests.ts';
import { row } from '../../testing/rows.ts';

const resendButton = () => page.getByRole('button', { name: /^(Send again|Kirim lagi)$/ });

beforeEach(() =>
  mockResponse('GET /api/mail_log/1/mail', {
    data: { is_as_sent: true, mail: { subject: 'Welcome', html: null, text: 'Dear Made,' }, problem: null },
  }),
);

describe('logged mail', () => {
  it('is resent to its recipient, and shows the new state', async () => {
    setRecords('mail_log', [row('mail_log', 1, { recipient: 'made@example.test', mail_title: 'Before' })]);
    mockResponse('POST /api/mail_log/1/resend', () => {
      const entry = row('mail_log', 1, { recipient: 'made@example.test', mail_title: 'Afterwards', version: 2 });
      setRecords('mail_log', [entry]);
      return Response.json({ data: entry });
    });
    await openConsole('/system/mail-log/1');
    await resendButton().click();
    await expect.element(page.getByText('Email to made@example.test is being sent again.')).toBeVisible();
    expect((await waitForRequest('POST /api/mail_log/1/resend')).headers.get('Idempotency-Key')).toMatch(/\S{20}/);
  });

  it.each(['en', 'id'] as const)('is rejected with a message if it has no stored cause: %s', async (language) => {
    mockResponse('POST /api/mail_log/1/resend', () => rejection(409, 'conflict'));
    await openConsole('/system/mail-log/1', { language });
    await resendButton().click();
    await expect.element(page.getByRole('alert').getByText('The server says conflict.')).toBeVisible();
    await expect.element(resendButton()).toBeEnabled();
  });

  it('cannot be resent with read access only', async () => {
    await openConsole('/system/mail-log/1', {
      user: { roles: ALL_CODES.filter((code) => !code.startsWith('UPDATE_')) },
    });
    await expect.element(page.getByRole('heading', { level: 1 })).toBeVisible();
    await expect.element(resendButton()).not.toBeInTheDocument();
  });
});
