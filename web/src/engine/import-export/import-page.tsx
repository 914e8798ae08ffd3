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
import { type ImportWork, getImport } from './import-state.ts';
import { PastImports } from './past-imports.tsx';
import { RowsStep } from './rows-step.tsx';
import type { StepProps } from './step-props.ts';

const STEPS: Readonly<Record<ImportWork['step'], ComponentType<StepProps>>> = {
  file: FileStep,
  columns: ColumnsStep,
  rows: RowsStep,
  done: DoneStep,
};

/** Imports a file into a list, step by step; past imports are listed below. */
export function ImportPage({ resource }: { resource: ResourceKey }) {
  const { t } = useLingui();
  const label = useLabel();
  const d: ResourceDefinition = getResource(resource);
  const handle = getImport(d);
  const work = useStore(handle.work);
  const Step = STEPS[work.step];
  const many = label(d.labels);
  const title = t`Import ${many.toLocaleLowerCase()}`;
  const panel = useRef<HTMLElement>(null);
  // Changes with each step of the import, and with each new response of the server.
  const stage = `${work.step} ${work.check ? work.check.rejected : ''} ${work.busy ? 'busy' : ''}`;
  const before = useRef(stage);
  useEffect(() => {
    if (before.current === stage) return;
    before.current = stage;
    panel.current?.querySelector<HTMLElement>('[data-step-heading]')?.focus();
  }, [stage]);
  return (
    <Page title={title} boxed>
      {/* On a phone the toolbar has no room for a back link. */}
      {can(permission('VIEW', d.permission)) && (
        <Link
          to={d.path}
          className="-mt-2 mb-3 -ml-1 inline-flex min-h-7 items-center gap-1.5 self-start rounded-md px-1 text-sm text-muted hover:text-text hover:underline sm:hidden pointer-coarse:min-h-9"
        >
          <ArrowLeft size={15} aria-hidden="true" />
          {many}
        </Link>
      )}
      <ImportSteps work={work} onStepChange={handle.go} />
      <section ref={panel} className="mt-4 rounded-lg border border-border bg-surface">
        {work.busy ? (
          <ImportProgress handle={handle} work={work} busy={work.busy} />
        ) : (
          <Step handle={handle} work={work} />
        )}
      </section>
      {(work.step === 'file' || work.step === 'done') && !work.busy && (
        <PastImports definition={d} latest={work.done} />
      )}
    </Page>
  );
}
