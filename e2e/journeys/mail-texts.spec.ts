import { expectAccessible } from '../src/accessibility.ts';
import { type Client, expect, firstOf, tag, test } from '../src/test.ts';

const template = async (client: Client, type: string): Promise<number> => {
  const types = await client.get<{ data: { id: number; code: string }[] }>('/api/option_detail/choices?slug=mail-type');
  const { data } = await client.post<{ data: { id: number } }>('/api/mail_template', {
    name: `Surat ${tag()}`,
    mail_type_id: types.data.find(({ code }) => code === type)?.id,
    is_active: 1,
  });
  return data.id;
};
const inputType = async (client: Client, code: string) =>
  (await firstOf(client, `/api/type_input?filter[code][exact]=${code}`)).id;

test('a parameter is typed in as its input type says', async ({ page, client }) => {
  await page.goto(`/system/mail-params/new?mail_template_id=${await template(client, 'welcome')}`);
  const choose = async (name: string) => {
    await page.getByRole('combobox', { name: 'Input type' }).fill(name);
    await page
      .getByRole('option', { name: new RegExp(`^${name}`) })
      .first()
      .click();
  };
  const value = (role: 'textbox' | 'combobox') => page.getByRole(role, { name: 'Default value' });
  await choose('Date');
  await expect(value('textbox')).toHaveAttribute('placeholder', 'DD MMM YYYY');
  await choose('Number');
  await value('textbox').pressSequentially('-12500.5');
  await expect(value('textbox')).toHaveValue('-125,005');
  await choose('Select');
  await expect(value('textbox')).toHaveAttribute('placeholder', 'One choice a line; the first is the default');
  await choose('Editor');
  await expect(page.getByRole('toolbar', { name: 'Text formatting' })).toBeVisible();
  await expectAccessible(page);
});

test.describe('a refusal', () => {
  test.use({ expectedErrors: [/status of 422/] });

  test('a placeholder is put where the caret stands, and one that there is not is named', async ({ page, client }) => {
    const id = await template(client, 'welcome');
    await page.goto(`/system/mail-language/new?mail_template_id=${id}`);
    const subject = page.getByRole('textbox', { name: 'Subject' });
    await subject.fill('Dear , welcome {{ member.nickname }}');
    await subject.evaluate((input: HTMLInputElement) => input.setSelectionRange(5, 5));
    const insert = async (name: string) => {
      await page.getByRole('button', { name: 'Insert a placeholder' }).click();
      await page.getByRole('menuitem', { name }).click();
    };
    await insert('{{ member.first_name }}');
    await expect(subject).toHaveValue('Dear {{ member.first_name }}, welcome {{ member.nickname }}');
    await expect(subject).toBeFocused();
    await page.getByRole('button', { name: /^Save/ }).click();
    await expect(page.getByText('This mail has no placeholder {{ member.nickname }}.')).toBeVisible();
    await subject.fill('Dear {{ member.first_name }}');
    await page.getByRole('button', { name: /^Save/ }).click();
    await expect(page).toHaveURL(/\/system\/mail-language\/\d+/);

    await page.goto(`/system/mail-params/new?mail_template_id=${id}&type_input_id=${await inputType(client, '7')}`);
    const editor = page.getByRole('textbox', { name: 'Default value' });
    await editor.click();
    await page.keyboard.type('Dear ');
    await insert('{{ card.sbec_no }}');
    await page.keyboard.type('!');
    await expect(editor).toHaveText('Dear {{ card.sbec_no }}!');
  });
});

test('a value of a language takes type, name and choices from its parameter', async ({ page, client }) => {
  const mail_template_id = await template(client, 'birthday');
  const param = { mail_template_id, sort_no: 1, name: `Warna ${tag()}`, type_input_id: await inputType(client, '6') };
  await client.post('/api/mail_params', { ...param, default_value: 'Gold\nSilver' });
  const { data: language } = await client.post<{ data: { id: number } }>('/api/mail_language', {
    mail_template_id,
    header: 'Hello',
    is_active: 1,
  });
  await page.goto(`/system/mail-language-params/new?mail_language_id=${language.id}`);
  await page.getByRole('combobox', { name: 'Mail parameter' }).fill(param.name);
  await page.getByRole('option', { name: param.name }).first().click();
  await expect(page.getByRole('textbox', { name: 'Name' })).toHaveValue(param.name);
  await expect(page.getByRole('combobox', { name: 'Value' })).toHaveText('Gold');
  await page.getByRole('combobox', { name: 'Value' }).click();
  await page.getByRole('option', { name: 'Silver' }).click();
  await page.getByRole('button', { name: /^Save/ }).click();
  await expect(page).toHaveURL(/\/system\/mail-language-params\/\d+/);
});
