import type { NavigationItem } from '@innkeeper/contract';
import { useLingui } from '@lingui/react/macro';
import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { useHoverDelay } from './hover-delay.ts';
import { HorizontalEntry } from './horizontal-entry.tsx';
import { moveFocus } from './horizontal-keys.ts';
import type { OpenPath } from './open-path.ts';
import { useNavigation } from '../session/navigation-tree.ts';
import { useFittingCount } from './use-fitting.ts';

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
  const hoverDelay = useHoverDelay();
  const fittingCount = useFittingCount(bar, items);

  const openMenus = (path: OpenPath) => {
    hoverDelay.cancel();
    setOpen(path);
  };

  useEffect(() => {
    if (open.length === 0) return;
    const isOutside = ({ target }: Event) => target instanceof Node && !bar.current?.contains(target);
    const closeOutside = (event: Event) => isOutside(event) && setOpen([]);
    const closeAll = () => setOpen([]);
    const closeOnEscape = ({ key }: globalThis.KeyboardEvent) => key === 'Escape' && setOpen(open.slice(0, -1));
    document.addEventListener('pointerdown', closeOutside);
    // Menus have a fixed position and do not move with a page that scrolls below them.
    document.addEventListener('scroll', closeOutside, true);
    // On the document, because a hovered menu is open while the focus is elsewhere.
    document.addEventListener('keydown', closeOnEscape);
    addEventListener('resize', closeAll);
    return () => {
      document.removeEventListener('pointerdown', closeOutside);
      document.removeEventListener('scroll', closeOutside, true);
      document.removeEventListener('keydown', closeOnEscape);
      removeEventListener('resize', closeAll);
    };
  }, [open]);

  const overflowItems = items.slice(fittingCount).filter(({ type }) => type !== 'divider');
  const moreItem: NavigationItem = {
    id: '.more',
    type: 'collapse',
    title: t`More`,
    icon: 'ellipsis',
    children: overflowItems,
  };
  const visibleItems = overflowItems.length > 0 ? [...items.slice(0, fittingCount), moreItem] : items;

  return (
    <ul
      ref={bar}
      className="flex min-w-0 flex-1 items-center gap-1"
      onPointerLeave={(event) => event.pointerType === 'mouse' && hoverDelay.schedule(() => setOpen([]))}
      onBlur={(event) => event.relatedTarget && !event.currentTarget.contains(event.relatedTarget) && openMenus([])}
      onKeyDown={(event: KeyboardEvent<HTMLElement>) => moveFocus(event, open, openMenus)}
    >
      {visibleItems.map((item) => (
        <HorizontalEntry
          key={item.id}
          item={item}
          path={[]}
          open={open}
          onOpen={openMenus}
          onHover={(path) => hoverDelay.schedule(() => setOpen(path))}
        />
      ))}
    </ul>
  );
}
