import { type ReactNode, useId } from 'react';

export interface ProfileSectionProps {
  title: ReactNode;
  /** Purpose of the section, in one sentence. */
  description?: ReactNode;
  children: ReactNode;
}

/** A section of the profile: title and purpose on the left, controls on the right; stacked on phones. */
export function ProfileSection({ title, description, children }: ProfileSectionProps) {
  const id = useId();
  return (
    <section
      aria-labelledby={id}
      className="grid gap-x-12 gap-y-4 border-t border-border py-7 first:border-t-0 first:pt-2 @4xl:grid-cols-[16rem_minmax(0,40rem)]"
    >
      <div>
        <h2 id={id} className="text-lg font-semibold">
          {title}
        </h2>
        {description && <p className="mt-1 max-w-prose text-sm text-muted">{description}</p>}
      </div>
      <div className="@container min-w-0">{children}</div>
    </section>
  );
}
