import type { ReactNode } from 'react';

export interface EmptyStateProps {
  icon?: ReactNode;
  /** Why there is no content. */
  title: ReactNode;
  /** An explanation below the title. */
  children?: ReactNode;
  /** Buttons that help, such as "New member". */
  action?: ReactNode;
}

export function EmptyState({ icon, title, children, action }: EmptyStateProps) {
  return (
    <div className="flex flex-col items-center justify-center gap-1 px-6 py-14 text-center">
      {icon && (
        <span
          aria-hidden="true"
          className="mb-3 flex size-11 items-center justify-center rounded-full bg-accent-soft text-accent-text"
        >
          {icon}
        </span>
      )}
      <p className="text-lg font-medium">{title}</p>
      {children && <div className="max-w-md text-muted">{children}</div>}
      {action && <div className="mt-4 flex flex-wrap justify-center gap-2">{action}</div>}
    </div>
  );
}
