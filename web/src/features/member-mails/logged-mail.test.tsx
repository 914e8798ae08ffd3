import { beforeEach, describe, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { expectAccessible } from '../../testing/accessibility.ts';
import { gridRows } from '../../testing/lists.ts';
import { PAGE_VARIANTS } from '../../testing/variants.ts';
import { openConsole } from '../../testing/open-console.tsx';
import { mockResponse, setRecords, rejection } from '../../testing/mock-server.ts';
import { expectTextsToFit } from '../../testing/text-fit.ts';
import { row } from '../../testing/rows.ts';

const PATH = '/system/mail-log/1';
const MAIL_CALL = 'GET /api/mail_log/1/mail';
const WELCOME_MAIL = {
  subject: 'Welcome to Gold',
  html: '<!doctype html><style>p{color:#000}@media (prefers-color-scheme:dark){p{color:#fff}}</style><p>Dear Sari,</p>',
  text: 'Dear Sari,\nyour membership has begun.',
};
const sentMail = { is_as_sent: true, mail: WELCOME_MAIL, problem: null };
const setLogEntry = (values = {}) =>
  setRecords('mail_log', [
    row('mail_log', 1, {
      subject: 'Welcome to Gold',
      recipient: 'sari@example.test',
      delivery_status: 'sent',
      message: 'Kept as 2026-03-01T08-00-00-000Z-c0ffee00.eml',
      ...values,
    }),
  ]);
const findFrame = () => document.querySelector('iframe');

beforeEach(() => {
  setLogEntry();
  mockResponse(MAIL_CALL, { data: sentMail });
});

describe('logged mail', () => {
  it.each([
    ['en', 'Stored on this server only: no mail relay is set up.', 'Data'],
    ['id', 'Hanya disimpan di server ini: server email keluar belum diatur.', 'Data'],
  ] as const)('shows that no relay sent it, in the list and in its data: %s', async (language, noRelayText, tab) => {
    await openConsole('/system/mail-log', { language });
    await expect.element(gridRows().first()).toMatchTextContent(noRelayText);
    await openConsole(PATH, { language });
    await page.getByRole('tab', { name: tab }).click();
    await expect.element(page.getByRole('tabpanel').getByText(noRelayText)).toBeVisible();
    expect(document.body.textContent).not.toContain('.eml');
  });

  it('is shown as sent, without running scripts', async () => {
    await openConsole(PATH);
    await expect.element(page.getByText('As sent.')).toBeVisible();
    expect(findFrame()?.getAttribute('sandbox')).toBe('');
    expect(findFrame()?.srcdoc).toContain('Dear Sari,');
    await expect.element(page.getByText(/\.eml/)).not.toBeInTheDocument();
    await page.getByRole('radio', { name: 'Plain text' }).click();
    await expect.element(page.getByText('your membership has begun.')).toBeVisible();
  });

  it('shows that it is queued, or was rendered again', async () => {
    mockResponse(MAIL_CALL, { data: { ...sentMail, is_as_sent: false } });
    await openConsole(PATH);
    await expect.element(page.getByText(/^The sent text was not stored\./)).toBeVisible();
    setLogEntry({ delivery_status: 'queued', message: null });
    await openConsole(PATH);
    await expect.element(page.getByText(/^Not sent yet\./)).toBeVisible();
  });

  it('shows an account mail as plain text without its link and without display modes', async () => {
    mockResponse(MAIL_CALL, { data: { ...sentMail, mail: { ...WELCOME_MAIL, html: null, text: 'Hello,\n\n[…]' } } });
    await openConsole(PATH);
    await expect.element(page.getByText('[…]')).toBeVisible();
    await expect.element(page.getByText('As sent, without its link.')).toBeVisible();
    expect(findFrame()).toBeNull();
    await expect.element(page.getByRole('radio', { name: 'Dark' })).not.toBeInTheDocument();
    await expectAccessible();
  });

  it('shows why it can no longer be rendered', async () => {
    const problem = { en: 'The member is deleted.', id: 'Anggota ini sudah dihapus.' };
    mockResponse(MAIL_CALL, { data: { is_as_sent: false, mail: null, problem } });
    await openConsole(PATH, { language: 'id' });
    await expect.element(page.getByText('Email ini tidak dapat ditampilkan.')).toBeVisible();
    await expect.element(page.getByText('Anggota ini sudah dihapus.')).toBeVisible();
  });

  it('is reloaded by a button if loading failed', async () => {
    mockResponse(MAIL_CALL, () => rejection(503, 'unavailable'));
    await openConsole(PATH);
    await expect.element(page.getByText('Couldn’t load this.')).toBeVisible();
    mockResponse(MAIL_CALL, { data: sentMail });
    await page.getByRole('button', { name: 'Try again' }).click();
    await expect.element(page.getByText('As sent.')).toBeVisible();
  });

  it('is shown in the side panel of the list too', async () => {
    await openConsole('/system/mail-log');
    await gridRows().first().hover();
    await gridRows().first().getByRole('button', { name: 'Preview Welcome to Gold' }).click();
    const panel = page.getByRole('complementary', { name: 'Welcome to Gold' });
    await expect.element(panel.getByText('As sent.')).toBeVisible();
    await expect.element(panel.getByText('sari@example.test')).toBeVisible();
    await expect.element(panel.getByText(/\.eml/)).not.toBeInTheDocument();
    await expectAccessible();
  });

  for (const { language, theme, width, height } of PAGE_VARIANTS)
    it(`fits the screen: ${language}, ${theme}, ${width} px`, async () => {
      await page.viewport(width, height);
      await openConsole(PATH, { language, theme });
      await expect.poll(findFrame).not.toBeNull();
      await expectAccessible();
      expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(width);
      await expectTextsToFit([language]);
    });
});
