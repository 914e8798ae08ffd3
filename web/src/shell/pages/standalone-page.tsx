import type { ReactNode } from 'react';
import { PublicShell } from '../public-shell.tsx';

/** A page outside the console: a short text on the left, an illustration on the right. */
export function StandalonePage({ illustration, children }: { illustration: ReactNode; children: ReactNode }) {
  return (
    <PublicShell>
      {/* Breakpoints refer to the window, not a container: the navigation is a drawer and does not narrow the page. */}
      <div className="grid flex-1 lg:grid-cols-2">
        <main className="flex flex-col px-5 sm:px-10">
          <div className="my-auto max-w-lg py-10 lg:pl-[4vw]">{children}</div>
        </main>
        <div className="relative hidden overflow-hidden bg-deep lg:block">{illustration}</div>
      </div>
    </PublicShell>
  );
}
