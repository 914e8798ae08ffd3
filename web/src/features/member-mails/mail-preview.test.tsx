import { beforeEach, describe, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { expectAccessible } from '../../testing/accessibility.ts';
import { ALL_CODES } from '../../testing/fixtures.ts';
import { openConsole } from '../../testing/open-console.tsx';
import { mockResponse, rejection, setRecords } from '../../testing/mock-server.ts';
import { waitForRequest } from '../../testing/requests.ts';
import { row } from '../../testing/rows.ts';
import type { RenderedMail } from '@innkeeper/contract/calls';

const createMail = (name: string): RenderedMail => ({
  subject: `Happy birthday, ${name}`,
  html: `<!doctype html><style>.sheet{background:#fff}@media (prefers-color-scheme:dark){.sheet{background:#1f2125}}</style><p class="sheet">Dear ${name},</p>`,
  text: `Dear ${name},\nwe wish you a happy birthday.`,
});

const PICTURE = 'data:image/webp;base64,UklGRiQAAABXRUJQVlA4IBgAAAAwAQCdASoBAAEAAgA0JaQAA3AA/vuUAAA=';

const previewDialog = () => page.getByRole('dialog', { name: /^(Preview|Pratinjau)$/ });
const getFrame = (): HTMLIFrameElement => {
  const frame = document.querySelector('iframe');
  if (!frame) throw new Error('No mail is shown');
  return frame;
};

function mockMails(): void {
  mockResponse('POST /api/mail_language/1/preview', async ({ request }) => {
    const input: unknown = await request.clone().json();
    const hasMember = typeof input === 'object' && input !== null && 'member_id' in input;
    return Response.json({ data: createMail(hasMember ? 'Made' : 'Sari') });
  });
}

async function openPreview(language: 'en' | 'id' = 'en'): Promise<void> {
  await openConsole('/system/mail-language/1', { language });
  await page.getByRole('button', { name: language === 'en' ? 'Preview' : 'Pratinjau' }).click();
  await expect.element(previewDialog().getByText('Happy birthday, Sari')).toBeVisible();
}

describe('mail preview', () => {
  beforeEach(mockMails);

  it('uses the newest member, then the one who is chosen', async () => {
    await openPreview();
    expect((await waitForRequest('POST /api/mail_language/1/preview')).body).toEqual({});
    expect(getFrame().srcdoc).toContain('Dear Sari,');
    await previewDialog().getByRole('combobox', { name: 'Member' }).fill('First name 2');
    await page.getByRole('option', { name: /First name 2/ }).click();
    await expect.element(previewDialog().getByText('Happy birthday, Made')).toBeVisible();
    expect((await waitForRequest('POST /api/mail_language/1/preview')).body).toEqual({ member_id: 2 });
    await expect.poll(() => getFrame().srcdoc).toContain('Dear Made,');
  });

  it('of a mail about an account is filled by the server for its user, and shows its picture', async () => {
    const type = { id: 9, name: 'Password reset', code: 'password-reset' };
    const template = { id: 1, name: 'Password reset', code: null, mail_type: type };
    setRecords('mail_language', [row('mail_language', 1, { mail_template_id: 1, mail_template: template })]);
    mockResponse('POST /api/mail_language/1/preview', () => {
      const html = `<img src="${PICTURE}" alt="Choose a new password" /><p>Hello Ayu,</p>`;
      return Response.json({ data: { subject: 'Choose a new password', html, text: 'Hello Ayu,' } });
    });
    await openConsole('/system/mail-language/1');
    await page.getByRole('button', { name: 'Preview' }).click();
    await expect.element(previewDialog().getByText('Preview with your own account')).toBeVisible();
    await expect.poll(() => getFrame().srcdoc).toContain(PICTURE);
    await expect.element(previewDialog().getByRole('combobox')).not.toBeInTheDocument();
    expect((await waitForRequest('POST /api/mail_language/1/preview')).body).toEqual({});
    await expectAccessible();
  });

  it('is shown in light and dark mode and as text, without running scripts', async () => {
    await openPreview();
    expect(getFrame().getAttribute('sandbox')).toBe('');
    expect(getFrame().srcdoc).toContain('@media not all');
    await previewDialog().getByRole('radio', { name: 'Dark' }).click();
    await expect.poll(() => getFrame().srcdoc).toContain('@media all');
    await previewDialog().getByRole('radio', { name: 'Plain text' }).click();
    await expect.element(previewDialog().getByText('we wish you a happy birthday.')).toBeVisible();
    expect(document.querySelector('iframe')).toBeNull();
    await expectAccessible();
  });

  it('sends a test mail to the user and shows its address', async () => {
    mockResponse('POST /api/mail_language/1/test', { data: { recipient: 'sari.wulandari@example.test' } });
    await openPreview();
    await previewDialog().getByRole('button', { name: 'Send me a test' }).click();
    await expect.element(page.getByText('Email is being sent to sari.wulandari@example.test.')).toBeVisible();
    const { body, headers } = await waitForRequest('POST /api/mail_language/1/test');
    expect(body).toEqual({});
    expect(headers.get('Idempotency-Key')).toMatch(/\S{20}/);
  });

  it('offers no test without the permission, and hides members from users who may not see them', async () => {
    const roles = ALL_CODES.filter((code) => !['UPDATE_MAIL_TEMPLATE', 'VIEW_MEMBER'].includes(code));
    await openConsole('/system/mail-language/1', { user: { roles } });
    await page.getByRole('button', { name: 'Preview' }).click();
    await expect
      .element(previewDialog().getByText('Placeholders are not filled in: you don’t have access to members.'))
      .toBeVisible();
    await expect.element(previewDialog().getByRole('button', { name: 'Send me a test' })).not.toBeInTheDocument();
  });

  it('explains a failure, and is shown after a retry', async () => {
    mockResponse('POST /api/mail_language/1/preview', () => rejection(503, 'unavailable'));
    await openConsole('/system/mail-language/1');
    await page.getByRole('button', { name: 'Preview' }).click();
    await expect.element(previewDialog().getByText('Couldn’t load this.')).toBeVisible();
    mockMails();
    await previewDialog().getByRole('button', { name: 'Try again' }).click();
    await expect.element(previewDialog().getByText('Happy birthday, Sari')).toBeVisible();
  });

  it('works on a phone, in Indonesian', async () => {
    await page.viewport(390, 844);
    await openPreview('id');
    await expectAccessible();
    expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(390);
  });
});
