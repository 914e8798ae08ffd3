import { beforeEach, describe, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { testInEveryLook } from '../../testing/looks.ts';
import { openConsole } from '../../testing/open-console.tsx';
import { answer, keepRecords, refusal } from '../../testing/played-server.ts';
import { requests, sent } from '../../testing/requests.ts';
import { row } from '../../testing/rows.ts';
import { stories } from './webhook-page.stories.ts';

const SECRET = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSwMfKQ9r8GKYo=';
const NAMED = { name: 'Accounting', paused_at: null };
const shown = () => page.getByRole('dialog', { name: 'Signing secret' });

describe('the page of a webhook', () => {
  testInEveryLook(stories);
});

describe('the signing secret', () => {
  it('of a new webhook is shown once, and is nowhere when it has been kept', async () => {
    keepRecords('webhook', []);
    answer('POST /api/webhook', () =>
      Response.json({ data: { ...row('webhook', 1, NAMED), secret: SECRET } }, { status: 201 }),
    );
    await openConsole('/system/webhook');
    await page.getByRole('button', { name: /^New/ }).first().click();
    const form = page.getByRole('dialog', { name: 'New webhook' });
    await form.getByRole('textbox', { name: 'Name' }).fill('Accounting');
    await form.getByRole('textbox', { name: 'Address' }).fill('https://pms.hotel.example/in');
    await form.getByRole('button', { name: 'Save' }).click();
    await expect.element(shown().getByRole('group', { name: 'Signing secret' })).toHaveTextContent(SECRET);
    expect((await sent('POST /api/webhook')).body).toMatchObject({ name: 'Accounting', is_active: '1' });
    await shown().getByRole('button', { name: 'I have kept it' }).click();
    await expect.element(shown()).not.toBeInTheDocument();
    expect(document.body.innerHTML).not.toContain(SECRET);
  });

  it('is replaced after a question, and shown once', async () => {
    keepRecords('webhook', [row('webhook', 1, NAMED)]);
    answer('POST /api/webhook/1/token', () => {
      const replaced = row('webhook', 1, { ...NAMED, version: 2 });
      keepRecords('webhook', [replaced]);
      return Response.json({ data: { ...replaced, secret: SECRET } });
    });
    await openConsole('/system/webhook/1');
    await page.getByRole('button', { name: 'Replace the secret' }).click();
    const question = page.getByRole('alertdialog', { name: 'Replace the secret?' });
    await expect.element(question.getByText(/For 24 hours/)).toBeVisible();
    expect(await requests('POST /api/webhook/1/token')).toEqual([]);
    await question.getByRole('button', { name: 'Replace the secret' }).click();
    await expect.element(shown().getByRole('group', { name: 'Signing secret' })).toHaveTextContent(SECRET);
  });
});

describe('a message', () => {
  const open = () => openConsole('/system/webhook-message/1');
  const again = () => page.getByRole('button', { name: 'Send again' });
  beforeEach(() => keepRecords('webhook_delivery', [row('webhook_delivery', 1, { delivery_status: 'failed' })]));

  it('is sent again, once for each time that it is asked for', async () => {
    answer('POST /api/webhook_delivery/1/resend', () =>
      Response.json({ data: row('webhook_delivery', 1, { delivery_status: 'queued' }) }),
    );
    await open();
    await again().click();
    await expect.element(page.getByText('The message is on its way again.')).toBeVisible();
    expect((await sent('POST /api/webhook_delivery/1/resend')).headers.get('Idempotency-Key')).toMatch(/\S{20}/);
  });

  it('that cannot be sent says why', async () => {
    answer('POST /api/webhook_delivery/1/resend', () => refusal(409, 'conflict'));
    await open();
    await again().click();
    await expect.element(page.getByRole('alert').getByText('The server says conflict.')).toBeVisible();
    await expect.element(again()).toBeEnabled();
  });
});
