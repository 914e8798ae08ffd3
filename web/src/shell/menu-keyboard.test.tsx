import { describe, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { menu, menuWidth, moveAway, openMenu } from '../testing/menu.ts';

const outerMenu = menu.getByRole('button', { name: 'House' });
const rooms = menu.getByRole('button', { name: 'Rooms' });
const inns = menu.getByRole('link', { name: 'Inns' });
const handbook = menu.getByRole('link', { name: 'Handbook' });

async function focus(target: typeof outerMenu): Promise<void> {
  await expect.element(target).toBeVisible();
  target.element().focus();
  await expect.element(target).toHaveFocus();
}

describe('the bar by keyboard', () => {
  test('Enter and Space open and close menus, arrows move, Escape returns to the button', async () => {
    await openMenu('/dashboard', { style: 'layout2' });
    await focus(menu.getByRole('link', { name: 'Lobby' }));
    await userEvent.keyboard('{ArrowRight}');
    await expect.element(menu.getByRole('link', { name: 'Inbox' })).toHaveFocus();
    await userEvent.keyboard('{End}');
    await expect.element(outerMenu).toHaveFocus();
    await userEvent.keyboard('{Home}');
    await expect.element(menu.getByRole('link', { name: 'Lobby' })).toHaveFocus();
    await userEvent.keyboard('{ArrowLeft}');
    await expect.element(outerMenu).toHaveFocus();
    await userEvent.keyboard('{Enter}');
    await expect.element(rooms).toBeVisible();
    await userEvent.keyboard(' ');
    await expect.element(rooms).not.toBeInTheDocument();
    await userEvent.keyboard('{ArrowDown}');
    await expect.element(rooms).toHaveFocus();
    await userEvent.keyboard('{ArrowRight}');
    await expect.element(inns).toHaveFocus();
    await userEvent.keyboard('{ArrowDown}');
    await expect.element(menu.getByRole('link', { name: 'Exactly' })).toHaveFocus();
    await userEvent.keyboard('{ArrowLeft}');
    await expect.element(rooms).toHaveFocus();
    await expect.element(inns).not.toBeInTheDocument();
    await userEvent.keyboard('{Escape}');
    await expect.element(outerMenu).toHaveFocus();
    await expect.element(rooms).not.toBeInTheDocument();
  });

  test('Tab moves through the open menus, and leaving the bar closes them', async () => {
    await openMenu('/system/hotel', { style: 'layout2' });
    await expect.element(page.getByRole('button', { name: 'Refresh' })).toBeVisible();
    await focus(outerMenu);
    await userEvent.keyboard('{Enter}');
    await expect.element(rooms).toBeVisible();
    await userEvent.tab();
    await expect.element(rooms).toHaveFocus();
    await userEvent.tab();
    await expect.element(handbook).toHaveFocus();
    await userEvent.tab();
    await expect.element(handbook).not.toBeInTheDocument();
  });
});

test('keyboard focus opens the folded navigation, and Escape folds it again', async () => {
  await openMenu('/dashboard', { folded: true });
  await expect.element(page.getByRole('heading', { level: 1 })).toBeVisible();
  await moveAway();
  await expect.poll(menuWidth).toBe(64);
  // After a key press, a focused element matches `:focus-visible`.
  await userEvent.tab();
  menu.getByRole('link', { name: 'Lobby' }).element().focus();
  await expect.poll(menuWidth).toBe(280);
  await userEvent.keyboard('{Escape}');
  await expect.poll(menuWidth).toBe(64);
});
