import { beforeEach, describe, expect, it } from 'vitest';
import { type Locator, page, userEvent } from 'vitest/browser';
import { drawn, inputOf, paste, typeKeys } from '../../../testing/inputs.ts';
import { openConsole } from '../../../testing/open-console.tsx';
import { requests, sent } from '../../../testing/requests.ts';

const box = (name: RegExp) => page.getByRole('textbox', { name });
const caretOf = (locator: Locator) => inputOf(locator).selectionStart;

async function put(locator: Locator, at: number, end = at): Promise<void> {
  inputOf(locator).focus();
  inputOf(locator).setSelectionRange(at, end);
  await drawn();
}

async function typeInto(locator: Locator, text: string): Promise<void> {
  await locator.click();
  await typeKeys(...text);
}

describe('a number without decimals', () => {
  const price = box(/^Price(?! )/);
  beforeEach(async () => {
    await openConsole('/system/membership/new');
    await expect.element(price).toBeVisible();
  });

  it('has a comma between thousands, no decimals and no sign', async () => {
    await typeInto(price, '-1250000.5');
    await expect.element(price).toHaveValue('12,500,005');
    await price.fill('');
    await typeInto(price, '1250000');
    await expect.element(price).toHaveValue('1,250,000');
    await expect.element(price).toHaveAttribute('inputmode', 'numeric');
  });

  it('keeps the caret where the typing is', async () => {
    await typeInto(price, '1250000');
    await put(price, 3);
    await typeKeys('9');
    await expect.element(price).toHaveValue('12,950,000');
    await expect.poll(() => caretOf(price)).toBe(4);
    await typeKeys('{Backspace}');
    await expect.element(price).toHaveValue('1,250,000');
    await expect.poll(() => caretOf(price)).toBe(3);
  });

  it('loses the digit before a comma when Backspace is pressed behind the comma', async () => {
    await typeInto(price, '1250000');
    await put(price, 2);
    await typeKeys('{Backspace}');
    await expect.element(price).toHaveValue('250,000');
    await expect.poll(() => caretOf(price)).toBe(0);
    await typeKeys('{Backspace}');
    await expect.element(price).toHaveValue('250,000');
    await expect.poll(() => caretOf(price)).toBe(0);
    await typeKeys('7');
    await expect.element(price).toHaveValue('7,250,000');
    await expect.poll(() => caretOf(price)).toBe(1);
  });

  it.each([
    ['1.250.000,50', '1,250,000'],
    ['Rp 1,250,000', '1,250,000'],
    ['Rp. 2.000.000', '2,000,000'],
    [' 750000 ', '750,000'],
  ])('is pasted as “%s” and stands as %s', async (pasted, shown) => {
    paste(price, pasted);
    await expect.element(price).toHaveValue(shown);
  });

  it.each(['-5', 'gratis'])('stays as it is when “%s” is pasted', async (pasted) => {
    paste(price, '750000');
    await expect.element(price).toHaveValue('750,000');
    paste(price, pasted);
    await drawn();
    await expect.element(price).toHaveValue('750,000');
  });

  it('takes pasted digits in the place of those that are marked', async () => {
    paste(price, '750000');
    await expect.element(price).toHaveValue('750,000');
    await put(price, 0, 3);
    paste(price, '12');
    await expect.element(price).toHaveValue('12,000');
  });
});

describe('a number with decimals', () => {
  beforeEach(() => openConsole('/system/country/new'));

  it('has those of its field, and no sign where it cannot be negative', async () => {
    const rate = box(/^(USD rate|Kurs USD)/);
    await typeInto(rate, '-15500.1234567');
    await expect.element(rate).toHaveValue('15,500.123456');
    await expect.element(rate).toHaveAttribute('inputmode', 'decimal');
  });

  it('has a sign where it can be negative', async () => {
    const latitude = box(/^Latitude/);
    await typeInto(latitude, '-6.175');
    await expect.element(latitude).toHaveValue('-6.175000000000000');
  });

  it('has none where the field counts', async () => {
    const decimals = box(/^Decimals/);
    await decimals.fill('');
    await typeInto(decimals, '2.5');
    await expect.element(decimals).toHaveValue('25');
  });

  it('is pasted with the separators and the currency of elsewhere', async () => {
    const rate = box(/^(USD rate|Kurs USD)/);
    await expect.element(rate).toBeVisible();
    paste(rate, 'Rp 15.500,25');
    await expect.element(rate).toHaveValue('15,500.250000');
  });
});

it('a number is sent as its plain digits, whatever separators stand in the field', async () => {
  await openConsole('/system/country/1');
  const rate = box(/^(USD rate|Kurs USD)/);
  await rate.fill('');
  await typeInto(rate, '15500.25');
  await userEvent.keyboard('{Control>}s{/Control}');
  expect((await sent('POST /api/country/1')).body).toMatchObject({ usd_rate: '15500.250000' });
});

it.each([
  ['en', 'This must be more than 0.'],
  ['id', 'Ini harus lebih dari 0.'],
] as const)('a rule of the field is said in words, in %s, before anything is sent', async (language, words) => {
  await openConsole('/system/country/1', { language });
  const rate = box(/^(USD rate|Kurs USD)/);
  await rate.fill('0');
  await page
    .getByRole('button', { name: /^(Save|Simpan)/ })
    .first()
    .click();
  await expect.element(page.getByText(words)).toBeVisible();
  await expect.element(rate).toHaveAccessibleDescription(new RegExp(`^${words}`));
  await expect.element(rate).toHaveFocus();
  expect(await requests('POST /api/country/1')).toEqual([]);
});
