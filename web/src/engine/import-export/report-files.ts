import { type ReportFormat, type ReportKey, reportKeys, reportPermission } from '@innkeeper/contract';
import type { ReportFile } from '@innkeeper/contract/calls';
import { t } from '@lingui/core/macro';
import { queryOptions } from '@tanstack/react-query';
import { requestData, sendRequest } from '../../session/request.ts';
import { queryClient } from '../../session/query-client.ts';
import { onSessionEnd } from '../../session/session-end.ts';
import { can } from '../../session/user.ts';
import { showMessage } from '../../ui/message-store.ts';
import { createStore } from '../../ui/store.ts';
import { formatSize } from './file-size.ts';

/** Report files that the server makes in the background. */

/** Milliseconds between two polls for files in progress. */
const POLL_INTERVAL = 2_000;

export const reportFilesQuery = queryOptions({
  queryKey: ['report_file'],
  queryFn: ({ signal }) => requestData('GET /api/report_file', {}, { signal }),
  staleTime: POLL_INTERVAL,
});

export const isInProgress = ({ state }: ReportFile): boolean => state === 'queued' || state === 'running';

/** Whether the user may view, and therefore export, any report. */
export const canHaveReportFiles = (): boolean => reportKeys.some((key) => can(reportPermission(key)));

/** Whether a file is in progress. */
export const hasFilesInProgress = createStore(false);

interface ReportFileRequest {
  readonly report: ReportKey;
  readonly format: ReportFormat;
  /** Parameters of the report, without paging. */
  readonly query: Readonly<Record<string, string>>;
}

/** Requests a file in the background and notifies the user when it is ready. */
export async function queueReportFile({ report, format, query }: ReportFileRequest): Promise<void> {
  const data = await requestData('POST /api/report_file', { body: { report, format, query } });
  const name = data.file_name;
  showMessage({ message: t`Preparing ${name}. See progress in the quick panel.`, variant: 'info' });
  void pollReportFiles();
}

/** Deletes a file; cancels it if it is in progress. */
export async function removeReportFile(id: number): Promise<void> {
  await sendRequest('DELETE /api/report_file/{id}', { path: { id } });
  await fetchReportFiles();
}

const fetchReportFiles = (): Promise<readonly ReportFile[]> =>
  queryClient.fetchQuery({ ...reportFilesQuery, staleTime: 0 });

let activePoll: AbortController | undefined;

/** Polls while files are in progress, and reports the result of each. */
export async function pollReportFiles(): Promise<void> {
  if (activePoll) return;
  const controller = (activePoll = new AbortController());
  let pendingIds = new Set<number>();
  try {
    for (;;) {
      const files = await fetchReportFiles();
      if (controller.signal.aborted) return;
      for (const file of files) if (pendingIds.has(file.id) && !isInProgress(file)) announceResult(file);
      pendingIds = new Set(files.filter(isInProgress).map(({ id }) => id));
      hasFilesInProgress.set(pendingIds.size > 0);
      if (pendingIds.size === 0) return;
      await new Promise((resolve) => setTimeout(resolve, POLL_INTERVAL));
    }
  } catch {
    // The failure has already been shown. The next request, or opening the panel, starts polling again.
  } finally {
    if (activePoll === controller) activePoll = undefined;
    if (!activePoll) hasFilesInProgress.set(false);
  }
}

function announceResult({ file_name: name, address, bytes, reason }: ReportFile): void {
  if (address === null) {
    const failure = reason ?? '';
    showMessage({ message: t`Couldn’t create ${name}: ${failure}` });
    return;
  }
  const size = formatSize(bytes ?? 0);
  showMessage({
    message: t`${name} is ready (${size}).`,
    variant: 'success',
    action: { label: t`Download`, onClick: () => downloadFrom(address) },
  });
}

/** Downloads the file at an address. */
export function downloadFrom(address: string): void {
  const link = document.createElement('a');
  link.href = address;
  link.download = '';
  link.click();
}

onSessionEnd(() => {
  activePoll?.abort();
  activePoll = undefined;
  hasFilesInProgress.set(false);
  queryClient.removeQueries({ queryKey: reportFilesQuery.queryKey });
});
