import { type Client, expect, loadFirst, createTag, test } from '../src/test.ts';

test.use({ expectedErrors: [/status of 422/] });

const findMailTypeId = async (client: Client, code: string): Promise<number | undefined> => {
  const types = await client.get<{ data: { id: number; code: string }[] }>('/api/option_detail/choices?slug=mail-type');
  return types.data.find((type) => type.code === code)?.id;
};

test('an editor writes the subject of a new mail and picks the colour of its greeting', async ({ page, client }) => {
  const { data: template } = await client.post<{ data: { id: number } }>('/api/mail_template', {
    name: `Surat ${createTag()}`,
    mail_type_id: await findMailTypeId(client, 'birthday'),
    is_active: 1,
  });
  const parameterName = `Warna ${createTag()}`;
  await client.post('/api/mail_params', {
    mail_template_id: template.id,
    sort_no: 1,
    name: parameterName,
    type_input_id: (await loadFirst(client, '/api/type_input?filter[code][exact]=6')).id,
    default_value: 'Gold\nSilver',
  });

  await page.goto(`/system/mail-language/new?mail_template_id=${template.id}`);
  const subject = page.getByRole('textbox', { name: 'Subject' });
  await subject.fill('Dear {{ member.nickname }}');
  await page.getByRole('button', { name: /^Save/ }).click();
  await expect(page.getByText('This email has no placeholder {{ member.nickname }}.')).toBeVisible();
  await subject.fill('Dear ');
  await page.getByRole('button', { name: 'Insert placeholder' }).click();
  await page.getByRole('menuitem', { name: '{{ member.first_name }}' }).click();
  await expect(subject).toHaveValue('Dear {{ member.first_name }}');
  await page.getByRole('button', { name: /^Save/ }).click();
  await expect(page).toHaveURL(/\/system\/mail-language\/\d+/);
  const languageId = new URL(page.url()).pathname.split('/').at(-1) ?? '';

  await page.goto(`/system/mail-language-params/new?mail_language_id=${languageId}`);
  await page.getByRole('combobox', { name: 'Mail parameter' }).fill(parameterName);
  await page.getByRole('option', { name: parameterName }).first().click();
  const value = page.getByRole('combobox', { name: 'Value' });
  await expect(value).toHaveText('Gold');
  await value.click();
  await page.getByRole('option', { name: 'Silver' }).click();
  await page.getByRole('button', { name: /^Save/ }).click();
  await expect(page).toHaveURL(/\/system\/mail-language-params\/\d+/);
});
