import { readFileSync } from 'node:fs';
import { type Label, resourceKeys, resources } from '@innkeeper/contract';
import type { Page } from '@playwright/test';
import { createMember, expect, expectSettingsSaved, signIn, test } from '../src/test.ts';

/** A text of the console in both languages. */
function catalogue(language: string): Map<string, string> {
  const po = readFileSync(new URL(`../../web/src/locales/${language}.po`, import.meta.url), 'utf8');
  const entries = [...po.matchAll(/^msgid ((?:".*"\n)+)msgstr ((?:".*"\n?)+)/gm)];
  const joined = (quoted = '') =>
    quoted
      .split('\n')
      .filter(Boolean)
      .map((line) => String(JSON.parse(line)))
      .join('');
  return new Map(entries.map(([, id, text]) => [joined(id), joined(text)]));
}

const isLabel = (value: unknown): value is Label =>
  typeof value === 'object' && value !== null && 'en' in value && 'id' in value;

function* labelsOf(value: unknown): Generator<Label> {
  if (isLabel(value)) yield value;
  else if (typeof value === 'object' && value !== null) for (const part of Object.values(value)) yield* labelsOf(part);
}

/** English texts that an Indonesian page must not show: those that Indonesian says otherwise, blanks aside. */
function englishTexts(): string[] {
  const [en, id] = [catalogue('en'), catalogue('id')];
  const pairs = [...en].map(([key, text]) => [text, id.get(key) ?? ''] as const);
  const labels = resourceKeys.flatMap((key) =>
    [...labelsOf(resources[key])].map((label) => [label.en, label.id] as const),
  );
  const indonesian = new Set([...pairs, ...labels].map(([, text]) => text));
  return [...pairs, ...labels]
    .map(([text]) => text)
    .filter((text) => /\p{L}{2}/u.test(text) && !/[{<]/.test(text) && !indonesian.has(text));
}

/** What people read on the page, or hear: texts and names, but for the data in the cells and row heads of tables. */
const readTexts = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const found: string[] = [];
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT | NodeFilter.SHOW_ELEMENT);
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      const element = node instanceof Element ? node : node.parentElement;
      if (!element || element.closest('[role=gridcell], td, th[scope=row], [lang=en]')) continue;
      if (node instanceof Element)
        found.push(...['aria-label', 'placeholder', 'title', 'alt'].map((name) => node.getAttribute(name) ?? ''));
      else found.push(node.textContent ?? '');
    }
    return found.map((text) => text.trim()).filter(Boolean);
  });

const english = new Set(englishTexts());

test.describe('in Indonesian', () => {
  test.use({ look: { language: 'id', theme: 'light' } });

  test('no page that the menu leads to shows an English text of the catalogues', async ({ page, client }) => {
    test.setTimeout(180_000);
    expect(english.size).toBeGreaterThan(300);
    // What staff have named is data, in the language in which it was typed, also where a form offers it to choose from.
    const { data } = await client.get<{ data: { data: { option_detail: { name: string }[] }[] } }>('/api/option');
    const named = new Set(data.data.flatMap((option) => option.option_detail.map(({ name }) => name)));
    await page.goto('/company/dashboard');
    const lists = resourceKeys.map((key) => resources[key].path);
    const forms = lists.map((path) => `${path}/new`);
    for (const path of ['/company/dashboard', '/dashboard', '/pages/profile', ...lists, ...forms]) {
      await page.goto(path);
      await expect(page.getByRole('heading').first()).toBeVisible();
      await expect(page.locator('[aria-busy=true]')).toHaveCount(0);
      expect(
        (await readTexts(page)).filter((text) => english.has(text) && !named.has(text)),
        path,
      ).toEqual([]);
    }
  });
});

test.describe('in Indonesian, for strangers', () => {
  test.use({ look: { language: 'id', theme: 'light' }, account: null });

  test('no page shows an English text of the catalogues, but for what the specification says', async ({ page }) => {
    for (const path of ['/login', '/auth/forgot-password', '/error-404', '/error-500', '/under-maintenance']) {
      await page.goto(path);
      await expect(page.getByRole('heading').first()).toBeVisible();
      expect(
        (await readTexts(page)).filter((text) => english.has(text)),
        path,
      ).toEqual([]);
    }
  });
});

test.describe('the language', () => {
  test.use({ account: null });

  test('is switched without a reload, keeps what a form holds, and is kept on the user', async ({
    page,
    client,
    user,
    enter,
    browser,
  }) => {
    const member = await createMember(client, { birth_date: '1990-05-22' });
    await enter(`/company/member/${member.id}?tab=data`);
    await page.getByRole('textbox', { name: 'Hobby' }).fill('Menyelam');
    await page.getByRole('textbox', { name: 'First name' }).fill('');
    await page.getByRole('button', { name: /^Save/ }).click();
    await expect(page.getByText('Please fill this in.')).toBeVisible();
    await page.evaluate(() => Object.assign(window, { isSame: true }));

    await page.getByRole('button', { name: 'Language' }).click();
    await page.getByRole('menuitemradio', { name: 'Bahasa Indonesia' }).click();
    await expect(page.getByText('Mohon diisi.')).toBeVisible();
    await expect(page.getByRole('textbox', { name: 'Hobi' })).toHaveValue('Menyelam');
    await expect(page.locator('input[name=birth_date]')).toHaveValue('22 Mei 1990');
    await expect(page.getByText('2 isian diubah, belum disimpan')).toBeVisible();
    expect((await readTexts(page)).filter((text) => english.has(text))).toEqual([]);
    expect(await page.evaluate(() => 'isSame' in window)).toBe(true);
    await expectSettingsSaved(page);

    const elsewhere = await (await browser.newContext()).newPage();
    await signIn(elsewhere, user.username, '/login', user.password);
    await expect(elsewhere.locator('html')).toHaveAttribute('lang', 'id');
    await elsewhere.context().close();
  });
});
