import type { ReactNode } from 'react';

/** A key of the keyboard, hidden on touch screens. */
export function Kbd({ children }: { children: ReactNode }) {
  return (
    <kbd className="inline-flex h-5 min-w-5 items-center justify-center rounded-sm border border-border bg-sunken px-1 font-sans text-xs text-muted pointer-coarse:hidden">
      {children}
    </kbd>
  );
}
