import type { ReactNode } from 'react';
import { Brand } from './brand.tsx';
import { classNames } from './class-names.ts';
import { usePageTitle } from './page-title.ts';
import { usePrinting } from './use-printing.ts';

export interface PageProps {
  title: string;
  /** The heading of the page on the screen, if it is not the title. */
  heading?: string;
  /** Beside the title: a count, a badge. */
  aside?: ReactNode;
  /** Buttons at the right of the title, the main one last. */
  actions?: ReactNode;
  children: ReactNode;
  /** The page fills the window and scrolls within itself, as lists do. */
  fill?: boolean;
  /** Up to 1280 px wide. */
  boxed?: boolean;
}

/** The frame of a page: its title, which is also the window's, its actions, and the content. */
export function Page({ title, heading = title, aside, actions, children, fill, boxed }: PageProps) {
  usePageTitle(title);
  const isPrinting = usePrinting();
  return (
    <div
      data-fill={fill ? '' : undefined}
      className={classNames(
        'flex w-full flex-col px-4 pt-5 pb-6 sm:px-6 lg:px-8 print:p-0',
        fill && 'min-h-0 flex-1',
        boxed && 'mx-auto max-w-(--boxed)',
      )}
    >
      <header className="mb-4 flex shrink-0 flex-wrap items-center gap-x-3 gap-y-2">
        <h1 className="text-xl font-semibold">{isPrinting ? title : heading}</h1>
        {aside}
        {isPrinting && (
          <span className="ml-auto">
            <Brand />
          </span>
        )}
        {actions && <div className="ml-auto flex print:hidden flex-wrap items-center gap-2">{actions}</div>}
      </header>
      {children}
    </div>
  );
}
