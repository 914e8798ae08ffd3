import { useLingui } from '@lingui/react/macro';
import Check from 'lucide-react/icons/check';
import { classNames } from '../../ui/class-names.ts';
import type { ImportWork } from './import-state.ts';

interface ImportStepsProps {
  work: ImportWork;
  onStepChange: (step: 'file' | 'columns' | 'rows') => void;
}

const ORDER = ['file', 'columns', 'rows', 'done'] as const;

/** The progress of the import, with links to earlier steps. */
export function ImportSteps({ work: { step, busy }, onStepChange }: ImportStepsProps) {
  const { t } = useLingui();
  const stepLabels = { file: t`File`, columns: t`Columns`, rows: t`Check`, done: t`Done` };
  const now = ORDER.indexOf(step);
  return (
    <ol aria-label={t`Steps`} className="flex items-center gap-2 text-sm sm:gap-3">
      {ORDER.map((name, i) => {
        const isPast = i < now || step === 'done';
        const mark = (
          <>
            <span
              aria-hidden="true"
              className={classNames(
                'flex size-6 shrink-0 items-center justify-center rounded-full border text-xs font-semibold tabular',
                i === now && !isPast && 'border-accent bg-accent text-on-accent',
                isPast && 'border-accent text-accent-text',
                i > now && 'border-strong-border text-muted',
              )}
            >
              {isPast ? <Check size={13} strokeWidth={3} /> : i + 1}
            </span>
            <span className={classNames(i === now ? 'font-semibold' : 'text-muted max-sm:sr-only')}>
              {stepLabels[name]}
            </span>
          </>
        );
        const canGoBack = i < now && name !== 'done' && step !== 'done' && !busy;
        return (
          <li key={name} aria-current={i === now ? 'step' : undefined} className="flex items-center gap-2 sm:gap-3">
            {i > 0 && <span aria-hidden="true" className="h-px w-4 bg-border sm:w-10" />}
            {canGoBack ? (
              <button
                type="button"
                className="-mx-1.5 flex items-center gap-2 rounded-md px-1.5 py-1 hover:bg-hover"
                onClick={() => onStepChange(name)}
              >
                {mark}
              </button>
            ) : (
              <span className="flex items-center gap-2 py-1">{mark}</span>
            )}
          </li>
        );
      })}
    </ol>
  );
}
