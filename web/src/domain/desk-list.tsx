import { type ReactNode, type Ref, useId } from 'react';
import { Skeleton } from '../ui/skeleton.tsx';

interface DeskListProps {
  readonly title: ReactNode;
  readonly children: ReactNode;
  readonly ref?: Ref<HTMLElement>;
}

/** A short list below an empty box. */
export function DeskList({ title, children, ref }: DeskListProps) {
  const id = useId();
  return (
    <section ref={ref} aria-labelledby={id} className="min-w-0">
      <h2 id={id} tabIndex={-1} className="mb-2 font-medium text-muted outline-none">
        {title}
      </h2>
      <ul className="divide-y divide-border rounded-lg border border-border bg-surface">{children}</ul>
    </section>
  );
}

/** Takes the place of a list until it is known whether there is one. */
export const LoadingDeskList = () => <Skeleton className="hidden" />;

/** The lists, side by side if there is space. One that is loading hides those after it, so that it moves none. */
export const DeskLists = ({ children }: { children: ReactNode }) => (
  <div className="reveal-in-order mt-8 grid grid-cols-[repeat(auto-fill,minmax(min(22rem,100%),1fr))] items-start gap-x-6 gap-y-7">
    {children}
  </div>
);
