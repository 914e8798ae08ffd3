import { Trans, useLingui } from '@lingui/react/macro';
import Check from 'lucide-react/icons/check';
import RotateCw from 'lucide-react/icons/rotate-cw';
import TriangleAlert from 'lucide-react/icons/triangle-alert';
import X from 'lucide-react/icons/x';
import { useLabel } from '../../i18n/use-label.ts';
import { type ExportRun, exportRuns, removeExports, isRunning } from '../../engine/import-export/export-runs.ts';
import { formatSize } from '../../engine/import-export/file-size.ts';
import { FORMAT_NAMES } from '../../engine/import-export/format-names.ts';
import { retryExport } from '../../engine/import-export/run-export.ts';
import { Button } from '../../ui/button.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { Spinner } from '../../ui/spinner.tsx';
import { useStore } from '../../ui/store.ts';
import { Section } from './section.tsx';

/** The exports of this session, with their progress or result. */
export function ExportList() {
  const { t } = useLingui();
  const runs = useStore(exportRuns);
  if (runs.length === 0) return null;
  return (
    <Section
      title={t`Exports`}
      action={
        !runs.every(isRunning) && (
          <Button
            variant="ghost"
            size="small"
            className="-mr-2.5"
            aria-label={t`Clear finished exports`}
            onClick={() => removeExports((run) => !isRunning(run))}
          >
            <Trans>Clear</Trans>
          </Button>
        )
      }
    >
      <ul aria-label={t`Exports of this session`} className="flex flex-col gap-1">
        {runs.map((run) => (
          <ExportItem key={run.id} run={run} />
        ))}
      </ul>
    </Section>
  );
}

function ExportItem({ run }: { run: ExportRun }) {
  const { t } = useLingui();
  const label = useLabel();
  const { definition, format } = run.request;
  const name = run.fileName ?? `${label(definition.labels)} (${FORMAT_NAMES[format]})`;
  const size = formatSize(run.bytes);
  return (
    <li className="flex min-h-(--control) items-start gap-2.5">
      <span className="mt-1 flex shrink-0">
        {run.state === 'running' && <Spinner />}
        {run.state === 'done' && <Check size={16} className="text-success-text" />}
        {run.state === 'failed' && <TriangleAlert size={16} className="text-danger-text" />}
      </span>
      <div className="min-w-0 flex-1">
        <p className="truncate" title={name}>
          {name}
        </p>
        <p className="text-sm text-muted tabular">
          {run.state === 'running' && (run.bytes > 0 ? t`${size} so far` : t`Waiting for the server…`)}
          {run.state === 'done' && t`Saved, ${size}`}
          {run.state === 'failed' && run.reason}
        </p>
      </div>
      {run.state === 'running' && (
        <IconButton size="small" label={t`Cancel the export of ${name}`} onClick={run.cancel}>
          <X size={16} />
        </IconButton>
      )}
      {run.state === 'failed' && (
        <IconButton size="small" label={t`Export ${name} again`} onClick={() => retryExport(run.id)}>
          <RotateCw size={16} />
        </IconButton>
      )}
    </li>
  );
}
