import { type ReportFormat, type ReportKey, reportKeys, reportPermission } from '@innkeeper/contract';
import type { ReportFile } from '@innkeeper/contract/calls';
import { t } from '@lingui/core/macro';
import { queryOptions } from '@tanstack/react-query';
import { ask } from '../../session/ask.ts';
import { queryClient } from '../../session/query-client.ts';
import { onSessionEnd } from '../../session/session-end.ts';
import { can } from '../../session/user.ts';
import { showMessage } from '../../ui/message-store.ts';
import { createStore } from '../../ui/store.ts';
import { formatSize } from './file-size.ts';

/** Files of reports that the server makes while their reader does something else. */

/** Milliseconds between two looks at the files that are being made. */
const PULSE = 2_000;

export const reportFilesQuery = queryOptions({
  queryKey: ['report_file'],
  queryFn: async ({ signal }) => (await ask('GET /api/report_file', {}, { signal })).data,
  staleTime: PULSE,
});

export const isAtWork = ({ state }: ReportFile): boolean => state === 'queued' || state === 'running';

/** Whether any report may be seen, and so taken out. */
export const mayHaveFiles = (): boolean => reportKeys.some((key) => can(reportPermission(key)));

/** Whether something is being made. */
export const filesAtWork = createStore(false);

interface FileOrder {
  readonly report: ReportKey;
  readonly format: ReportFormat;
  /** Parameters of the report, without paging. */
  readonly query: Readonly<Record<string, string>>;
}

/** Has a file made in the background, and says when it is there. */
export async function orderReportFile({ report, format, query }: FileOrder): Promise<void> {
  const { data } = await ask('POST /api/report_file', { body: { report, format, query } });
  const name = data.file_name;
  showMessage({ message: t`${name} is being made. The quick panel shows how far it is.`, variant: 'info' });
  void watchFiles();
}

/** Removes a file; one that is being made is stopped. */
export async function removeReportFile(id: number): Promise<void> {
  await ask('DELETE /api/report_file/{id}', { path: { id } });
  await look();
}

const look = (): Promise<readonly ReportFile[]> => queryClient.fetchQuery({ ...reportFilesQuery, staleTime: 0 });

let watching: AbortController | undefined;

/** Looks again and again while something is being made, and says of each file how it ended. */
export async function watchFiles(): Promise<void> {
  if (watching) return;
  const watch = (watching = new AbortController());
  let known = new Set<number>();
  try {
    for (;;) {
      const files = await look();
      if (watch.signal.aborted) return;
      for (const file of files) if (known.has(file.id) && !isAtWork(file)) tellEnd(file);
      known = new Set(files.filter(isAtWork).map(({ id }) => id));
      filesAtWork.set(known.size > 0);
      if (known.size === 0) return;
      await new Promise((resolve) => setTimeout(resolve, PULSE));
    }
  } catch {
    // A look that failed has been told where it is shown; the next order or a look into the panel begins anew.
  } finally {
    if (watching === watch) watching = undefined;
    if (!watching) filesAtWork.set(false);
  }
}

function tellEnd({ file_name: name, address, bytes, reason }: ReportFile): void {
  if (address === null) {
    const why = reason ?? '';
    showMessage({ message: t`${name} could not be made: ${why}` });
    return;
  }
  const size = formatSize(bytes ?? 0);
  showMessage({
    message: t`${name} is ready (${size}).`,
    variant: 'success',
    action: { label: t`Download`, onClick: () => downloadFrom(address) },
  });
}

/** Has the browser save the file at an address. */
export function downloadFrom(address: string): void {
  const link = document.createElement('a');
  link.href = address;
  link.download = '';
  link.click();
}

onSessionEnd(() => {
  watching?.abort();
  watching = undefined;
  filesAtWork.set(false);
  queryClient.removeQueries({ queryKey: reportFilesQuery.queryKey });
});
