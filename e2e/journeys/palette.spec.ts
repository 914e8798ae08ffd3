import type { Page, Route } from '@playwright/test';
import { expectAccessible } from '../src/accessibility.ts';
import { ACCOUNTS, createMember, expect, test } from '../src/test.ts';

test.use({ contextOptions: { reducedMotion: 'reduce' } });

const palette = (page: Page) => page.getByRole('dialog', { name: /^(Command palette|Palet perintah)$/ });
const options = (page: Page) => palette(page).getByRole('option');
const active = (page: Page) => palette(page).locator('[role=option][aria-selected=true]');

async function press(page: Page) {
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await page.keyboard.press('Control+k');
  await expect(palette(page).getByRole('combobox')).toBeFocused();
}
async function open(page: Page) {
  await page.goto('/company/dashboard');
  await press(page);
}
/** Types, and waits until it stands first. */
async function choose(page: Page, typed: string, found: string) {
  await page.keyboard.type(typed);
  await expect(active(page)).toContainText(found);
  await page.keyboard.press('Enter');
}

const SARI = {
  id: 71,
  name: 'Sari Wijaya',
  email: 'sari@example.test',
  phone_no: '+62 811 223 344',
  hotel: { id: 1, code: 'GJH', name: 'Grand Jakarta Harbour' },
  standing: 'active',
};
const answer = (route: Route, ...members: object[]) => route.fulfill({ json: { data: { members, vouchers: [] } } });
const words = (route: Route): string | null => new URL(route.request().url()).searchParams.get('q');

test.beforeEach(({ page }) => page.route('**/api/search?*', (route) => answer(route)));

test('Ctrl+K opens the palette over pages and actions, and the keyboard is enough for it', async ({ page }) => {
  await open(page);
  await expectAccessible(page);
  const first = await active(page).textContent();
  await page.keyboard.press('End');
  await expect(active(page)).toContainText('Logout');
  await expect(active(page)).toBeInViewport();
  await page.keyboard.press('ArrowDown');
  await expect(active(page)).toHaveText(first ?? '');
  await page.keyboard.press('ArrowUp');
  await page.keyboard.press('Home');
  await expect(active(page)).toHaveText(first ?? '');
  await page.keyboard.type('hot');
  await expect(active(page)).toContainText('Hotels');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/system\/hotel$/);
  await expect(palette(page)).toBeHidden();
});

test('Escape closes the palette and gives the focus back', async ({ page }) => {
  await page.goto('/company/dashboard');
  const button = page.getByRole('button', { name: 'Command palette, Ctrl K' });
  await button.click();
  await expect(palette(page).getByRole('combobox')).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(palette(page)).toBeHidden();
  await expect(button).toBeFocused();
});

for (const { look, cases } of [
  {
    look: { language: 'en', theme: 'light' },
    cases: [
      ['anggota baru', 'New member'],
      ['tambah hotel', 'New hotel'],
      ['keluar', 'Logout'],
      ['tema gelap', 'Dark theme'],
      ['wilayah', 'Regions'],
    ],
  },
  {
    look: { language: 'id', theme: 'dark' },
    cases: [
      ['new member', 'Anggota baru'],
      ['create hotel', 'Hotel baru'],
      ['sign out', 'Keluar'],
      ['light', 'Tema terang'],
      ['regions', 'Wilayah'],
    ],
  },
] as const) {
  test.describe(look.language, () => {
    test.use({ look });

    test('pages and actions are found in either language, whichever is on', async ({ page }) => {
      await open(page);
      for (const [typed, found] of cases) {
        await palette(page).getByRole('combobox').fill(typed);
        await expect(active(page)).toContainText(found);
      }
      await expectAccessible(page);
      await palette(page).getByRole('combobox').fill('zzzzz');
      await expect(
        palette(page).getByText(look.language === 'en' ? 'No results..' : 'Tidak ada hasil..'),
      ).toBeVisible();
    });
  });
}

test('an action does what it says: a new record, the language, the session’s end', async ({ page, enter }) => {
  await enter('/company/dashboard');
  await press(page);
  await choose(page, 'anggota baru', 'New member');
  await expect(page).toHaveURL(/\/company\/member\/new$/);
  await press(page);
  await choose(page, 'bahasa indonesia', 'Switch to Indonesian');
  await expect(page.locator('html')).toHaveAttribute('lang', 'id');
  await expect(palette(page)).toBeHidden();
  await press(page);
  await choose(page, 'panel cepat', 'Buka panel cepat');
  // One dialog opens out of another one.
  await expect(page.getByRole('dialog', { name: 'Panel cepat' })).toBeVisible();
  await expect(palette(page)).toBeHidden();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await press(page);
  await choose(page, 'logout', 'Keluar');
  await expect(page).toHaveURL(/\/login$/);
});

test.describe('while a page is on its way', () => {
  test.use({ serviceWorkers: 'block' });

  test('the palette keeps the focus, and what is typed goes on in it', async ({ page }) => {
    await open(page);
    const come = Promise.withResolvers<void>();
    await page.route('**/assets/*.js', async (route) => {
      await come.promise;
      await route.continue();
    });
    await choose(page, 'anggota baru', 'New member');
    await expect(page).toHaveURL(/\/company\/member\/new$/);
    await page.keyboard.press('Control+k');
    await expect(palette(page).getByRole('combobox')).toBeFocused();
    await page.keyboard.type('bahasa');
    come.resolve();
    await expect(page.getByRole('textbox', { name: 'First name', includeHidden: true })).toBeVisible();
    await page.keyboard.type(' indonesia');
    await expect(palette(page).getByRole('combobox')).toHaveValue('bahasa indonesia');
    await expect(active(page)).toContainText('Switch to Indonesian');
  });
});

test.describe('for somebody who may not create hotels', () => {
  test.use({ account: ACCOUNTS.frontDesk });

  test('the palette offers what the rights allow', async ({ page }) => {
    await open(page);
    await page.keyboard.type('new');
    await expect(options(page).filter({ hasText: 'New member' })).toBeVisible();
    await expect(options(page).filter({ hasText: /New (hotel|region|user|role)/ })).toHaveCount(0);
  });
});

test('what was chosen last stands first when nothing is typed', async ({ page, enter }) => {
  await enter('/company/dashboard');
  for (const name of ['Countries', 'Hotels']) {
    await press(page);
    await choose(page, name, name);
    await expect(palette(page)).toBeHidden();
  }
  await press(page);
  const recent = palette(page).getByRole('group', { name: 'Recent' });
  await expect(recent.getByRole('option')).toHaveText([/Hotels/, /Countries/]);
  await expect(options(page).filter({ hasText: 'Hotels' })).toHaveCount(1);
});

test('members are found by the server, with who they are, and opened', async ({ page }) => {
  await page.route('**/api/search?*', (route) => answer(route, SARI));
  await open(page);
  await page.keyboard.type('sari');
  const member = palette(page).getByRole('group', { name: 'Members' }).getByRole('option');
  await expect(member).toContainText('Sari Wijaya');
  await expect(member).toContainText('+62 811 223 344 · sari@example.test · Grand Jakarta Harbour');
  await expect(member).toContainText('Active');
  await expect(member).toHaveAttribute('aria-selected', 'true');
  await expectAccessible(page);
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/company\/member\/71$/);
});

test('a real member is found by name and by phone', async ({ page, client }) => {
  const member = await createMember(client, { phone_no: '+62 811 7070 9292' });
  await page.unroute('**/api/search?*');
  for (const typed of [member.first_name, '0811 70709292']) {
    await open(page);
    await page.keyboard.type(typed);
    await expect(active(page)).toContainText(member.first_name);
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL(new RegExp(`/company/member/${member.id}$`));
  }
});

test('the server is asked when the typing pauses, once', async ({ page }) => {
  const asked: (string | null)[] = [];
  await page.route('**/api/search?*', (route) => {
    asked.push(words(route));
    return answer(route, SARI);
  });
  await page.clock.install();
  await open(page);
  await page.clock.pauseAt(Date.now() + 60_000);
  for (const text of ['s', 'sa', 'sar', 'sari']) {
    await palette(page).getByRole('combobox').fill(text);
    await page.clock.runFor(140);
  }
  expect(asked).toEqual([]);
  const answered = page.waitForResponse('**/api/search?*');
  await page.clock.runFor(20);
  await answered;
  await page.clock.runFor(50);
  await expect(options(page).filter({ hasText: 'Sari Wijaya' })).toBeVisible();
  expect(asked).toEqual(['sari']);
});

test('an answer that comes late is never taken for the newest one, nor chosen', async ({ page }) => {
  let answerFirst: () => void = () => undefined;
  const held = new Promise<void>((resolve) => {
    answerFirst = resolve;
  });
  await page.route('**/api/search?*', async (route) => {
    if (words(route) === 'sari') return answer(route, SARI);
    if (words(route) === 'dewi') await held;
    await answer(route, { ...SARI, id: 72, name: 'Dewi Lestari', email: null }).catch(() => undefined);
  });
  await open(page);
  await page.keyboard.type('sari');
  await expect(active(page)).toContainText('Sari Wijaya');
  const asked = page.waitForRequest((request) => request.url().includes('q=dewi'));
  await palette(page).getByRole('combobox').fill('dewi');
  await asked;
  // Still in sight, so that nothing jumps, but no longer an answer.
  await expect(options(page).filter({ hasText: 'Sari' })).toHaveAttribute('aria-disabled', 'true');
  await expect(active(page)).toHaveCount(0);
  await page.keyboard.press('Enter');
  await expect(palette(page)).toBeVisible();
  answerFirst();
  await expect(active(page)).toContainText('Dewi Lestari');
  await expect(options(page).filter({ hasText: 'Sari' })).toHaveCount(0);
});

test('the line that waits for Enter stays the same while results arrive', async ({ page }) => {
  await page.route('**/api/search?*', (route) => answer(route, { ...SARI, name: 'Hotman' }));
  await open(page);
  await page.keyboard.type('hot');
  await page.keyboard.press('ArrowDown');
  const before = await active(page).getAttribute('id');
  await expect(options(page).filter({ hasText: 'Hotman' })).toBeVisible();
  await expect(active(page)).toHaveAttribute('id', before ?? '');
});

test.describe('when the search fails', () => {
  test.use({ expectedErrors: [/api\/search/] });

  test('pages and actions are still there, and it is said', async ({ page }) => {
    await page.route('**/api/search?*', (route) => route.fulfill({ status: 500, json: { error: 'internal_error' } }));
    await open(page);
    await page.keyboard.type('hotel');
    await expect(palette(page).getByText('Members and vouchers could not be searched.')).toBeVisible();
    await expect(active(page)).toContainText('Hotels');
  });
});

test('beneath a dialog the keys do nothing', async ({ page }) => {
  await page.goto('/system/region');
  await expect(page.getByRole('grid').getByRole('row').nth(2)).toBeVisible();
  await page.keyboard.press('n');
  await expect(page.getByRole('dialog', { name: 'New region' })).toBeVisible();
  await page.keyboard.press('Control+k');
  await expect(page.getByRole('dialog', { name: 'New region' })).toBeVisible();
  await expect(palette(page)).toHaveCount(0);
});

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });

  test('the palette fills the screen', async ({ page }) => {
    await page.goto('/company/dashboard');
    await page.getByRole('button', { name: 'Search the menu' }).tap();
    await page.getByRole('button', { name: /Command palette/ }).tap();
    await expect(palette(page)).toBeVisible();
    await expect.poll(() => palette(page).boundingBox()).toEqual({ x: 0, y: 0, width: 390, height: 844 });
    await expectAccessible(page);
    await palette(page).getByRole('button', { name: /Close/ }).tap();
    await expect(palette(page)).toBeHidden();
  });
});
