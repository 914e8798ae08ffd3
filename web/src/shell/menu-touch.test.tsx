import { expect, test } from 'vitest';
import { commands, page } from 'vitest/browser';
import { menu, menuWidth, moveAway, openMenu } from '../testing/menu.ts';

const hotelMenu = menu.getByRole('button', { name: 'House' });
const outside = menu.getByRole('link', { name: 'Handbook' });

test('in the bar a tap opens a menu; a second one, a chosen page or a tap beside it closes it', async () => {
  await openMenu('/dashboard', { style: 'layout2' });
  await expect.element(page.getByRole('heading', { level: 1 })).toBeVisible();
  // A mouse that the test before left there would rest on an entry of the menu, and open that.
  await moveAway();
  await commands.tap(hotelMenu);
  await expect.element(outside).toBeVisible();
  await commands.tap(hotelMenu);
  await expect.element(outside).not.toBeInTheDocument();
  await commands.tap(hotelMenu);
  await commands.tap(menu.getByRole('button', { name: 'Rooms' }));
  await commands.tap(menu.getByRole('link', { name: 'Inns' }));
  await expect.poll(() => location.pathname).toBe('/system/hotel');
  await expect.element(menu.getByRole('link', { name: 'Inns' })).not.toBeInTheDocument();
  await commands.tap(hotelMenu);
  await expect.element(outside).toBeVisible();
  await commands.tap(page.getByRole('heading', { level: 1, name: 'Hotels' }));
  await expect.element(outside).not.toBeInTheDocument();
});

test('on the rail the first tap opens it, and the second one goes to the page', async () => {
  await openMenu('/dashboard', { folded: true });
  await expect.element(page.getByRole('heading', { level: 1 })).toBeVisible();
  await moveAway();
  await expect.poll(menuWidth).toBe(64);
  const inbox = menu.getByRole('link', { name: 'Inbox' });
  await commands.tap(inbox);
  await expect.poll(menuWidth).toBe(280);
  expect(location.pathname).toBe('/dashboard');
  await commands.tap(inbox);
  await expect.poll(() => location.pathname).toBe('/company/member');
});
