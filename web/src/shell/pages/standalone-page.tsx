import type { ReactNode } from 'react';
import { TemplateShell } from '../template-shell.tsx';

/** A page that stands apart from the work: a few words on the left, the key board on the right. */
export function StandalonePage({ illustration, children }: { illustration: ReactNode; children: ReactNode }) {
  return (
    <TemplateShell>
      {/* Nothing stands beside these pages, as the drawer lies over them: the window is their room. */}
      <div className="grid flex-1 lg:grid-cols-2">
        <main className="flex flex-col px-5 sm:px-10">
          <div className="my-auto max-w-lg py-10 lg:pl-[4vw]">{children}</div>
        </main>
        <div className="relative hidden overflow-hidden bg-deep lg:block">{illustration}</div>
      </div>
    </TemplateShell>
  );
}
