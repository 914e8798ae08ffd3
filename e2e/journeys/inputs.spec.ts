import type { Locator, Page } from '@playwright/test';
import { createMember, expect, test } from '../src/test.ts';

const caret = (input: Locator) => input.evaluate((element: HTMLInputElement) => element.selectionStart);
const setCaret = (input: Locator, at: number, end = at) =>
  input.evaluate((element: HTMLInputElement, [from, to]) => element.setSelectionRange(from, to), [at, end] as const);

/** Pastes as the browser does: the event first, and the text where nobody has taken it. */
async function paste(input: Locator, text: string): Promise<void> {
  await input.focus();
  await input.evaluate((element: HTMLInputElement, pasted) => {
    const data = new DataTransfer();
    data.setData('text/plain', pasted);
    const event = new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true });
    if (element.dispatchEvent(event)) document.execCommand('insertText', false, pasted);
  }, text);
}

test.describe('number fields', () => {
  test('on membership use a comma as the thousands separator, take no decimals and no negatives', async ({ page }) => {
    await page.goto('/system/membership/new');
    const price = page.locator('input[name=price]');
    await price.pressSequentially('-1250000.5');
    await expect(price).toHaveValue('12,500,005');
    await price.fill('');
    await price.pressSequentially('1250000');
    await expect(price).toHaveValue('1,250,000');
  });

  test('keep the caret where the typing is', async ({ page }) => {
    await page.goto('/system/membership/new');
    const price = page.locator('input[name=price]');
    await price.pressSequentially('1250000');
    await setCaret(price, 3);
    await price.press('9');
    await expect(price).toHaveValue('12,950,000');
    expect(await caret(price)).toBe(4);
    await price.press('Backspace');
    await expect(price).toHaveValue('1,250,000');
    expect(await caret(price)).toBe(3);
    // Over a separator: the digit before it goes.
    await setCaret(price, 2);
    await price.press('Backspace');
    await expect(price).toHaveValue('250,000');
    await expect.poll(() => caret(price)).toBe(0);
    await price.press('Backspace');
    await expect(price).toHaveValue('250,000');
    expect(await caret(price)).toBe(0);
    await price.press('7');
    await expect(price).toHaveValue('7,250,000');
    expect(await caret(price)).toBe(1);
  });

  test('use the decimal places of the field, and negatives only where it has them', async ({ page }) => {
    await page.goto('/system/country/new');
    const rate = page.locator('input[name=usd_rate]');
    // As fast as a hand types: the caret follows each key a moment later.
    await rate.pressSequentially('-15500.1234567', { delay: 40 });
    await expect(rate).toHaveValue('15,500.123456');
    const latitude = page.locator('input[name=latitude]');
    await latitude.pressSequentially('-6.175', { delay: 40 });
    await expect(latitude).toHaveValue('-6.175000000000000');
    const decimals = page.locator('input[name=decimals]');
    await decimals.fill('');
    await decimals.pressSequentially('2.5', { delay: 40 });
    await expect(decimals).toHaveValue('25');
  });

  test('take a number from elsewhere with its own separators and currency', async ({ page }) => {
    await page.goto('/system/membership/new');
    const price = page.locator('input[name=price]');
    for (const [pasted, shown] of [
      ['1.250.000,50', '1,250,000'],
      ['Rp 1,250,000', '1,250,000'],
      ['Rp. 2.000.000', '2,000,000'],
      [' 750000 ', '750,000'],
    ] as const) {
      await price.fill('');
      await paste(price, pasted);
      await expect(price, pasted).toHaveValue(shown);
    }
    for (const wrong of ['-5', 'gratis']) {
      await paste(price, wrong);
      await expect(price, wrong).toHaveValue('750,000');
    }
    await setCaret(price, 0, 3);
    await paste(price, '12');
    await expect(price).toHaveValue('12,000');

    await page.goto('/system/country/new');
    const rate = page.locator('input[name=usd_rate]');
    await paste(rate, 'Rp 15.500,25');
    await expect(rate).toHaveValue('15,500.250000');
  });

  test('a rule of the field is said in words', async ({ page }) => {
    await page.goto('/system/country/new');
    await page.locator('input[name=usd_rate]').fill('0');
    await page
      .getByRole('button', { name: /^(Save|Create)/ })
      .first()
      .click();
    await expect(page.getByText('This must be more than 0.')).toBeVisible();
  });
});

/** The body of the next write, field by field. */
async function watchWrite(page: Page, path: RegExp, act: () => Promise<void>): Promise<string> {
  const request = page.waitForRequest((r) => r.method() === 'POST' && path.test(r.url()));
  await act();
  return (await request).postData() ?? '';
}

test.describe('dates and times', () => {
  test.use({ timezoneId: 'America/New_York' });

  test('are sent formatted YYYY-MM-DD HH:mm:ss in local time, and come back as they were', async ({ page, client }) => {
    const member = await createMember(client);
    await page.goto(`/company/member/${member.id}?tab=data`);
    const day = page.locator('input[name=email_verified_at]');
    // Two in the night of the change to summer time does not come twice, and half past one is still winter.
    await day.fill('08 Mar 2026');
    await day.press('Tab');
    const time = page.getByRole('textbox', { name: 'Time', exact: true });
    await time.fill('0130');
    await time.press('Tab');
    const sent = await watchWrite(page, new RegExp(`/api/member/${member.id}$`), () =>
      page.getByRole('button', { name: /^Save/ }).click(),
    );
    expect(sent).toMatch(/name="email_verified_at"\s+2026-03-08 01:30:00/);
    await expect(page.getByText('Nothing to save')).toBeVisible();
    const { data } = await client.get<{ data: { email_verified_at: string } }>(`/api/member/${member.id}`);
    expect(data.email_verified_at).toBe('2026-03-08 06:30:00');
    await page.reload();
    await expect(day).toHaveValue('08 Mar 2026');
    await expect(time).toHaveValue('01:30');
  });

  test('an empty birth date stays empty: an invented one would be untrue', async ({ page, client }) => {
    const member = await createMember(client, { birth_date: '1990-02-28' });
    await page.goto(`/company/member/${member.id}?tab=data`);
    const born = page.locator('input[name=birth_date]');
    await expect(born).toHaveValue('28 Feb 1990');
    await born.fill('');
    await born.blur();
    const sent = await watchWrite(page, new RegExp(`/api/member/${member.id}$`), () =>
      page.getByRole('button', { name: /^Save/ }).click(),
    );
    expect(sent).toMatch(/name="birth_date"\s+------/);
  });
});
