import type { Page } from '@playwright/test';
import { expectAccessible } from '../src/accessibility.ts';
import { ACCOUNTS, expect, signIn, test } from '../src/test.ts';

test.use({ contextOptions: { reducedMotion: 'reduce' } });

const raise = (page: Page, message: string, variant?: string) =>
  page.evaluate(
    (detail) => void dispatchEvent(new CustomEvent('showMessage', { detail })),
    variant === undefined ? { message } : { message, variant },
  );

async function openPanel(page: Page) {
  await page.getByRole('button', { name: /^(Quick panel|Panel cepat)$/ }).click();
  const panel = page.getByRole('dialog', { name: /^(Quick panel|Panel cepat)$/ });
  await expect(panel).toBeVisible();
  return panel;
}

test('the quick panel is a right drawer, and gives the focus back', async ({ page }) => {
  await page.goto('/company/dashboard');
  const panel = await openPanel(page);
  const edges = async () => {
    const { x, y, width, height } = (await panel.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 };
    return { right: x + width, top: y, bottom: y + height };
  };
  await expect.poll(edges).toEqual({ right: 1440, top: 0, bottom: 900 });
  await expectAccessible(page);
  await page.keyboard.press('Escape');
  await expect(panel).toBeHidden();
  await expect(page.getByRole('button', { name: 'Quick panel' })).toBeFocused();
});

test('it says whose session it is: everything for head office', async ({ page }) => {
  await page.goto('/company/dashboard');
  const panel = await openPanel(page);
  await expect(panel).toContainText(ACCOUNTS.administrator);
  await expect(panel).toContainText('Group');
  await expect(panel).toContainText('You see every hotel.');
});

for (const look of [
  { language: 'en', theme: 'light' },
  { language: 'id', theme: 'dark' },
] as const) {
  test.describe(look.language, () => {
    test.use({ account: ACCOUNTS.frontDesk, look });

    test('it names the hotels in sight at a desk', async ({ page }) => {
      await page.goto('/company/member');
      const panel = await openPanel(page);
      await expect(panel).toContainText(look.language === 'en' ? 'You see 1 hotel:' : 'Anda melihat 1 hotel:');
      await expect(panel.getByRole('list').first().getByRole('listitem')).toHaveCount(1);
      await expectAccessible(page);
    });
  });
}

test('it keeps what was said in this session, until it is cleared', async ({ page }) => {
  await page.clock.install({ time: new Date('2026-11-21T08:05:00+07:00') });
  await page.goto('/company/dashboard');
  let panel = await openPanel(page);
  await expect(panel).toContainText('Nothing has been said in this session.');
  await page.keyboard.press('Escape');
  await expect(panel).toBeHidden();
  await raise(page, 'The kitchen is closed.');
  await raise(page, 'The bar is open.', 'success');
  for (let n = 1; n <= 49; n++) await raise(page, `Table ${n}`, 'info');
  await page.clock.fastForward(10_000);
  await expect(page.locator('[data-variant]')).toHaveCount(0);
  panel = await openPanel(page);
  const lines = panel.getByRole('list', { name: 'Messages of this session' }).getByRole('listitem');
  await expect(lines).toHaveCount(50);
  await expect(lines.first()).toHaveText(/^Information: Table 49\s*08:05$/);
  await expect(lines.last()).toHaveText(/^Success: The bar is open\.\s*08:05$/);
  await expectAccessible(page);
  await panel.getByRole('button', { name: 'Clear all' }).click();
  await expect(panel).toContainText('Nothing has been said in this session.');
});

test('what was said to one is not there for the next one', async ({ page, enter, user }) => {
  await enter('/company/dashboard');
  await raise(page, 'Room 7 complains again.');
  await page.goto('/logout');
  await expect(page).toHaveURL(/\/login/);
  await signIn(page, user.username, '/login', user.password);
  const panel = await openPanel(page);
  await expect(panel).toContainText('Nothing has been said in this session.');
});

test('notes are kept on this device under the user’s name, and nowhere else', async ({ page, enter }) => {
  const sent: string[] = [];
  page.on('request', (request) => sent.push(request.postData() ?? ''));
  await enter('/company/dashboard');
  let panel = await openPanel(page);
  await panel.getByRole('textbox', { name: 'Notes' }).fill('Ask Made about the minibar.');
  await page.reload();
  panel = await openPanel(page);
  await expect(panel.getByRole('textbox', { name: 'Notes' })).toHaveValue('Ask Made about the minibar.');
  expect(sent.some((body) => body.includes('minibar'))).toBe(false);
  await page.goto('/logout');
  await expect(page).toHaveURL(/\/login/);
  await signIn(page);
  panel = await openPanel(page);
  await expect(panel.getByRole('textbox', { name: 'Notes' })).toHaveValue('');
});
