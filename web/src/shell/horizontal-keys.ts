import type { KeyboardEvent } from 'react';
import type { OpenPath } from './open-path.ts';

/**
 * The arrows within the bar and its menus. In the bar left and right walk, down opens; in a menu up and down walk, right opens
 * the inner menu, left and Esc close and go back to the button.
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
    // The menu is drawn after this event.
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

/** The links and buttons of one menu, without those of the menus within it. */
const entriesOf = (list: HTMLElement): readonly HTMLElement[] =>
  [...list.children].flatMap((line) =>
    [...line.children].filter((child) => child instanceof HTMLElement && child.matches('a, button')),
  ) as HTMLElement[]; // filtered just before

const buttonOf = (bar: HTMLElement, path: OpenPath): HTMLElement | undefined =>
  [...bar.querySelectorAll<HTMLElement>('button[data-menu]')].find(({ dataset }) => dataset['menu'] === path.join(' '));
