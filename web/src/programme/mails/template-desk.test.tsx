import { beforeEach, describe, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { expectAccessible } from '../../testing/accessibility.ts';
import { ALL_CODES } from '../../testing/house.ts';
import { openConsole } from '../../testing/open-console.tsx';
import { allRequests, answer, keepRecords } from '../../testing/played-server.ts';
import { sent } from '../../testing/requests.ts';
import { expectRoomForTexts } from '../../testing/room-for-texts.ts';
import { row } from '../../testing/rows.ts';
import type { MailDraft } from './mail-calls.ts';

const EDITOR = { id: 7, name: 'Editor', code: '7' };
const LINE = { id: 1, name: 'Text', code: '1' };

/** A birthday mail in two languages: the greeting is said in each, the closing only in the template. */
function keepTemplate(): void {
  const template = { id: 1, name: 'Birthday', code: null };
  keepRecords('mail_template', [row('mail_template', 1, { name: 'Birthday' })]);
  keepRecords('mail_language', [
    row('mail_language', 2, {
      mail_template_id: 1,
      mail_template: template,
      country_id: 5,
      country: { id: 5, name: 'Indonesia', code: 'ID' },
      header: 'Selamat ulang tahun',
      is_active: 1,
      is_reserved: 0,
    }),
    row('mail_language', 1, {
      mail_template_id: 1,
      mail_template: template,
      country_id: null,
      country: null,
      header: 'Happy birthday, {{ member.first_name }}',
      is_active: 1,
      is_reserved: 1,
    }),
  ]);
  const part = (id: number, name: string, type: typeof LINE, default_value: string) =>
    row('mail_params', id, {
      mail_template_id: 1,
      sort_no: id,
      name,
      type_input_id: type.id,
      type_input: type,
      default_value,
    });
  keepRecords('mail_params', [
    part(1, 'Salutation', LINE, 'Hello'),
    part(2, 'Body', EDITOR, '<p>A <b>voucher</b> waits.</p>'),
  ]);
  keepRecords('type_input', [row('type_input', 1, LINE), row('type_input', 7, EDITOR)]);
  answer('GET /api/mail_language_params', ({ request }) => {
    const language = Number(new URL(request.url).searchParams.get('filter[mail_language_id][includes]'));
    const own = row('mail_language_params', 11, {
      mail_language_id: 2,
      mail_params_id: 1,
      type_input_id: 1,
      type_input: LINE,
      name: 'Salutation',
      value: 'Halo {{ member.first_name }}',
    });
    const found = language === 2 ? [own] : [];
    return Response.json({
      data: found,
      meta: { page: 1, per_page: 500, total: found.length, total_is_estimate: false },
    });
  });
  answer('POST /api/mail_language/:id/preview', async ({ request }) => {
    const { header = 'as saved' } = (await request.clone().json()) as MailDraft; // the console's request
    const text = `${header}, Sari`;
    return Response.json({ data: { subject: text, html: `<p>${text}</p>`, text } });
  });
}

const part = (name: string) => page.getByRole('region', { name, exact: true });
const preview = () => page.getByRole('region', { name: 'Preview' });

describe('a mail template', () => {
  beforeEach(keepTemplate);

  it('opens with what it says where no other language does, beside the mail that becomes of it', async () => {
    await openConsole('/system/mail-template/1');
    await expect
      .element(page.getByRole('tab', { name: 'Every other country' }))
      .toHaveAttribute('aria-selected', 'true');
    await expect.element(part('Subject').getByText('{{ member.first_name }}')).toBeVisible();
    await expect.element(part('Salutation').getByText('Hello')).toBeVisible();
    await expect.element(part('Body').getByText('voucher', { exact: true })).toBeVisible();
    await expect.element(preview().getByText('as saved, Sari', { exact: true })).toBeVisible();
    await expectAccessible();
    await expectRoomForTexts();
  });

  it('says in another language what that one has of its own, and the rest as the template does', async () => {
    await openConsole('/system/mail-template/1');
    await page.getByRole('tab', { name: 'Indonesia' }).click();
    await expect.element(part('Salutation').getByText('Halo')).toBeVisible();
    await expect.element(part('Salutation').getByText('The template’s own text')).not.toBeInTheDocument();
    await expect.element(part('Body').getByText('The template’s own text')).toBeVisible();
  });

  it('shows the mail as it is being written, and saves it where it stands', async () => {
    await openConsole('/system/mail-template/1');
    await page.getByRole('button', { name: 'Write: Subject' }).click();
    const subject = page.getByRole('textbox', { name: 'Subject' });
    await expect.element(subject).toHaveFocus();
    await subject.fill('Many happy returns');
    await expect.element(preview().getByText('Many happy returns').first()).toBeVisible();
    await expect.element(preview().getByText('As you are writing it, not saved yet.')).toBeVisible();
    await userEvent.keyboard('{Control>}s{/Control}');
    await expect.element(part('Subject').getByText('Many happy returns')).toBeVisible();
    await expect.element(page.getByRole('button', { name: 'Write: Subject' })).toHaveFocus();
    expect((await sent('POST /api/mail_language/1')).body).toEqual({ _method: 'POST', header: 'Many happy returns' });
    expect((await allRequests()).filter(({ call }) => call === 'POST /api/mail_template/1')).toEqual([]);
  });

  it('gives a language words of its own when a part is written there for the first time', async () => {
    await openConsole('/system/mail-template/1');
    await page.getByRole('button', { name: 'Write: Salutation' }).click();
    const greeting = page.getByRole('textbox', { name: 'Salutation' });
    await expect.element(greeting).toHaveValue('Hello');
    await greeting.fill('Dear guest,');
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await expect.element(greeting).not.toBeInTheDocument();
    expect((await sent('POST /api/mail_language_params')).body).toMatchObject({
      mail_language_id: '1',
      mail_params_id: '1',
      type_input_id: '1',
      name: 'Salutation',
      value: 'Dear guest,',
    });
  });

  it('asks before what is being written is left for another part or language', async () => {
    await openConsole('/system/mail-template/1');
    await page.getByRole('button', { name: 'Write: Subject' }).click();
    await page.getByRole('textbox', { name: 'Subject' }).fill('Unsaved');
    await page.getByRole('tab', { name: 'Indonesia' }).click();
    const question = page.getByRole('alertdialog', { name: 'Leave without saving?' });
    await question.getByRole('button', { name: 'Keep editing' }).click();
    await expect.element(page.getByRole('textbox', { name: 'Subject' })).toHaveValue('Unsaved');
    await page.getByRole('button', { name: 'Write: Body' }).click();
    await question.getByRole('button', { name: 'Discard changes' }).click();
    await expect.element(part('Subject').getByText('Unsaved')).not.toBeInTheDocument();
    await expect.element(page.getByRole('textbox', { name: 'Body' })).toBeVisible();
  });

  it('is only read by who may not change it', async () => {
    const roles = ALL_CODES.filter((code) => !/^(UPDATE|STORE)_MAIL_TEMPLATE$/.test(code));
    await openConsole('/system/mail-template/1', { user: { roles } });
    await expect.element(part('Body').getByText('voucher', { exact: true })).toBeVisible();
    await expect.element(page.getByRole('button', { name: /^Write/ })).not.toBeInTheDocument();
    await expect.element(page.getByRole('button', { name: /^Add/ })).not.toBeInTheDocument();
  });

  it('that has no language yet says how to begin', async () => {
    keepRecords('mail_language', []);
    await openConsole('/system/mail-template/1');
    await expect.element(page.getByText('This template says nothing yet.')).toBeVisible();
    await expect.element(page.getByRole('button', { name: 'Add a language' })).toBeVisible();
  });

  it('is written on a phone, in Indonesian', async () => {
    await page.viewport(390, 844);
    await openConsole('/system/mail-template/1', { language: 'id', theme: 'dark' });
    await page.getByRole('button', { name: 'Tulis: Subjek' }).click();
    await expect.element(page.getByRole('textbox', { name: 'Subjek' })).toBeVisible();
    await expectAccessible();
    expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(390);
  });
});
