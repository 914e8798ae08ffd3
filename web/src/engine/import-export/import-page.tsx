import { type ResourceDefinition, type ResourceKey, getResource, permission } from '@innkeeper/contract';
import { useLingui, Trans } from '@lingui/react/macro';
import { Link } from '@tanstack/react-router';
import ArrowLeft from 'lucide-react/icons/arrow-left';
import { type ComponentType, useEffect, useRef, useState } from 'react';
import { useLabel } from '../../i18n/use-label.ts';
import { can } from '../../session/user.ts';
import { Page } from '../../ui/page.tsx';
import { useStore } from '../../ui/store.ts';
import { ColumnsStep } from './columns-step.tsx';
import { DoneStep } from './done-step.tsx';
import { FileStep } from './file-step.tsx';
import { type ImportState, getImport, type ImportHandle } from './import-state.ts';
import { PastImports } from './past-imports.tsx';
import { RowsStep } from './rows-step.tsx';
import type { StepProps } from './step-props.ts';
import Check from 'lucide-react/icons/check';
import { classNames } from '../../ui/class-names.ts';
import { formatNumber } from '../../format/number.ts';
import { Button } from '../../ui/button.tsx';
import { Spinner } from '../../ui/spinner.tsx';

const STEP_COMPONENTS: Readonly<Record<ImportState['step'], ComponentType<StepProps>>> = {
  file: FileStep,
  columns: ColumnsStep,
  rows: RowsStep,
  done: DoneStep,
};

/** Imports a file into a list, step by step; past imports are listed below. */
export function ImportPage({ resource }: { resource: ResourceKey }) {
  const { t } = useLingui();
  const label = useLabel();
  const definition: ResourceDefinition = getResource(resource);
  const handle = getImport(definition);
  const state = useStore(handle.state);
  const Step = STEP_COMPONENTS[state.step];
  const plural = label(definition.labels);
  const title = t`Import ${plural.toLocaleLowerCase()}`;
  const panel = useRef<HTMLElement>(null);
  // Changes with each step and each response of the server, to move the focus to the new heading.
  const progressKey = `${state.step} ${state.check ? state.check.rejected : ''} ${state.activeTask ? 'busy' : ''}`;
  const previousKey = useRef(progressKey);
  useEffect(() => {
    if (previousKey.current === progressKey) return;
    previousKey.current = progressKey;
    panel.current?.querySelector<HTMLElement>('[data-step-heading]')?.focus();
  }, [progressKey]);
  return (
    <Page title={title} boxed>
      {/* On a phone the toolbar has no room for a back link. */}
      {can(permission('VIEW', definition.permission)) && (
        <Link
          to={definition.path}
          className="-mt-2 mb-3 -ml-1 inline-flex min-h-7 items-center gap-1.5 self-start rounded-md px-1 text-sm text-muted hover:text-text hover:underline sm:hidden pointer-coarse:min-h-(--control)"
        >
          <ArrowLeft size={15} />
          {plural}
        </Link>
      )}
      <ImportSteps state={state} onStepChange={handle.goToStep} />
      <section ref={panel} className="mt-4 rounded-lg border border-border bg-surface">
        {state.activeTask ? (
          <ImportProgress handle={handle} state={state} activeTask={state.activeTask} />
        ) : (
          <Step handle={handle} state={state} />
        )}
      </section>
      {(state.step === 'file' || state.step === 'done') && !state.activeTask && (
        <PastImports definition={definition} latest={state.done} />
      )}
    </Page>
  );
}

interface ImportStepsProps {
  state: ImportState;
  onStepChange: (step: 'file' | 'columns' | 'rows') => void;
}

const STEP_ORDER = ['file', 'columns', 'rows', 'done'] as const;

/** The progress of the import, with links to earlier steps. */
function ImportSteps({ state: { step, activeTask }, onStepChange }: ImportStepsProps) {
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

interface ImportProgressProps {
  handle: ImportHandle;
  state: ImportState;
  activeTask: NonNullable<ImportState['activeTask']>;
}

/**
 * Replaces the step while the server reads, checks or writes. A write cannot be cancelled, because it is a single
 * transaction; it can be undone.
 */
function ImportProgress({
  handle,
  state: { importRequest, check },
  activeTask: { task, startedAt },
}: ImportProgressProps) {
  const { t } = useLingui();
  const seconds = useSeconds(startedAt);
  const rows = check ? formatNumber(check.rows) : '';
  const name = importRequest?.file.name ?? '';
  return (
    <div className="flex min-h-64 flex-col items-center justify-center gap-1 px-6 py-12 text-center">
      <span className="mb-3 text-accent-text">
        <Spinner size={28} />
      </span>
      <h2 data-step-heading tabIndex={-1} className="text-lg font-medium outline-none">
        {task === 'import' ? t`Importing ${rows} rows…` : rows ? t`Checking ${rows} rows…` : t`Reading ${name}…`}
      </h2>
      <p className="max-w-md text-muted">
        {task === 'import' ? (
          <Trans>You can leave this page.</Trans>
        ) : (
          <Trans>Nothing is imported yet. You can leave this page.</Trans>
        )}
      </p>
      {/* Hidden from screen readers, which would otherwise read every second aloud. */}
      <p aria-hidden="true" className="mt-1 text-sm text-faint tabular">
        {seconds > 1 && t`${seconds} s`}
      </p>
      {task === 'check' && (
        <Button className="mt-3" onClick={handle.cancel}>
          <Trans>Cancel</Trans>
        </Button>
      )}
    </div>
  );
}

function useSeconds(startedAt: number): number {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 1000);
    return () => clearInterval(timer);
  }, []);
  return Math.max(0, Math.floor((now - startedAt) / 1000));
}
