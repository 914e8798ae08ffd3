import { describe, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { expectAllAccessible } from '../testing/accessibility.ts';
import { openConsole } from '../testing/open-console.tsx';

const drawer = page.getByRole('dialog');
const links = drawer.getByRole('navigation').getByRole('link');
const entries = page.getByRole('menuitem');
const texts = () => entries.elements().map((entry) => entry.textContent);

describe('a visitor on a page outside the console', () => {
  test.for(['/error-404', '/error-500', '/under-maintenance'])(
    'finds only the sign-in in the menu, a drawer of 240 px: %s',
    async (path) => {
      await openConsole(path, { user: null });
      await page.getByRole('button', { name: 'Open navigation' }).click();
      await expect.poll(() => links.elements().map((link) => link.textContent)).toEqual(['Please Login']);
      await expect.poll(() => drawer.element().getBoundingClientRect().left).toBe(0);
      expect(drawer.element().getBoundingClientRect().width).toBe(240);
      await expectAllAccessible();
      await links.click();
      await expect.poll(() => location.pathname).toBe('/login');
      await expect.element(drawer).not.toBeInTheDocument();
    },
  );

  test('finds Login and Register in the user menu, by pointer and by keyboard', async () => {
    await openConsole('/error-404', { user: null });
    const button = page.getByRole('button', { name: 'User menu' });
    await button.click();
    await expect.poll(texts).toEqual(['Login', 'Register']);
    await entries.nth(1).click();
    await expect.poll(() => location.pathname).toBe('/register');

    await openConsole('/error-404', { user: null });
    await expect.element(button).toBeVisible();
    button.element().focus();
    await userEvent.keyboard('{Enter}');
    await expect.element(entries.first()).toHaveFocus();
    await userEvent.keyboard('{Enter}');
    await expect.poll(() => location.pathname).toBe('/login');
  });
});

describe('a signed-in user on a page outside the console', () => {
  test('finds profile and logout in the user menu', async () => {
    await openConsole('/error-404');
    await page.getByRole('button', { name: /^User menu/ }).click();
    await expect.poll(texts).toEqual(['My Profile', 'Logout']);
    await userEvent.keyboard('{Escape}');
    await expect.element(entries.first()).not.toBeInTheDocument();
  });

  test('finds their menu in the drawer', async () => {
    await openConsole('/error-404');
    await page.getByRole('button', { name: 'Open navigation' }).click();
    const members = drawer.getByRole('link', { name: 'Members', exact: true });
    await expect.element(members).toBeVisible();
    await expectAllAccessible();
    await members.click();
    await expect.poll(() => location.pathname).toBe('/company/member');
    await expect.element(drawer).not.toBeInTheDocument();
  });
});
