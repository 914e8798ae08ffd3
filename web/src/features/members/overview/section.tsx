import { type ReactNode, useId } from 'react';

interface SectionProps {
  readonly title: ReactNode;
  /** Shown to the right of the title: a number or a link. */
  readonly aside?: ReactNode;
  readonly children: ReactNode;
}

/** A framed section of the overview. */
export function Section({ title, aside, children }: SectionProps) {
  const id = useId();
  return (
    <section aria-labelledby={id} className="rounded-lg border border-border bg-surface p-4">
      <header className="mb-3 flex flex-wrap items-baseline justify-between gap-x-3">
        <h2 id={id} className="font-semibold">
          {title}
        </h2>
        {aside && <span className="text-sm text-muted tabular">{aside}</span>}
      </header>
      {children}
    </section>
  );
}
