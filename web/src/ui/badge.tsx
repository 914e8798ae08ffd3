import type { Choice } from '@innkeeper/contract';
import type { ReactNode } from 'react';
import { classNames } from './class-names.ts';

export type Tone = NonNullable<Choice['tone']>;

const TONE_CLASSES: Record<Tone, string> = {
  neutral: 'bg-hover text-muted',
  success: 'bg-success-soft text-success-text',
  warning: 'bg-warning-soft text-warning-text',
  danger: 'bg-danger-soft text-danger-text',
  info: 'bg-info-soft text-info-text',
};

/** A state as text. The colour alone never carries the meaning. */
export function Badge({ tone = 'neutral', children }: { tone?: Tone; children: ReactNode }) {
  return (
    <span
      className={classNames(
        'inline-flex h-5 items-center gap-1.5 rounded-sm px-1.5 text-xs font-medium whitespace-nowrap forced-colors:border',
        TONE_CLASSES[tone],
      )}
    >
      {children}
    </span>
  );
}
