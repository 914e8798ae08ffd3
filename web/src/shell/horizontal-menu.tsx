import type { NavigationItem } from '@innkeeper/contract';
import { useLingui } from '@lingui/react/macro';
import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { useHoverDelay } from './hover-delay.ts';
import { HorizontalEntry } from './horizontal-entry.tsx';
import { moveFocus } from './horizontal-keys.ts';
import type { OpenPath } from './open-path.ts';
import { useNavigation } from '../session/navigation-tree.ts';
import { useFitting } from './use-fitting.ts';

/**
 * The menu as a bar. Its menus are disclosures: lists of links behind a button, without a focus trap.
 *
 *   mouse: hovering for 150 ms opens a menu, leaving it for 150 ms closes it; moving back cancels either. A click opens
 *   it immediately.
 *   keys: Enter and Space open and close, arrows move, Esc closes the innermost menu; leaving the bar closes all.
 *   touch: a tap opens and closes.
 *
 * Entries that do not fit go into "More".
 */
export function HorizontalMenu() {
  const { t } = useLingui();
  const items = useNavigation();
  const bar = useRef<HTMLUListElement>(null);
  const [open, setOpen] = useState<OpenPath>([]);
  const hover = useHoverDelay();
  const fitting = useFitting(bar, items);

  const change = (path: OpenPath) => {
    hover.cancel();
    setOpen(path);
  };

  useEffect(() => {
    if (open.length === 0) return;
    const isOutside = ({ target }: Event) => target instanceof Node && !bar.current?.contains(target);
    const close = (event: Event) => isOutside(event) && setOpen([]);
    const closeAll = () => setOpen([]);
    const escape = ({ key }: globalThis.KeyboardEvent) => key === 'Escape' && setOpen(open.slice(0, -1));
    document.addEventListener('pointerdown', close);
    // Menus have a fixed position and do not move with a page that scrolls below them.
    document.addEventListener('scroll', close, true);
    // On the document, because a hovered menu is open while the focus is elsewhere.
    document.addEventListener('keydown', escape);
    addEventListener('resize', closeAll);
    return () => {
      document.removeEventListener('pointerdown', close);
      document.removeEventListener('scroll', close, true);
      document.removeEventListener('keydown', escape);
      removeEventListener('resize', closeAll);
    };
  }, [open]);

  const rest = items.slice(fitting).filter(({ type }) => type !== 'divider');
  const more: NavigationItem = { id: '.more', type: 'collapse', title: t`More`, icon: 'ellipsis', children: rest };
  const shown = rest.length > 0 ? [...items.slice(0, fitting), more] : items;

  return (
    <ul
      ref={bar}
      className="flex min-w-0 flex-1 items-center gap-1"
      onPointerLeave={(event) => event.pointerType === 'mouse' && hover.later(() => setOpen([]))}
      onBlur={(event) => event.relatedTarget && !event.currentTarget.contains(event.relatedTarget) && change([])}
      onKeyDown={(event: KeyboardEvent<HTMLElement>) => moveFocus(event, open, change)}
    >
      {shown.map((item) => (
        <HorizontalEntry
          key={item.id}
          item={item}
          path={[]}
          open={open}
          onOpen={change}
          onHover={(path) => hover.later(() => setOpen(path))}
        />
      ))}
    </ul>
  );
}
