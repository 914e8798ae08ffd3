import type { Page } from '@playwright/test';
import { expect, signIn, test } from '../src/test.ts';

test.use({ contextOptions: { reducedMotion: 'reduce' } });

async function openPanel(page: Page) {
  await page.getByRole('button', { name: 'Quick panel' }).click();
  const panel = page.getByRole('dialog', { name: 'Quick panel' });
  await expect(panel).toBeVisible();
  return panel;
}
const noteText = 'Ask Made about the minibar.';
const emptyMessage = 'No messages yet';

test('two users of one desk each see their own notes, and no messages of the other', async ({
  page,
  openSignedIn,
  user,
}) => {
  const requestBodies: string[] = [];
  page.on('request', (request) => requestBodies.push(request.postData() ?? ''));
  await openSignedIn('/dashboard');
  let panel = await openPanel(page);
  await panel.getByRole('textbox', { name: 'Notes' }).fill(noteText);
  await page.reload();
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await page.evaluate(
    () => void dispatchEvent(new CustomEvent('showMessage', { detail: { message: 'Room 7 complains again.' } })),
  );
  await expect(page.getByRole('alert')).toBeVisible();
  panel = await openPanel(page);
  await expect(panel.getByRole('textbox', { name: 'Notes' })).toHaveValue(noteText);
  await expect(panel.getByRole('list', { name: 'Messages of this session' })).toContainText('Room 7 complains again.');

  await page.goto('/logout');
  await expect(page).toHaveURL(/\/login/);
  await signIn(page);
  panel = await openPanel(page);
  await expect(panel.getByRole('textbox', { name: 'Notes' })).toHaveValue('');
  await expect(panel).toContainText(emptyMessage);

  await page.goto('/logout');
  await expect(page).toHaveURL(/\/login/);
  await signIn(page, user.username, '/login', user.password);
  panel = await openPanel(page);
  await expect(panel.getByRole('textbox', { name: 'Notes' })).toHaveValue(noteText);
  await expect(panel).toContainText(emptyMessage);
  expect(requestBodies.some((body) => body.includes('minibar'))).toBe(false);
});
