import { type ReactNode, useId } from 'react';

interface SectionProps {
  title: ReactNode;
  /** At the right of the heading. */
  action?: ReactNode;
  children: ReactNode;
}

/** A part of the quick panel under its heading. */
export function Section({ title, action, children }: SectionProps) {
  const id = useId();
  return (
    <section aria-labelledby={id}>
      <div className="mb-2 flex min-h-(--control-small) items-center justify-between gap-3 border-b border-border">
        <h3 id={id} className="text-sm font-medium text-muted">
          {title}
        </h3>
        {action}
      </div>
      {children}
    </section>
  );
}
