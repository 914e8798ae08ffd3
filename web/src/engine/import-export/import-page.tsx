import { type ResourceDefinition, type ResourceKey, getResource, permission } from '@innkeeper/contract';
import { useLingui } from '@lingui/react/macro';
import { Link } from '@tanstack/react-router';
import ArrowLeft from 'lucide-react/icons/arrow-left';
import { type ComponentType, useEffect, useRef } from 'react';
import { useLabel } from '../../i18n/use-label.ts';
import { can } from '../../session/user.ts';
import { Page } from '../../ui/page.tsx';
import { useStore } from '../../ui/store.ts';
import { ColumnsStep } from './columns-step.tsx';
import { DoneStep } from './done-step.tsx';
import { FileStep } from './file-step.tsx';
import { ImportProgress } from './import-progress.tsx';
import { ImportSteps } from './import-steps.tsx';
import { type ImportState, getImport } from './import-state.ts';
import { PastImports } from './past-imports.tsx';
import { RowsStep } from './rows-step.tsx';
import type { StepProps } from './step-props.ts';

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
          className="-mt-2 mb-3 -ml-1 inline-flex min-h-7 items-center gap-1.5 self-start rounded-md px-1 text-sm text-muted hover:text-text hover:underline sm:hidden pointer-coarse:min-h-9"
        >
          <ArrowLeft size={15} aria-hidden="true" />
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
