import { beforeEach, describe, expect, it, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { expectAccessible } from '../../testing/accessibility.ts';
import { ALL_CODES } from '../../testing/fixtures.ts';
import { openConsole } from '../../testing/open-console.tsx';
import { allRequests, mockResponse, setRecords } from '../../testing/mock-server.ts';
import { waitForRequest } from '../../testing/requests.ts';
import { expectTextsToFit } from '../../testing/text-fit.ts';
import { row } from '../../testing/rows.ts';
import type { MailDraft } from './mail-calls.ts';

const EDITOR_TYPE = { id: 7, name: 'Editor', code: '7' };
const TEXT_TYPE = { id: 1, name: 'Text', code: '1' };

/** A birthday mail in two languages. The greeting differs by language; the closing exists only in the template. */
function mockTemplate(): void {
  const template = { id: 1, name: 'Birthday', code: null };
  setRecords('mail_template', [row('mail_template', 1, { name: 'Birthday' })]);
  setRecords('mail_language', [
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
  const createParameter = (id: number, name: string, type: typeof TEXT_TYPE, default_value: string) =>
    row('mail_params', id, {
      mail_template_id: 1,
      sort_no: id,
      name,
      type_input_id: type.id,
      type_input: type,
      default_value,
    });
  setRecords('mail_params', [
    createParameter(1, 'Salutation', TEXT_TYPE, 'Hello'),
    createParameter(2, 'Body', EDITOR_TYPE, '<p>A <b>voucher</b> waits.</p>'),
  ]);
  setRecords('type_input', [row('type_input', 1, TEXT_TYPE), row('type_input', 7, EDITOR_TYPE)]);
  mockResponse('GET /api/mail_language_params', ({ request }) => {
    const language = Number(new URL(request.url).searchParams.get('filter[mail_language_id][includes]'));
    const languageValue = row('mail_language_params', 11, {
      mail_language_id: 2,
      mail_params_id: 1,
      type_input_id: 1,
      type_input: TEXT_TYPE,
      name: 'Salutation',
      value: 'Halo {{ member.first_name }}',
    });
    const values = language === 2 ? [languageValue] : [];
    return Response.json({
      data: values,
      meta: { page: 1, per_page: 500, total: values.length, total_is_estimate: false },
    });
  });
  mockResponse('POST /api/mail_language/:id/preview', async ({ request }) => {
    const { header = 'as saved' } = (await request.clone().json()) as MailDraft; // the console's request
    const text = `${header}, Sari`;
    return Response.json({ data: { subject: text, html: `<p>${text}</p>`, text } });
  });
}

const partRegion = (name: string) => page.getByRole('region', { name, exact: true });
const previewRegion = () => page.getByRole('region', { name: 'Preview' });

describe('a mail template', () => {
  beforeEach(mockTemplate);

  it('opens with the texts of the fallback language next to the resulting mail', async () => {
    await openConsole('/system/mail-template/1');
    await expect
      .element(page.getByRole('tab', { name: 'Default (all other countries)' }))
      .toHaveAttribute('aria-selected', 'true');
    await expect.element(partRegion('Subject').getByText('{{ member.first_name }}')).toBeVisible();
    await expect.element(partRegion('Salutation').getByText('Hello')).toBeVisible();
    await expect.element(partRegion('Body').getByText('voucher', { exact: true })).toBeVisible();
    await expect.element(previewRegion().getByText('as saved, Sari', { exact: true })).toBeVisible();
    await expectAccessible();
    await expectTextsToFit();
  });

  it("shows a language's own texts, and the template's texts for its other parts", async () => {
    await openConsole('/system/mail-template/1');
    await page.getByRole('tab', { name: 'Indonesia' }).click();
    await expect.element(partRegion('Salutation').getByText('Halo')).toBeVisible();
    await expect.element(partRegion('Salutation').getByText('Template text')).not.toBeInTheDocument();
    await expect.element(partRegion('Body').getByText('Template text')).toBeVisible();
  });

  it('previews the mail while it is written, and saves in place', async () => {
    await openConsole('/system/mail-template/1');
    await page.getByRole('button', { name: 'Edit: Subject' }).click();
    const subjectInput = page.getByRole('textbox', { name: 'Subject' });
    await expect.element(subjectInput).toHaveFocus();
    await subjectInput.fill('Many happy returns');
    await expect.element(previewRegion().getByText('Many happy returns').first()).toBeVisible();
    await expect.element(previewRegion().getByText('Unsaved draft')).toBeVisible();
    await userEvent.keyboard('{Control>}s{/Control}');
    await expect.element(partRegion('Subject').getByText('Many happy returns')).toBeVisible();
    await expect.element(page.getByRole('button', { name: 'Edit: Subject' })).toHaveFocus();
    expect((await waitForRequest('POST /api/mail_language/1')).body).toEqual({
      _method: 'POST',
      header: 'Many happy returns',
    });
    expect((await allRequests()).filter(({ call }) => call === 'POST /api/mail_template/1')).toEqual([]);
  });

  it("creates a language's own text when a part is first written there", async () => {
    await openConsole('/system/mail-template/1');
    await page.getByRole('button', { name: 'Edit: Salutation' }).click();
    const salutationInput = page.getByRole('textbox', { name: 'Salutation' });
    await expect.element(salutationInput).toHaveValue('Hello');
    await salutationInput.fill('Dear guest,');
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await expect.element(salutationInput).not.toBeInTheDocument();
    expect((await waitForRequest('POST /api/mail_language_params')).body).toMatchObject({
      mail_language_id: '1',
      mail_params_id: '1',
      type_input_id: '1',
      name: 'Salutation',
      value: 'Dear guest,',
    });
  });

  it('requires confirmation before unsaved text is left for another part or language', async () => {
    await openConsole('/system/mail-template/1');
    await page.getByRole('button', { name: 'Edit: Subject' }).click();
    await page.getByRole('textbox', { name: 'Subject' }).fill('Unsaved');
    await page.getByRole('tab', { name: 'Indonesia' }).click();
    const confirmation = page.getByRole('alertdialog', { name: 'Leave without saving?' });
    await confirmation.getByRole('button', { name: 'Keep editing' }).click();
    await expect.element(page.getByRole('textbox', { name: 'Subject' })).toHaveValue('Unsaved');
    await page.getByRole('button', { name: 'Edit: Body' }).click();
    await confirmation.getByRole('button', { name: 'Discard changes' }).click();
    await expect.element(partRegion('Subject').getByText('Unsaved')).not.toBeInTheDocument();
    await expect.element(page.getByRole('textbox', { name: 'Body' })).toBeVisible();
  });

  it('is read-only without the permission to change it', async () => {
    const roles = ALL_CODES.filter((code) => !/^(UPDATE|STORE)_MAIL_TEMPLATE$/.test(code));
    await openConsole('/system/mail-template/1', { user: { roles } });
    await expect.element(partRegion('Body').getByText('voucher', { exact: true })).toBeVisible();
    await expect.element(page.getByRole('button', { name: /^Write/ })).not.toBeInTheDocument();
    await expect.element(page.getByRole('button', { name: /^Add/ })).not.toBeInTheDocument();
  });

  it('explains how to start if it has no language', async () => {
    setRecords('mail_language', []);
    await openConsole('/system/mail-template/1');
    await expect.element(page.getByText('This template is empty.')).toBeVisible();
    await expect.element(page.getByRole('button', { name: 'Add language' })).toBeVisible();
  });

  it('can be written on a phone, in Indonesian', async () => {
    await page.viewport(390, 844);
    await openConsole('/system/mail-template/1', { language: 'id', theme: 'dark' });
    await page.getByRole('button', { name: 'Ubah: Subjek' }).click();
    await expect.element(page.getByRole('textbox', { name: 'Subjek' })).toBeVisible();
    await expect.element(page.getByRole('button', { name: 'Ubah: Isi' })).toBeVisible();
    await expectAccessible();
    expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(390);
  });
});

describe('a dialog opened from the menu of a part', () => {
  const menuButton = () => partRegion('Salutation').getByRole('button', { name: 'More actions for Salutation' });
  const form = page.getByRole('dialog', { name: 'Edit Salutation' });

  test.for(['pointer', 'keyboard'] as const)('has the focus on its first field, opened by %s', async (device) => {
    mockTemplate();
    await openConsole('/system/mail-template/1');
    const item = page.getByRole('menuitem', { name: 'Name, kind and order…' });
    await expect.element(menuButton()).toBeVisible();
    if (device === 'pointer') {
      await menuButton().click();
      await item.click();
    } else {
      menuButton().element().focus();
      await userEvent.keyboard('{Enter}');
      await expect.element(item).toHaveFocus();
      await userEvent.keyboard('{Enter}');
    }
    await expect.element(form.getByRole('textbox', { name: 'Name' })).toBeVisible();
    // The menu has gone, so nothing takes the focus back any more.
    await expect.element(item).not.toBeInTheDocument();
    await expect.element(form.getByRole('combobox', { name: 'Mail template' })).toHaveFocus();
    await userEvent.keyboard('{Escape}');
    await expect.element(form).not.toBeInTheDocument();
    await expect.element(menuButton()).toHaveFocus();
  });

  test('has the focus on its safe button, if it is a confirmation', async () => {
    mockTemplate();
    await openConsole('/system/mail-template/1');
    await menuButton().click();
    await page.getByRole('menuitem', { name: 'Delete in all languages…' }).click();
    const confirmation = page.getByRole('alertdialog');
    await expect.element(confirmation).toBeVisible();
    await expect.element(page.getByRole('menu')).not.toBeInTheDocument();
    await expect.element(confirmation.getByRole('button', { name: 'Cancel' })).toHaveFocus();
  });
});
