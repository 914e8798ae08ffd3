import { useLingui } from '@lingui/react/macro';
import Check from 'lucide-react/icons/check';
import { classNames } from '../../ui/class-names.ts';
import type { ImportState } from './import-state.ts';

interface ImportStepsProps {
  state: ImportState;
  onStepChange: (step: 'file' | 'columns' | 'rows') => void;
}

const STEP_ORDER = ['file', 'columns', 'rows', 'done'] as const;

/** The progress of the import, with links to earlier steps. */
export function ImportSteps({ state: { step, activeTask }, onStepChange }: ImportStepsProps) {
  const { t } = useLingui();
  const stepLabels = { file: t`File`, columns: t`Columns`, rows: t`Check`, done: t`Done` };
  const currentIndex = STEP_ORDER.indexOf(step);
  return (
    <ol aria-label={t`Steps`} className="flex items-center gap-2 text-sm sm:gap-3">
      {STEP_ORDER.map((name, index) => {
        const isPast = index < currentIndex || step === 'done';
        const stepLabel = (
          <>
            <span
              aria-hidden="true"
              className={classNames(
                'flex size-6 shrink-0 items-center justify-center rounded-full border text-xs font-semibold tabular',
                index === currentIndex && !isPast && 'border-accent bg-accent text-on-accent',
                isPast && 'border-accent text-accent-text',
                index > currentIndex && 'border-strong-border text-muted',
              )}
            >
              {isPast ? <Check size={13} strokeWidth={3} /> : index + 1}
            </span>
            <span className={classNames(index === currentIndex ? 'font-semibold' : 'text-muted max-sm:sr-only')}>
              {stepLabels[name]}
            </span>
          </>
        );
        const canGoBack = index < currentIndex && name !== 'done' && step !== 'done' && !activeTask;
        return (
          <li
            key={name}
            aria-current={index === currentIndex ? 'step' : undefined}
            className="flex items-center gap-2 sm:gap-3"
          >
            {index > 0 && <span aria-hidden="true" className="h-px w-4 bg-border sm:w-10" />}
            {canGoBack ? (
              <button
                type="button"
                className="-mx-1.5 flex items-center gap-2 rounded-md px-1.5 py-1 hover:bg-hover"
                onClick={() => onStepChange(name)}
              >
                {stepLabel}
              </button>
            ) : (
              <span className="flex items-center gap-2 py-1">{stepLabel}</span>
            )}
          </li>
        );
      })}
    </ol>
  );
}
