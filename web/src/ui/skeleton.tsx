import { classNames } from './class-names.ts';

/**
 * A placeholder for content that is loading. Give it the size of the content, so that the layout does not shift. If the
 * size is not known, `reveal-in-order` on the parent hides what follows.
 */
export function Skeleton({ className }: { className?: string }) {
  return (
    <span
      aria-hidden="true"
      data-skeleton=""
      className={classNames('block animate-pulse rounded-sm bg-hover', className ?? 'h-4 w-full')}
    />
  );
}
