import CircleAlert from 'lucide-react/icons/circle-alert';
import type { ReactNode } from 'react';

interface StepFrameProps {
  title: ReactNode;
  /** Next to the title. */
  aside?: ReactNode;
  description?: ReactNode;
  /** Why the last call failed. */
  problem?: string | null;
  children?: ReactNode;
  /** Buttons, the main one last. They remain visible however long the step is. */
  actions?: ReactNode;
}

/** Layout of an import step: heading (focused when the step opens), description, and actions. */
export function StepFrame({ title, aside, description, problem, children, actions }: StepFrameProps) {
  return (
    <>
      <div className="px-4 pt-4 pb-5 sm:px-6 sm:pt-5">
        <div className="flex flex-wrap items-start justify-between gap-x-6 gap-y-2">
          <div className="min-w-0 flex-1 basis-80">
            <h2 data-step-heading tabIndex={-1} className="text-lg font-semibold outline-none">
              {title}
            </h2>
            {description && <div className="mt-0.5 max-w-3xl text-muted">{description}</div>}
          </div>
          {aside}
        </div>
        {problem && <StepProblem>{problem}</StepProblem>}
        {children}
      </div>
      {actions && (
        <div className="sticky bottom-0 z-10 flex flex-wrap max-sm:*:grow items-center justify-end gap-2 rounded-b-lg border-t border-border bg-surface px-4 py-3 sm:px-6">
          {actions}
        </div>
      )}
    </>
  );
}

function StepProblem({ children }: { children: ReactNode }) {
  return (
    <p role="alert" className="mt-4 flex items-start gap-2.5 rounded-md bg-danger-soft px-3 py-2 text-danger-text">
      <CircleAlert size={17} className="mt-0.5 shrink-0" />
      <span className="min-w-0 flex-1">{children}</span>
    </p>
  );
}
