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
    buttonOf(bar, open)?.focus();
    return change(open.slice(0, -1));
  }
  const list = target.closest('ul');
  if (!list) return;
  const entriesInBar = list === bar;
  const [before, after, into] = entriesInBar
    ? ['ArrowLeft', 'ArrowRight', 'ArrowDown']
    : ['ArrowUp', 'ArrowDown', 'ArrowRight'];
  const entries = entriesOf(list);
  const at = entries.indexOf(target);
  const go = (next: number) => entries.at(next % entries.length)?.focus();
  const own = target.dataset['menu']?.split(' ');

  if (key === before) go(at - 1);
  else if (key === after) go(at + 1);
  else if (key === 'Home') go(0);
  else if (key === 'End') go(-1);
  else if (key === into && own) {
    change(own);
    // React renders the menu after this event.
    requestAnimationFrame(() => {
      const menu = target.parentElement?.querySelector('ul');
      if (menu) entriesOf(menu)[0]?.focus();
    });
  } else if (key === 'ArrowLeft' && !entriesInBar) {
    const path = list.dataset['menu']?.split(' ') ?? [];
    buttonOf(bar, path)?.focus();
    change(path.slice(0, -1));
  } else return;
  event.preventDefault();
}

/** The links and buttons of one menu, without those of its submenus. */
const entriesOf = (list: HTMLElement): readonly HTMLElement[] =>
  [...list.children].flatMap((line) =>
    [...line.children].filter((child) => child instanceof HTMLElement && child.matches('a, button')),
  ) as HTMLElement[]; // as filtered above

const buttonOf = (bar: HTMLElement, path: OpenPath): HTMLElement | undefined =>
  [...bar.querySelectorAll<HTMLElement>('button[data-menu]')].find(({ dataset }) => dataset['menu'] === path.join(' '));
