import { INPUT_TYPE, message } from '@innkeeper/contract';
import { beforeEach, describe, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { expectAccessible } from '../../testing/accessibility.ts';
import { waitForPaint, inputElement, typeKeys } from '../../testing/inputs.ts';
import { openConsole } from '../../testing/open-console.tsx';
import { mockResponse, setRecords, rejection } from '../../testing/mock-server.ts';
import { waitForRequest } from '../../testing/requests.ts';
import { row } from '../../testing/rows.ts';

const INPUT_TYPE_CODES = {
  Text: '1',
  Number: '2',
  Decimal: '3',
  Date: '4',
  'Text area': '5',
  Select: '6',
  Editor: '7',
} as const;
const typeRows = Object.entries(INPUT_TYPE_CODES).map(([name, code]) =>
  row('type_input', Number(code), { name, code }),
);
const template = row('mail_template', 1, { mail_type: { id: 1, name: 'Welcome', code: 'welcome' } });
const pressSaveKeys = () => userEvent.keyboard('{Control>}s{/Control}');

async function chooseOption(field: string, name: string): Promise<void> {
  await page.getByRole('combobox', { name: field }).fill(name);
  await page
    .getByRole('option', { name: new RegExp(`^${name}`) })
    .first()
    .click();
  await expect.element(page.getByRole('listbox')).not.toBeInTheDocument();
}

async function insertPlaceholder(name: string): Promise<void> {
  await page.getByRole('button', { name: 'Insert placeholder' }).click();
  await page.getByRole('menuitem', { name }).click();
  await expect.element(page.getByRole('menu')).not.toBeInTheDocument();
}

beforeEach(() => {
  setRecords('type_input', typeRows);
  setRecords('mail_template', [template]);
  setRecords('mail_data', []);
});

describe('the default value of a mail parameter', () => {
  beforeEach(() => openConsole('/system/mail-params/new?mail_template_id=1'));

  it.each([
    ['Date', 'DD MMM YYYY'],
    ['Select', 'One option per line; the first is the default'],
  ])('has an input matching its input type: %s', async (type, placeholder) => {
    await chooseOption('Input type', type);
    const value = page.getByRole('textbox', { name: 'Default value' });
    await expect.element(value).toHaveAttribute('placeholder', placeholder);
    await expectAccessible();
  });

  it('may be negative and has no decimals if its type is number', async () => {
    await chooseOption('Input type', 'Number');
    const value = page.getByRole('textbox', { name: 'Default value' });
    await value.click();
    await typeKeys(...'-12500');
    await expect.element(value).toHaveValue('-12,500');
    await typeKeys(...'.5');
    await userEvent.tab();
    await expect.element(value).toHaveValue('-12,500.5');
    await expect.element(page.getByText('Must be a whole number.')).toBeVisible();
  });

  it('has an editor for rich text, and inserts placeholders at the caret', async () => {
    await chooseOption('Input type', 'Editor');
    await expect.element(page.getByRole('toolbar', { name: 'Text formatting' })).toBeVisible();
    const editor = page.getByRole('textbox', { name: 'Default value' });
    await editor.click();
    await userEvent.keyboard('Dear ');
    await insertPlaceholder('{{ card.sbec_no }}');
    await userEvent.keyboard('!');
    await expect.element(editor).toHaveTextContent('Dear {{ card.sbec_no }}!');
    await expectAccessible();
  });
});

describe('mail subject', () => {
  const subjectInput = () => page.getByRole('textbox', { name: 'Subject' });

  it('inserts a placeholder at the caret and gets the focus back', async () => {
    await openConsole('/system/mail-language/new?mail_template_id=1');
    await subjectInput().fill('Dear , welcome');
    inputElement(subjectInput()).setSelectionRange(5, 5);
    await insertPlaceholder('{{ member.first_name }}');
    await expect.element(subjectInput()).toHaveValue('Dear {{ member.first_name }}, welcome');
    await expect.element(subjectInput()).toHaveFocus();
    await waitForPaint();
    expect(inputElement(subjectInput()).selectionStart).toBe('Dear {{ member.first_name }}'.length);
    await pressSaveKeys();
    expect((await waitForRequest('POST /api/mail_language')).body).toMatchObject({
      header: 'Dear {{ member.first_name }}, welcome',
      mail_template_id: '1',
    });
  });

  it('shows the name of a placeholder that does not exist', async () => {
    mockResponse('POST /api/mail_language/1', () =>
      rejection(422, 'validation_failed', {
        errors: { header: [message('unknown_placeholder', '{{ member.nickname }}')] },
      }),
    );
    await openConsole('/system/mail-language/1');
    await subjectInput().fill('Dear {{ member.nickname }}');
    await pressSaveKeys();
    await expect
      .element(subjectInput())
      .toHaveAccessibleDescription('This email has no placeholder {{ member.nickname }}.');
    await expect.element(subjectInput()).toHaveFocus();
  });
});

it('a language value has the type, name and choices of its parameter', async () => {
  const type_input = { id: 6, name: 'Select', code: INPUT_TYPE.select };
  setRecords('mail_params', [
    row('mail_params', 1, { name: 'Colour', type_input_id: 6, type_input, default_value: 'Gold\nSilver' }),
  ]);
  setRecords('mail_language', [row('mail_language', 1, { mail_template_id: 1 })]);
  await openConsole('/system/mail-language-params/new?mail_language_id=1');
  await chooseOption('Mail parameter', 'Colour');
  await expect.element(page.getByRole('textbox', { name: 'Name' })).toHaveValue('Colour');
  const value = page.getByRole('combobox', { name: 'Value' });
  await expect.element(value).toHaveTextContent('Gold');
  await value.click();
  await page.getByRole('option', { name: 'Silver' }).click();
  await pressSaveKeys();
  expect((await waitForRequest('POST /api/mail_language_params')).body).toMatchObject({
    name: 'Colour',
    value: 'Silver',
    type_input_id: '6',
    mail_params_id: '1',
    mail_language_id: '1',
  });
});
