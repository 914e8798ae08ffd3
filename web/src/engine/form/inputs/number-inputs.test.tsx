import { beforeEach, describe, expect, it } from 'vitest';
import { type Locator, page, userEvent } from 'vitest/browser';
import { expectAccessible } from '../../../testing/accessibility.ts';
import { waitForPaint, inputElement, paste, typeKeys } from '../../../testing/inputs.ts';
import { HOTELS } from '../../../testing/fixtures.ts';
import { openConsole } from '../../../testing/open-console.tsx';
import { HttpResponse, mockResponse, setRecords } from '../../../testing/mock-server.ts';
import { findRequests, waitForRequest } from '../../../testing/requests.ts';
import { row } from '../../../testing/rows.ts';

const textbox = (name: RegExp) => page.getByRole('textbox', { name });
const caretPosition = (locator: Locator) => inputElement(locator).selectionStart;

async function selectRange(locator: Locator, start: number, end = start): Promise<void> {
  inputElement(locator).focus();
  inputElement(locator).setSelectionRange(start, end);
  await waitForPaint();
}

async function typeInto(locator: Locator, text: string): Promise<void> {
  await locator.click();
  await typeKeys(...text);
}

describe('input of whole numbers', () => {
  const price = textbox(/^Price(?! )/);
  beforeEach(async () => {
    await openConsole('/system/membership/new');
    await expect.element(price).toBeVisible();
  });

  it('adds thousands separators while typing', async () => {
    await typeInto(price, '1250000');
    await expect.element(price).toHaveValue('1,250,000');
    await expect.element(price).toHaveAttribute('inputmode', 'numeric');
  });

  it('preserves the caret position', async () => {
    await typeInto(price, '1250000');
    await selectRange(price, 3);
    await typeKeys('9');
    await expect.element(price).toHaveValue('12,950,000');
    await expect.poll(() => caretPosition(price)).toBe(4);
    await typeKeys('{Backspace}');
    await expect.element(price).toHaveValue('1,250,000');
    await expect.poll(() => caretPosition(price)).toBe(3);
  });

  it('deletes the digit before a comma on Backspace after the comma', async () => {
    await typeInto(price, '1250000');
    await selectRange(price, 2);
    await typeKeys('{Backspace}');
    await expect.element(price).toHaveValue('250,000');
    await expect.poll(() => caretPosition(price)).toBe(0);
    await typeKeys('{Backspace}');
    await expect.element(price).toHaveValue('250,000');
    await expect.poll(() => caretPosition(price)).toBe(0);
    await typeKeys('7');
    await expect.element(price).toHaveValue('7,250,000');
    await expect.poll(() => caretPosition(price)).toBe(1);
  });

  it.each([
    ['1.250.000,00', '1,250,000'],
    ['Rp 1,250,000', '1,250,000'],
    ['Rp. 2.000.000', '2,000,000'],
    [' 750000 ', '750,000'],
  ])('converts pasted “%s” to %s', async (pasted, expectedText) => {
    paste(price, pasted);
    await expect.element(price).toHaveValue(expectedText);
  });

  it.each([
    ['-1500', '-1,500', 'At least 0.'],
    ['1250000.55', '1,250,000.55', 'Must be a whole number.'],
    ['12.50.000', '12.50.000', /^Invalid separators/],
    ['12 rooms', '12 rooms', 'Must be a number.'],
  ])('keeps typed “%s” completely, and rejects it at its field', async (inputText, expectedText, errorText) => {
    await typeInto(price, inputText);
    await userEvent.tab();
    await expect.element(price).toHaveValue(expectedText);
    await expect.element(price).toHaveAttribute('aria-invalid', 'true');
    await expect.element(page.getByText(errorText)).toBeVisible();
    await expect
      .element(price)
      .toHaveAccessibleDescription(errorText instanceof RegExp ? errorText : new RegExp(errorText));
    await userEvent.keyboard('{Control>}s{/Control}');
    await expect.element(price).toHaveValue(expectedText);
    expect(await findRequests('POST /api/membership')).toEqual([]);
  });

  it.each([
    ['-5', '-5', 'At least 0.'],
    ['1.250.000,50', '1.250.000,50', 'Must be a whole number.'],
    ['gratis', '750000gratis', 'Must be a number.'],
  ])('shows the error of a pasted “%s”', async (pasted, expectedText, errorText) => {
    paste(price, '750000');
    await expect.element(price).toHaveValue('750,000');
    paste(price, pasted);
    await userEvent.tab();
    await expect.element(price).toHaveValue(expectedText);
    await expect.element(page.getByText(errorText)).toBeVisible();
  });

  it('replaces the selected digits with pasted ones', async () => {
    paste(price, '750000');
    await expect.element(price).toHaveValue('750,000');
    await selectRange(price, 0, 3);
    paste(price, '12');
    await expect.element(price).toHaveValue('12,000');
  });
});

describe('input of decimals', () => {
  beforeEach(() => openConsole('/system/country/new'));

  it.each([
    ['15500.25', '15,500.25', '15,500.250000'],
    ['1.250.000', '1.250.000', '1,250,000.000000'],
    ['1.250.000,50', '1.250.000,50', '1,250,000.500000'],
    ['1250000,5', '1250000,5', '1,250,000.500000'],
    ['1,250.5', '1,250.5', '1,250.500000'],
  ])('shows typed %s as %s, and on blur as %s', async (inputText, expectedWhileTyping, expectedAfterBlur) => {
    const rate = textbox(/^(USD rate|Kurs USD)/);
    await rate.fill('');
    await typeInto(rate, inputText);
    await expect.element(rate).toHaveValue(expectedWhileTyping);
    await userEvent.tab();
    await expect.element(rate).toHaveValue(expectedAfterBlur);
    await expect.element(rate).toHaveAttribute('inputmode', 'decimal');
  });

  it('preserves excess decimals and rejects them', async () => {
    const rate = textbox(/^(USD rate|Kurs USD)/);
    await rate.fill('');
    await typeInto(rate, '15500.1234567');
    await userEvent.tab();
    await expect.element(rate).toHaveValue('15,500.1234567');
    await expect.element(page.getByText('At most 6 decimals.')).toBeVisible();
  });

  it('accepts a sign if the number can be negative', async () => {
    const latitude = textbox(/^Latitude/);
    await typeInto(latitude, '-6.175');
    await expect.element(latitude).toHaveValue('-6.175');
    await userEvent.tab();
    await expect.element(latitude).toHaveValue('-6.175000000000000');
  });

  it('accepts pasted foreign separators and currencies', async () => {
    const rate = textbox(/^(USD rate|Kurs USD)/);
    await expect.element(rate).toBeVisible();
    paste(rate, 'Rp 15.500,25');
    await expect.element(rate).toHaveValue('15,500.250000');
  });
});

describe('input of amounts', () => {
  const foodAmount = textbox(/^Food and beverages/);
  async function openVisit(currency: string, total_fb: string): Promise<void> {
    const record = row('visit', 1, { currency, total_fb });
    mockResponse('GET /api/visit/:id', () => HttpResponse.json({ data: record }));
    await openConsole('/finance/visit/1');
    await expect.element(foodAmount).toBeVisible();
  }

  it.each([
    ['IDR', '1250000.000', '1,250,000'],
    ['IDR', '1250000.500', '1,250,000.5'],
    ['SGD', '1250.500', '1,250.50'],
    ['SGD', '1250.125', '1,250.125'],
  ])('uses the format of %s and shows the stored amount %s as %s', async (currency, storedAmount, expectedText) => {
    await openVisit(currency, storedAmount);
    await expect.element(foodAmount).toHaveValue(expectedText);
    // Focusing and leaving the input changes nothing.
    await foodAmount.click();
    await userEvent.tab();
    await expect.element(foodAmount).toHaveValue(expectedText);
    await expect.element(page.getByText('No changes')).toBeVisible();
  });

  it('preserves typed decimals and sends all decimals of its field', async () => {
    await openVisit('IDR', '1250000.000');
    await foodAmount.fill('');
    await typeInto(foodAmount, '2000000.255');
    await userEvent.tab();
    await expect.element(foodAmount).toHaveValue('2,000,000.255');
    await userEvent.keyboard('{Control>}s{/Control}');
    expect((await waitForRequest('POST /api/visit/1')).body).toMatchObject({ total_fb: '2000000.255' });
    await foodAmount.fill('2.000.000');
    await userEvent.tab();
    await expect.element(foodAmount).toHaveValue('2,000,000');
    await userEvent.keyboard('{Control>}s{/Control}');
    await expect
      .poll(async () => (await waitForRequest('POST /api/visit/1')).body)
      .toMatchObject({ total_fb: '2000000.000' });
  });

  it.each([
    ['IDR', 'Rp.'],
    ['KWD', 'KWD'],
  ])('names the currency %s of a record as %s', async (currency, name) => {
    await openVisit(currency, '1250.500');
    await expect.element(foodAmount).toHaveAccessibleDescription(name);
  });

  it('names the currency of the chosen hotel in a new record', async () => {
    await openConsole('/finance/visit/new', { user: { hotels: [HOTELS[0]] } });
    await expect.element(foodAmount).toHaveAccessibleDescription('Rp.');
  });

  it('shows the amount as typed while its currency is unknown', async () => {
    await openConsole('/finance/visit/new');
    await expect.element(foodAmount).toHaveValue('');
    await foodAmount.fill('12.5');
    await userEvent.tab();
    await expect.element(foodAmount).toHaveValue('12.5');
  });
});

/** A country with a rate close to the typed one, so that no confirmation appears. */
const setCloseRate = () => setRecords('country', [row('country', 1, { usd_rate: '15000.000000' })]);

describe('input of an ambiguous number', () => {
  beforeEach(setCloseRate);
  const LABELS = {
    en: {
      rate: 'USD rate',
      question: 'Which number do you mean?',
      save: 'Save',
      choices: ['15.515 point 5', '15,50015 thousand 500'],
    },
    id: {
      rate: 'Kurs USD',
      question: 'Angka mana yang dimaksud?',
      save: 'Simpan',
      choices: ['15.515 koma 5', '15,50015 ribu 500'],
    },
  } as const;
  const errorTexts = {
    en: 'Ambiguous number: 15 point 5 (15.5) or 15 thousand 500 (15500).',
    id: 'Angka bermakna ganda: 15 koma 5 (15.5) atau 15 ribu 500 (15500).',
  };

  it.each([
    ['en', 'light'],
    ['id', 'dark'],
  ] as const)(
    'offers both readings below the field, in %s: Tab reaches them, Enter selects one',
    async (language, theme) => {
      const labels = LABELS[language];
      await openConsole('/system/country/1', { language, theme });
      const rate = textbox(new RegExp(`^${labels.rate}`));
      await rate.fill('');
      await typeInto(rate, '15.500');
      await userEvent.keyboard('{Control>}s{/Control}');
      await expect.element(page.getByText(errorTexts[language])).toBeVisible();
      await expect.element(rate).toHaveValue('15.500');
      await expectAccessible();
      expect(await findRequests('POST /api/country/1')).toEqual([]);
      const choices = page.getByRole('group', { name: labels.question }).getByRole('button');
      await expect.poll(() => choices.elements().map((button) => button.textContent)).toEqual([...labels.choices]);
      await rate.click();
      await userEvent.tab();
      await expect.element(choices.first()).toHaveFocus();
      await userEvent.tab();
      await userEvent.keyboard('{Enter}');
      await expect.element(rate).toHaveValue('15,500.000000');
      await expect.element(rate).toHaveFocus();
      await expect.element(choices.first()).not.toBeInTheDocument();
      await expect.element(rate).not.toHaveAttribute('aria-invalid', 'true');
      await userEvent.keyboard('{Control>}s{/Control}');
      expect((await waitForRequest('POST /api/country/1')).body).toMatchObject({ usd_rate: '15500.000000' });
    },
  );

  it('accepts the clicked reading, also after pasting', async () => {
    await openConsole('/system/country/1');
    const rate = textbox(/^USD rate/);
    await rate.fill('');
    paste(rate, 'Rp 15.500');
    await page.getByRole('button', { name: '15.5 15 point 5' }).click();
    await expect.element(rate).toHaveValue('15.500000');
  });
});

it('a number is sent as plain digits, whatever its separators', async () => {
  setCloseRate();
  await openConsole('/system/country/1');
  const rate = textbox(/^(USD rate|Kurs USD)/);
  await rate.fill('');
  await typeInto(rate, '15500.25');
  await userEvent.keyboard('{Control>}s{/Control}');
  expect((await waitForRequest('POST /api/country/1')).body).toMatchObject({ usd_rate: '15500.250000' });
});

it.each([
  ['en', 'Must be more than 0.'],
  ['id', 'Harus lebih dari 0.'],
] as const)(
  'an invalid number shows its rule at the field, in %s, before anything is sent',
  async (language, errorText) => {
    await openConsole('/system/country/1', { language });
    const rate = textbox(/^(USD rate|Kurs USD)/);
    await rate.fill('0');
    await page
      .getByRole('button', { name: /^(Save|Simpan)/ })
      .first()
      .click();
    await expect.element(page.getByText(errorText)).toBeVisible();
    await expect.element(rate).toHaveAccessibleDescription(new RegExp(`^${errorText}`));
    await expect.element(rate).toHaveFocus();
    expect(await findRequests('POST /api/country/1')).toEqual([]);
  },
);
