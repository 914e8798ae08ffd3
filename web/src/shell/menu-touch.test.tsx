import { expect, test } from 'vitest';
import { commands, page } from 'vitest/browser';
import { menu, menuWidth, movePointerAway, openMenu } from '../testing/menu.ts';

const outerMenuButton = menu.getByRole('button', { name: 'House' });
const handbookLink = menu.getByRole('link', { name: 'Handbook' });

test('a tap opens a menu of the bar; a second tap, a chosen page or a tap outside closes it', async () => {
  await openMenu('/dashboard', { style: 'layout2' });
  await expect.element(page.getByRole('heading', { level: 1 })).toBeVisible();
  // The previous test may have left the mouse over an entry, which would open its menu.
  await movePointerAway();
  await commands.tap(outerMenuButton);
  await expect.element(handbookLink).toBeVisible();
  await commands.tap(outerMenuButton);
  await expect.element(handbookLink).not.toBeInTheDocument();
  await commands.tap(outerMenuButton);
  await commands.tap(menu.getByRole('button', { name: 'Rooms' }));
  await commands.tap(menu.getByRole('link', { name: 'Inns' }));
  await expect.poll(() => location.pathname).toBe('/system/hotel');
  await expect.element(menu.getByRole('link', { name: 'Inns' })).not.toBeInTheDocument();
  await commands.tap(outerMenuButton);
  await expect.element(handbookLink).toBeVisible();
  await commands.tap(page.getByRole('heading', { level: 1, name: 'Hotels' }));
  await expect.element(handbookLink).not.toBeInTheDocument();
});

test('the first tap opens the folded navigation, and the second one opens the page', async () => {
  await openMenu('/dashboard', { isFolded: true });
  await expect.element(page.getByRole('heading', { level: 1 })).toBeVisible();
  await movePointerAway();
  await expect.poll(menuWidth).toBe(64);
  const inboxLink = menu.getByRole('link', { name: 'Inbox' });
  await commands.tap(inboxLink);
  await expect.poll(menuWidth).toBe(280);
  expect(location.pathname).toBe('/dashboard');
  await commands.tap(inboxLink);
  await expect.poll(() => location.pathname).toBe('/company/member');
});
