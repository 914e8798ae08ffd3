import type { ReactNode } from 'react';
import { classNames } from '../../ui/class-names.ts';

/**
 * The frame of a single-record page. It is at least as high as the window, so the save bar stays at the bottom edge.
 */
export function RecordFrame({ isWide, children }: { isWide?: boolean; children: ReactNode }) {
  return (
    <div
      className={classNames(
        'mx-auto flex w-full shrink-0 grow flex-col px-4 pt-5 sm:px-6 lg:px-8',
        isWide ? 'max-w-[108rem]' : 'max-w-(--boxed)',
      )}
    >
      {children}
    </div>
  );
}
