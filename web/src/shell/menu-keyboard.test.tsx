import { describe, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { menu, menuWidth, movePointerAway, openMenu } from '../testing/menu.ts';

const outerMenuButton = menu.getByRole('button', { name: 'House' });
const roomsButton = menu.getByRole('button', { name: 'Rooms' });
const innsLink = menu.getByRole('link', { name: 'Inns' });
const handbookLink = menu.getByRole('link', { name: 'Handbook' });

async function focusEntry(target: typeof outerMenuButton): Promise<void> {
  await expect.element(target).toBeVisible();
  target.element().focus();
  await expect.element(target).toHaveFocus();
}

describe('keyboard navigation of the menu bar', () => {
  test('Enter and Space open and close menus, arrows move, Escape returns to the button', async () => {
    await openMenu('/dashboard', { style: 'layout2' });
    await focusEntry(menu.getByRole('link', { name: 'Lobby' }));
    await userEvent.keyboard('{ArrowRight}');
    await expect.element(menu.getByRole('link', { name: 'Inbox' })).toHaveFocus();
    await userEvent.keyboard('{End}');
    await expect.element(outerMenuButton).toHaveFocus();
    await userEvent.keyboard('{Home}');
    await expect.element(menu.getByRole('link', { name: 'Lobby' })).toHaveFocus();
    await userEvent.keyboard('{ArrowLeft}');
    await expect.element(outerMenuButton).toHaveFocus();
    await userEvent.keyboard('{Enter}');
    await expect.element(roomsButton).toBeVisible();
    await userEvent.keyboard(' ');
    await expect.element(roomsButton).not.toBeInTheDocument();
    await userEvent.keyboard('{ArrowDown}');
    await expect.element(roomsButton).toHaveFocus();
    await userEvent.keyboard('{ArrowRight}');
    await expect.element(innsLink).toHaveFocus();
    await userEvent.keyboard('{ArrowDown}');
    await expect.element(menu.getByRole('link', { name: 'Exactly' })).toHaveFocus();
    await userEvent.keyboard('{ArrowLeft}');
    await expect.element(roomsButton).toHaveFocus();
    await expect.element(innsLink).not.toBeInTheDocument();
    await userEvent.keyboard('{Escape}');
    await expect.element(outerMenuButton).toHaveFocus();
    await expect.element(roomsButton).not.toBeInTheDocument();
  });

  test('Tab moves through the open menus, and leaving the bar closes them', async () => {
    await openMenu('/system/hotel', { style: 'layout2' });
    await expect.element(page.getByRole('button', { name: 'Refresh' })).toBeVisible();
    await focusEntry(outerMenuButton);
    await userEvent.keyboard('{Enter}');
    await expect.element(roomsButton).toBeVisible();
    await userEvent.tab();
    await expect.element(roomsButton).toHaveFocus();
    await userEvent.tab();
    await expect.element(handbookLink).toHaveFocus();
    await userEvent.tab();
    await expect.element(handbookLink).not.toBeInTheDocument();
  });
});

test('keyboard focus opens the folded navigation, and Escape folds it again', async () => {
  await openMenu('/dashboard', { isFolded: true });
  await expect.element(page.getByRole('heading', { level: 1 })).toBeVisible();
  await movePointerAway();
  await expect.poll(menuWidth).toBe(64);
  // After a key press, a focused element matches `:focus-visible`.
  await userEvent.tab();
  menu.getByRole('link', { name: 'Lobby' }).element().focus();
  await expect.poll(menuWidth).toBe(280);
  await userEvent.keyboard('{Escape}');
  await expect.poll(menuWidth).toBe(64);
});
