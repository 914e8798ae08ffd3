import type { ReportFile } from '@innkeeper/contract/calls';
import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import Check from 'lucide-react/icons/check';
import Download from 'lucide-react/icons/download';
import Trash2 from 'lucide-react/icons/trash-2';
import TriangleAlert from 'lucide-react/icons/triangle-alert';
import X from 'lucide-react/icons/x';
import { useEffect } from 'react';
import { formatSize } from '../../engine/import-export/file-size.ts';
import {
  downloadFrom,
  isInProgress,
  canHaveReportFiles,
  removeReportFile,
  reportFilesQuery,
  pollReportFiles,
} from '../../engine/import-export/report-files.ts';
import { formatDateTime } from '../../format/date.ts';
import { formatNumber } from '../../format/number.ts';
import { IconButton } from '../../ui/icon-button.tsx';
import { Spinner } from '../../ui/spinner.tsx';
import { Section } from './section.tsx';

/** Report files of the server: files in progress can be cancelled, others downloaded or removed. */
export function ReportFileList() {
  const { t } = useLingui();
  const { data = [], isError } = useQuery({ ...reportFilesQuery, enabled: canHaveReportFiles() });
  const isBusy = data.some(isInProgress);
  useEffect(() => {
    if (isBusy) void pollReportFiles();
  }, [isBusy]);
  if (data.length === 0 && !isError) return null;
  return (
    <Section title={t`Report files`}>
      {isError ? (
        <p className="text-sm text-muted">
          <Trans>Couldn’t load report files.</Trans>
        </p>
      ) : (
        <ul aria-label={t`Report files`} className="flex flex-col gap-1">
          {data.map((file) => (
            <ReportFileItem key={file.id} file={file} />
          ))}
        </ul>
      )}
    </Section>
  );
}

function ReportFileItem({ file }: { file: ReportFile }) {
  const { t } = useLingui();
  const { id, file_name: name, address, state } = file;
  return (
    <li className="flex min-h-(--control) items-start gap-2.5">
      <span className="mt-1 flex shrink-0">
        {isInProgress(file) && <Spinner />}
        {address !== null && <Check size={16} className="text-success-text" />}
        {address === null && !isInProgress(file) && <TriangleAlert size={16} className="text-danger-text" />}
      </span>
      <div className="min-w-0 flex-1">
        <p className="truncate" title={name}>
          {name}
        </p>
        <p className="text-sm text-muted tabular">
          <ReportFileStatus file={file} />
        </p>
      </div>
      {address !== null && (
        <IconButton size="small" label={t`Download ${name}`} onClick={() => downloadFrom(address)}>
          <Download size={16} />
        </IconButton>
      )}
      <IconButton
        size="small"
        label={isInProgress(file) ? t`Cancel ${name}` : t`Remove ${name}`}
        onClick={() => void removeReportFile(id)}
      >
        {state === 'queued' || state === 'running' ? <X size={16} /> : <Trash2 size={16} />}
      </IconButton>
    </li>
  );
}

function ReportFileStatus({ file }: { file: ReportFile }) {
  const { t } = useLingui();
  const { state, rows_done, rows_total, bytes, reason, requested_at } = file;
  if (state === 'queued') return t`Queued…`;
  const done = formatNumber(rows_done);
  if (state === 'running') {
    if (rows_total === null) return t`Counting the rows…`;
    const total = formatNumber(rows_total);
    return t`${done} of ${total} rows`;
  }
  if (reason !== null) return reason;
  const size = formatSize(bytes ?? 0);
  const day = formatDateTime(requested_at);
  return t`${done} rows, ${size}, ${day}`;
}
