import { beforeEach, describe, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { expectAccessible } from '../../testing/accessibility.ts';
import { gridRows } from '../../testing/lists.ts';
import { LOOKS } from '../../testing/looks.ts';
import { openConsole } from '../../testing/open-console.tsx';
import { answer, keepRecords, refusal } from '../../testing/played-server.ts';
import { expectRoomForTexts } from '../../testing/room-for-texts.ts';
import { row } from '../../testing/rows.ts';

const PATH = '/system/mail-log/1';
const CALL = 'GET /api/mail_log/1/mail';
const WELCOME = {
  subject: 'Welcome to Gold',
  html: '<!doctype html><style>p{color:#000}@media (prefers-color-scheme:dark){p{color:#fff}}</style><p>Dear Sari,</p>',
  text: 'Dear Sari,\nyour membership has begun.',
};
const sentMail = { is_as_sent: true, mail: WELCOME, problem: null };
const keep = (values = {}) =>
  keepRecords('mail_log', [
    row('mail_log', 1, {
      subject: 'Welcome to Gold',
      recipient: 'sari@example.test',
      delivery_status: 'sent',
      message: 'Kept as 2026-03-01T08-00-00-000Z-c0ffee00.eml',
      ...values,
    }),
  ]);
const frame = () => document.querySelector('iframe');

beforeEach(() => {
  keep();
  answer(CALL, { data: sentMail });
});

describe('a mail of the log', () => {
  it.each([
    ['en', 'Kept on this server: no mail relay is set up.', 'Data'],
    ['id', 'Disimpan di server ini: server email keluar belum diatur.', 'Data'],
  ] as const)(
    'that no relay carried says so in words, in the list and in its data: %s',
    async (language, words, tab) => {
      await openConsole('/system/mail-log', { language });
      await expect.element(gridRows().first()).toMatchTextContent(words);
      await openConsole(PATH, { language });
      await page.getByRole('tab', { name: tab }).click();
      await expect.element(page.getByRole('tabpanel').getByText(words)).toBeVisible();
      expect(document.body.textContent).not.toContain('.eml');
    },
  );

  it('is shown as it went out, and nothing in it runs', async () => {
    await openConsole(PATH);
    await expect.element(page.getByText('As it went out.')).toBeVisible();
    expect(frame()?.getAttribute('sandbox')).toBe('');
    expect(frame()?.srcdoc).toContain('Dear Sari,');
    await expect.element(page.getByText(/\.eml/)).not.toBeInTheDocument();
    await page.getByRole('radio', { name: 'Text only' }).click();
    await expect.element(page.getByText('your membership has begun.')).toBeVisible();
  });

  it('that was written anew, or waits, says so', async () => {
    answer(CALL, { data: { ...sentMail, is_as_sent: false } });
    await openConsole(PATH);
    await expect.element(page.getByText(/^What went out was not kept\./)).toBeVisible();
    keep({ delivery_status: 'queued', message: null });
    await openConsole(PATH);
    await expect.element(page.getByText(/^It has not gone out yet\./)).toBeVisible();
  });

  it('that is a letter is plain text without its link, and has no choice of looks', async () => {
    answer(CALL, { data: { ...sentMail, mail: { ...WELCOME, html: null, text: 'Hello,\n\n[…]' } } });
    await openConsole(PATH);
    await expect.element(page.getByText('[…]')).toBeVisible();
    await expect.element(page.getByText('As it went out, but for its link.')).toBeVisible();
    expect(frame()).toBeNull();
    await expect.element(page.getByRole('radio', { name: 'Dark' })).not.toBeInTheDocument();
    await expectAccessible();
  });

  it('that nobody can write any more says why', async () => {
    const problem = { en: 'The member was deleted.', id: 'Anggota ini sudah dihapus.' };
    answer(CALL, { data: { is_as_sent: false, mail: null, problem } });
    await openConsole(PATH, { language: 'id' });
    await expect.element(page.getByText('Email ini tidak dapat ditampilkan.')).toBeVisible();
    await expect.element(page.getByText('Anggota ini sudah dihapus.')).toBeVisible();
  });

  it('that did not come is asked for again by a button', async () => {
    answer(CALL, () => refusal(503, 'unavailable'));
    await openConsole(PATH);
    await expect.element(page.getByText('This could not be loaded.')).toBeVisible();
    answer(CALL, { data: sentMail });
    await page.getByRole('button', { name: 'Try again' }).click();
    await expect.element(page.getByText('As it went out.')).toBeVisible();
  });

  it('is read beside the list too', async () => {
    await openConsole('/system/mail-log');
    await gridRows().first().hover();
    await gridRows().first().getByRole('button', { name: 'Peek at Welcome to Gold' }).click();
    const panel = page.getByRole('complementary', { name: 'Welcome to Gold' });
    await expect.element(panel.getByText('As it went out.')).toBeVisible();
    await expect.element(panel.getByText('sari@example.test')).toBeVisible();
    await expect.element(panel.getByText(/\.eml/)).not.toBeInTheDocument();
    await expectAccessible();
  });

  for (const { language, theme, width, height } of LOOKS)
    it(`fits the screen: ${language}, ${theme}, ${width} px`, async () => {
      await page.viewport(width, height);
      await openConsole(PATH, { language, theme });
      await expect.poll(frame).not.toBeNull();
      await expectAccessible();
      expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(width);
      await expectRoomForTexts([language]);
    });
});
