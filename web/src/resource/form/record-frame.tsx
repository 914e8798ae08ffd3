import type { ReactNode } from 'react';

/** The frame of a page with one record: as high as the window at least, so that the bar to save stays at its lower edge. */
export function RecordFrame({ children }: { children: ReactNode }) {
  return (
    <div className="mx-auto flex w-full max-w-(--boxed) shrink-0 grow flex-col px-4 pt-5 sm:px-6 lg:px-8">
      {children}
    </div>
  );
}
