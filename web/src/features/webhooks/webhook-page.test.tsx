import { beforeEach, describe, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { testInEveryVariant } from '../../testing/variants.ts';
import { openConsole } from '../../testing/open-console.tsx';
import { mockResponse, setRecords, rejection } from '../../testing/mock-server.ts';
import { findRequests, waitForRequest } from '../../testing/requests.ts';
import { row } from '../../testing/rows.ts';
import { stories } from './webhook-page.stories.ts';

const SECRET = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSwMfKQ9r8GKYo=';
const WEBHOOK_VALUES = { name: 'Accounting', paused_at: null };
const secretDialog = () => page.getByRole('dialog', { name: 'Signing secret' });

describe('webhook page', () => {
  testInEveryVariant(stories);
});

describe('the signing secret', () => {
  it('is shown once for a new webhook, and no longer shown after confirmation', async () => {
    setRecords('webhook', []);
    mockResponse('POST /api/webhook', () =>
      Response.json({ data: { ...row('webhook', 1, WEBHOOK_VALUES), secret: SECRET } }, { status: 201 }),
    );
    await openConsole('/system/webhook');
    await page.getByRole('button', { name: /^New/ }).first().click();
    const newForm = page.getByRole('dialog', { name: 'New webhook' });
    await newForm.getByRole('textbox', { name: 'Name' }).fill('Accounting');
    await newForm.getByRole('textbox', { name: 'Address' }).fill('https://pms.hotel.example/in');
    await newForm.getByRole('button', { name: 'Save' }).click();
    await expect.element(secretDialog().getByRole('group', { name: 'Signing secret' })).toHaveTextContent(SECRET);
    expect((await waitForRequest('POST /api/webhook')).body).toMatchObject({ name: 'Accounting', is_active: '1' });
    await secretDialog().getByRole('button', { name: 'I’ve saved it' }).click();
    await expect.element(secretDialog()).not.toBeInTheDocument();
    expect(document.body.innerHTML).not.toContain(SECRET);
  });

  it('is replaced after confirmation, and shown once', async () => {
    setRecords('webhook', [row('webhook', 1, WEBHOOK_VALUES)]);
    mockResponse('POST /api/webhook/1/token', () => {
      const changedWebhook = row('webhook', 1, { ...WEBHOOK_VALUES, version: 2 });
      setRecords('webhook', [changedWebhook]);
      return Response.json({ data: { ...changedWebhook, secret: SECRET } });
    });
    await openConsole('/system/webhook/1');
    await page.getByRole('button', { name: 'Replace secret' }).click();
    const confirmation = page.getByRole('alertdialog', { name: 'Replace secret?' });
    await expect.element(confirmation.getByText(/for 24 hours/)).toBeVisible();
    expect(await findRequests('POST /api/webhook/1/token')).toEqual([]);
    await confirmation.getByRole('button', { name: 'Replace secret' }).click();
    await expect.element(secretDialog().getByRole('group', { name: 'Signing secret' })).toHaveTextContent(SECRET);
  });
});

describe('webhook message', () => {
  const openMessage = () => openConsole('/system/webhook-message/1');
  const resendButton = () => page.getByRole('button', { name: 'Send again' });
  beforeEach(() => setRecords('webhook_delivery', [row('webhook_delivery', 1, { delivery_status: 'failed' })]));

  it('is resent once per request', async () => {
    mockResponse('POST /api/webhook_delivery/1/resend', () =>
      Response.json({ data: row('webhook_delivery', 1, { delivery_status: 'queued' }) }),
    );
    await openMessage();
    await resendButton().click();
    await expect.element(page.getByText('Message is being sent again.')).toBeVisible();
    expect((await waitForRequest('POST /api/webhook_delivery/1/resend')).headers.get('Idempotency-Key')).toMatch(
      /\S{20}/,
    );
  });

  it('shows why it cannot be sent', async () => {
    mockResponse('POST /api/webhook_delivery/1/resend', () => rejection(409, 'conflict'));
    await openMessage();
    await resendButton().click();
    await expect.element(page.getByRole('alert').getByText('The server says conflict.')).toBeVisible();
    await expect.element(resendButton()).toBeEnabled();
  });
});
