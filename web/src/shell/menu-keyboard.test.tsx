import { describe, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { menu, menuWidth, moveAway, openMenu } from '../testing/menu.ts';

const hotelMenu = menu.getByRole('button', { name: 'House' });
const rooms = menu.getByRole('button', { name: 'Rooms' });
const inns = menu.getByRole('link', { name: 'Inns' });
const outside = menu.getByRole('link', { name: 'Handbook' });

async function focus(target: typeof hotelMenu): Promise<void> {
  await expect.element(target).toBeVisible();
  target.element().focus();
  await expect.element(target).toHaveFocus();
}

describe('the bar by keyboard', () => {
  test('Enter and Space open and close, the arrows walk, Escape goes back to the button', async () => {
    await openMenu('/dashboard', { style: 'layout2' });
    await focus(menu.getByRole('link', { name: 'Lobby' }));
    await userEvent.keyboard('{ArrowRight}');
    await expect.element(menu.getByRole('link', { name: 'Inbox' })).toHaveFocus();
    await userEvent.keyboard('{End}');
    await expect.element(hotelMenu).toHaveFocus();
    await userEvent.keyboard('{Home}');
    await expect.element(menu.getByRole('link', { name: 'Lobby' })).toHaveFocus();
    await userEvent.keyboard('{ArrowLeft}');
    await expect.element(hotelMenu).toHaveFocus();
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
    await expect.element(hotelMenu).toHaveFocus();
    await expect.element(rooms).not.toBeInTheDocument();
  });

  test('Tab walks through what is open, and leaving the bar closes it', async () => {
    await openMenu('/system/hotel', { style: 'layout2' });
    await expect.element(page.getByRole('button', { name: 'Refresh' })).toBeVisible();
    await focus(hotelMenu);
    await userEvent.keyboard('{Enter}');
    await expect.element(rooms).toBeVisible();
    await userEvent.tab();
    await expect.element(rooms).toHaveFocus();
    await userEvent.tab();
    await expect.element(outside).toHaveFocus();
    await userEvent.tab();
    await expect.element(outside).not.toBeInTheDocument();
  });
});

test('the rail by keyboard: focus opens it, Escape folds it again', async () => {
  await openMenu('/dashboard', { folded: true });
  await expect.element(page.getByRole('heading', { level: 1 })).toBeVisible();
  await moveAway();
  await expect.poll(menuWidth).toBe(64);
  // Keys have been used last: the focused element now shows it.
  await userEvent.tab();
  menu.getByRole('link', { name: 'Lobby' }).element().focus();
  await expect.poll(menuWidth).toBe(280);
  await userEvent.keyboard('{Escape}');
  await expect.poll(menuWidth).toBe(64);
});
