import { classNames } from './class-names.ts';

/** A placeholder for content that is loading. Give it the size of the content, so that the layout does not shift. */
export function Skeleton({ className }: { className?: string }) {
  return (
    <span
      aria-hidden="true"
      className={classNames('block animate-pulse rounded-sm bg-hover', className ?? 'h-4 w-full')}
    />
  );
}
