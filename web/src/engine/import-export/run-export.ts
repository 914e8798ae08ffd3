import { type ReportKey, isReportKey } from '@innkeeper/contract';
import { t } from '@lingui/core/macro';
import { isApiError } from '../../session/api-error.ts';
import { apiFile } from '../../session/api.ts';
import { networkMessage } from '../../session/error-message.ts';
import { currentLanguage } from '../../i18n/language.ts';
import { showMessage } from '../../ui/message-store.ts';
import { type ExportOrder, type ExportRun, exportRuns, isRunning } from './export-runs.ts';
import { formatSize } from './file-size.ts';
import { orderReportFile } from './report-files.ts';
import { fileNameOf, saveFile } from './save-file.ts';

/** Milliseconds between two updates of an export's progress. */
const PROGRESS_INTERVAL = 200;

let lastId = 0;

/** Exports a list in the background, on whichever page the user is, and reports the result. */
export async function startExport(order: ExportOrder): Promise<void> {
  lastId += 1;
  const id = lastId;
  const abort = new AbortController();
  const change = (part: Partial<ExportRun>) =>
    exportRuns.set(exportRuns.get().map((run) => (run.id === id ? { ...run, ...part } : run)));
  const cancel = () => {
    abort.abort();
    exportRuns.set(exportRuns.get().filter((run) => run.id !== id));
  };
  const started: ExportRun = { id, order, state: 'running', bytes: 0, fileName: null, reason: null, cancel };
  exportRuns.set([started, ...exportRuns.get()]);
  try {
    const response = await apiFile(addressOf(order), { signal: abort.signal, announce: false });
    const fileName = fileNameOf(response.headers) ?? `${order.definition.key}.${order.format}`;
    change({ fileName });
    const content = await read(response, (bytes) => change({ bytes }));
    change({ bytes: content.size, state: 'done' });
    saveFile(content, fileName);
    const size = formatSize(content.size);
    showMessage({ message: t`${fileName} saved (${size}).`, variant: 'success' });
  } catch (error) {
    if (abort.signal.aborted) return;
    if (isApiError(error) && error.status === 413 && isReportKey(order.definition.key)) {
      // Too many rows for a direct download: have the file made in the background.
      cancel();
      const { definition, format, query, columns } = order;
      const exportQuery = { ...Object.fromEntries(query), columns: columns.join(',') };
      return orderReportFile({ report: definition.key as ReportKey, format, query: exportQuery });
    }
    // A response that breaks off counts as a network error.
    const reason = isApiError(error) ? error.message : networkMessage();
    change({ state: 'failed', reason });
    // The end of a session has its own message.
    if (isApiError(error) && error.status === 401) return;
    const many = order.definition.labels[currentLanguage()];
    showMessage({
      message: t`Couldn’t export ${many}: ${reason}`,
      action: { label: t`Try again`, onClick: () => retryExport(id) },
    });
  }
}

/** Restarts a failed export in the same place. */
export function retryExport(id: number): void {
  const failed = exportRuns.get().find((run) => run.id === id);
  if (failed?.state !== 'failed') return;
  exportRuns.set(exportRuns.get().filter((run) => run.id !== id));
  void startExport(failed.order);
}

function addressOf({ definition, format, query, columns }: ExportOrder): string {
  const parameters = new URLSearchParams(query.map(([name, value]) => [name, value]));
  parameters.set('format', format);
  parameters.set('columns', columns.join(','));
  return `/api/${definition.run ?? definition.key}/export?${parameters.toString()}`;
}

/** Reads the whole file, reporting progress now and then. */
async function read(response: Response, onProgress: (bytes: number) => void): Promise<Blob> {
  let bytes = 0;
  let lastReport = performance.now();
  const counted = response.body?.pipeThrough(
    new TransformStream<Uint8Array<ArrayBuffer>, Uint8Array<ArrayBuffer>>({
      transform(chunk, controller) {
        bytes += chunk.byteLength;
        if (performance.now() - lastReport > PROGRESS_INTERVAL) {
          lastReport = performance.now();
          onProgress(bytes);
        }
        controller.enqueue(chunk);
      },
    }),
  );
  return new Response(counted ?? null, {
    headers: { 'content-type': response.headers.get('content-type') ?? '' },
  }).blob();
}

// The rows received so far would be lost with the page.
addEventListener('beforeunload', (event) => {
  if (exportRuns.get().some(isRunning)) event.preventDefault();
});
