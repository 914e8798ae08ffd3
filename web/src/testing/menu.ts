import type { NavigationItem } from '@innkeeper/contract';
import { expect } from 'vitest';
import { page } from 'vitest/browser';
import { EXCEPTIONS_MENU } from './exceptions-menu.ts';
import { openConsole } from './open-console.tsx';

export const menu = page.getByRole('navigation', { name: /^(Main navigation|Navigasi utama)$/ });

/** Moves the pointer to the middle of the page, where it has no effect. */
export const movePointerAway = (): Promise<void> => page.getByRole('main').hover();

export interface MenuOptions {
  readonly style?: 'layout1' | 'layout2';
  readonly isFolded?: boolean;
  readonly navigation?: readonly NavigationItem[];
}

/** Opens the console with the test's own menu, and waits until it is visible. */
export async function openMenu(path: string, { style = 'layout1', isFolded, navigation }: MenuOptions = {}) {
  const config = isFolded ? { folded: isFolded } : {};
  await openConsole(path, {
    user: { navigation: navigation ?? EXCEPTIONS_MENU },
    settings: { layout: { style, config } },
  });
  await expect.element(menu.getByRole('listitem').first()).toBeVisible();
}

/** The width of the navigation on screen. Pixels. */
export const menuWidth = (): number => menu.element().getBoundingClientRect().width;
