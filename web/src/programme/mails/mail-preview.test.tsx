import { beforeEach, describe, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { expectAccessible } from '../../testing/accessibility.ts';
import { ALL_CODES } from '../../testing/house.ts';
import { openConsole } from '../../testing/open-console.tsx';
import { answer, refusal } from '../../testing/played-server.ts';
import { sent } from '../../testing/requests.ts';
import type { ShownMail } from '@innkeeper/contract/calls';

const mailTo = (name: string): ShownMail => ({
  subject: `Happy birthday, ${name}`,
  html: `<!doctype html><style>.sheet{background:#fff}@media (prefers-color-scheme:dark){.sheet{background:#1f2125}}</style><p class="sheet">Dear ${name},</p>`,
  text: `Dear ${name},\nwe wish you a happy birthday.`,
});

const dialog = () => page.getByRole('dialog', { name: /^(Preview|Pratinjau)$/ });
const frame = (): HTMLIFrameElement => {
  const found = document.querySelector('iframe');
  if (!found) throw new Error('No mail is shown');
  return found;
};

function playMails(): void {
  answer('POST /api/mail_language/1/preview', async ({ request }) => {
    const asked: unknown = await request.clone().json();
    const isNamed = typeof asked === 'object' && asked !== null && 'member_id' in asked;
    return Response.json({ data: mailTo(isNamed ? 'Made' : 'Sari') });
  });
}

async function open(language: 'en' | 'id' = 'en'): Promise<void> {
  await openConsole('/system/mail-language/1', { language });
  await page.getByRole('button', { name: language === 'en' ? 'Preview' : 'Pratinjau' }).click();
  await expect.element(dialog().getByText('Happy birthday, Sari')).toBeVisible();
}

describe('a mail', () => {
  beforeEach(playMails);

  it('is shown as the newest member receives it, then as the one who is chosen does', async () => {
    await open();
    expect((await sent('POST /api/mail_language/1/preview')).body).toEqual({});
    expect(frame().srcdoc).toContain('Dear Sari,');
    await dialog().getByRole('combobox', { name: 'Member' }).fill('First name 2');
    await page.getByRole('option', { name: /First name 2/ }).click();
    await expect.element(dialog().getByText('Happy birthday, Made')).toBeVisible();
    expect((await sent('POST /api/mail_language/1/preview')).body).toEqual({ member_id: 2 });
    await expect.poll(() => frame().srcdoc).toContain('Dear Made,');
  });

  it('is seen by day, by night and as text, and nothing in it runs', async () => {
    await open();
    expect(frame().getAttribute('sandbox')).toBe('');
    expect(frame().srcdoc).toContain('@media not all');
    await dialog().getByRole('radio', { name: 'Dark' }).click();
    await expect.poll(() => frame().srcdoc).toContain('@media all');
    await dialog().getByRole('radio', { name: 'Text only' }).click();
    await expect.element(dialog().getByText('we wish you a happy birthday.')).toBeVisible();
    expect(document.querySelector('iframe')).toBeNull();
    await expectAccessible();
  });

  it('is tried on oneself, which says where it went', async () => {
    answer('POST /api/mail_language/1/test', { data: { recipient: 'sari.wulandari@example.test' } });
    await open();
    await dialog().getByRole('button', { name: 'Send a test to me' }).click();
    await expect.element(page.getByText('The mail is on its way to sari.wulandari@example.test.')).toBeVisible();
    const { body, headers } = await sent('POST /api/mail_language/1/test');
    expect(body).toEqual({});
    expect(headers.get('Idempotency-Key')).toMatch(/\S{20}/);
  });

  it('is not tried by who may not change it, and members stay unseen by who may not see them', async () => {
    const roles = ALL_CODES.filter((code) => !['UPDATE_MAIL_TEMPLATE', 'VIEW_MEMBER'].includes(code));
    await openConsole('/system/mail-language/1', { user: { roles } });
    await page.getByRole('button', { name: 'Preview' }).click();
    await expect.element(dialog().getByText('Placeholders stay as they are: you may not see members.')).toBeVisible();
    await expect.element(dialog().getByRole('button', { name: 'Send a test to me' })).not.toBeInTheDocument();
  });

  it('that cannot be shown says so, and is there after trying again', async () => {
    answer('POST /api/mail_language/1/preview', () => refusal(503, 'unavailable'));
    await openConsole('/system/mail-language/1');
    await page.getByRole('button', { name: 'Preview' }).click();
    await expect.element(dialog().getByText('This could not be loaded.')).toBeVisible();
    playMails();
    await dialog().getByRole('button', { name: 'Try again' }).click();
    await expect.element(dialog().getByText('Happy birthday, Sari')).toBeVisible();
  });

  it('is previewed on a phone, in Indonesian', async () => {
    await page.viewport(390, 844);
    await open('id');
    await expectAccessible();
    expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(390);
  });
});
