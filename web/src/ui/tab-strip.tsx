import { type ReactNode, useEffect, useRef } from 'react';
import { classNames } from './class-names.ts';

interface TabStripProps {
  label: string;
  /** Identifies the link of the current page. When it changes, that link is scrolled into view. */
  current: string | number | null;
  children: ReactNode;
}

const STRIP_CLASS =
  'mb-3 flex shrink-0 gap-1 overflow-x-auto border-b border-border max-sm:-mx-4 max-sm:px-4 print:hidden';

/** Links to related pages. They look like tabs but are links, because each page has an address. */
export function TabStrip({ label, current, children }: TabStripProps) {
  const strip = useRef<HTMLElement>(null);
  useEffect(() => {
    strip.current?.querySelector('[aria-current]')?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
  }, [current]);
  return (
    <nav ref={strip} aria-label={label} className={STRIP_CLASS}>
      {children}
    </nav>
  );
}

/** The space of a strip whose tabs are not loaded yet. */
export const TabStripSpace = () => (
  <div className={STRIP_CLASS}>
    <div className="h-(--control)" />
  </div>
);

export const tabClass = (isCurrent: boolean): string =>
  classNames(
    'flex h-(--control) shrink-0 items-center gap-1.5 rounded-t-md border-b-2 px-3 text-base font-medium whitespace-nowrap focus-visible:-outline-offset-2',
    isCurrent
      ? 'border-accent text-text forced-colors:border-[Highlight]'
      : 'border-transparent text-muted hover:text-text forced-colors:border-[Canvas]',
  );

/** The number of items in a tab. Its space is reserved until the number is known. */
export function TabCount({ children }: { children: string | undefined }) {
  return (
    <span className="min-w-6 rounded-full bg-sunken px-1.5 text-center text-xs text-muted tabular">
      {children ?? ' '}
    </span>
  );
}
