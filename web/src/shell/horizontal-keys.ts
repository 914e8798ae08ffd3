import type { KeyboardEvent } from 'react';
import type { OpenPath } from './open-path.ts';

/**
 * Moves the focus within the bar and its menus. In the bar, Left and Right move and Down opens a menu. In a menu, Up
 * and Down move, Right opens a submenu, Left and Esc close the menu and focus its button. Home and End go to the ends.
 */
export function moveFocus(event: KeyboardEvent<HTMLElement>, open: OpenPath, change: (path: OpenPath) => void): void {
  const { target, currentTarget: bar, key } = event;
  if (!(target instanceof HTMLElement)) return;
  if (key === 'Escape' && open.length > 0) {
    event.stopPropagation();
    findMenuButton(bar, open)?.focus();
    return change(open.slice(0, -1));
  }
  const list = target.closest('ul');
  if (!list) return;
  const isBarList = list === bar;
  const [previousKey, nextKey, openKey] = isBarList
    ? ['ArrowLeft', 'ArrowRight', 'ArrowDown']
    : ['ArrowUp', 'ArrowDown', 'ArrowRight'];
  const entries = listEntries(list);
  const index = entries.indexOf(target);
  const focusEntry = (next: number) => entries.at(next % entries.length)?.focus();
  const ownPath = target.dataset['menu']?.split(' ');

  if (key === previousKey) focusEntry(index - 1);
  else if (key === nextKey) focusEntry(index + 1);
  else if (key === 'Home') focusEntry(0);
  else if (key === 'End') focusEntry(-1);
  else if (key === openKey && ownPath) {
    change(ownPath);
    // React renders the menu after this event.
    requestAnimationFrame(() => {
      const menu = target.parentElement?.querySelector('ul');
      if (menu) listEntries(menu)[0]?.focus();
    });
  } else if (key === 'ArrowLeft' && !isBarList) {
    const path = list.dataset['menu']?.split(' ') ?? [];
    findMenuButton(bar, path)?.focus();
    change(path.slice(0, -1));
  } else return;
  event.preventDefault();
}

/** The links and buttons of one menu, without those of its submenus. */
const listEntries = (list: HTMLElement): readonly HTMLElement[] =>
  [...list.children].flatMap((item) =>
    [...item.children].filter((child) => child instanceof HTMLElement && child.matches('a, button')),
  ) as HTMLElement[]; // as filtered above

const findMenuButton = (bar: HTMLElement, path: OpenPath): HTMLElement | undefined =>
  [...bar.querySelectorAll<HTMLElement>('button[data-menu]')].find(({ dataset }) => dataset['menu'] === path.join(' '));
