import type { NavigationItem } from '@innkeeper/contract';
import { classNames } from '../ui/class-names.ts';

/** The number of pending records of a menu entry; a dot in the folded navigation. */
export function NavigationBadge({ badge, rail = false }: { badge: NavigationItem['badge']; rail?: boolean }) {
  if (!badge) return null;
  return (
    <span
      className={classNames(
        'shrink-0 rounded-full font-medium forced-colors:border',
        rail ? 'absolute top-1.5 left-7 size-2 forced-colors:bg-[Highlight]' : 'px-1.5 text-xs tabular',
      )}
      style={{ backgroundColor: `var(--${badge.bg ?? 'accent'})`, color: `var(--${badge.fg ?? 'on-accent'})` }}
    >
      {rail ? <span className="sr-only">{badge.title}</span> : badge.title}
    </span>
  );
}
