import { ScrollArea as Base } from '@base-ui/react/scroll-area';
import type { ReactNode } from 'react';
import { classNames } from './class-names.ts';

/** Scrolls with slim bars that take no room from the content. */
export function ScrollArea({ children, className }: { children: ReactNode; className?: string }) {
  return (
    <Base.Root className={classNames('relative min-h-0', className)}>
      <Base.Viewport className="h-full overscroll-contain">
        <Base.Content>{children}</Base.Content>
      </Base.Viewport>
      <Base.Scrollbar className="flex w-2.5 justify-center p-0.5 opacity-0 transition-opacity data-hovering:opacity-100 data-scrolling:opacity-100">
        <Base.Thumb className="w-full rounded-full bg-strong-border/70" />
      </Base.Scrollbar>
    </Base.Root>
  );
}
