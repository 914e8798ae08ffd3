import { type ReportKey, isReportKey } from '@innkeeper/contract';
import { t } from '@lingui/core/macro';
import { isApiError } from '../../session/api-error.ts';
import { apiFile } from '../../session/api.ts';
import { networkMessage } from '../../session/error-message.ts';
import { currentLanguage } from '../../i18n/language.ts';
import { showMessage } from '../../ui/message-store.ts';
import { type ExportRequest, type ExportRun, exportRuns, isRunning } from './export-runs.ts';
import { formatSize } from './file-size.ts';
import { queueReportFile } from './report-files.ts';
import { parseFileName, saveFile } from './save-file.ts';

/** Milliseconds between two updates of an export's progress. */
const PROGRESS_INTERVAL = 200;

let lastId = 0;

/** Exports a list while the user continues working on any page, and reports the result. */
export async function startExport(request: ExportRequest): Promise<void> {
  lastId += 1;
  const id = lastId;
  const abortController = new AbortController();
  const updateRun = (changes: Partial<ExportRun>) =>
    exportRuns.set(exportRuns.get().map((run) => (run.id === id ? { ...run, ...changes } : run)));
  const cancel = () => {
    abortController.abort();
    exportRuns.set(exportRuns.get().filter((run) => run.id !== id));
  };
  const exportRun: ExportRun = { id, request, state: 'running', bytes: 0, fileName: null, reason: null, cancel };
  exportRuns.set([exportRun, ...exportRuns.get()]);
  try {
    const response = await apiFile(exportUrl(request), { signal: abortController.signal, announce: false });
    const fileName = parseFileName(response.headers) ?? `${request.definition.key}.${request.format}`;
    updateRun({ fileName });
    const content = await readBody(response, (bytes) => updateRun({ bytes }));
    updateRun({ bytes: content.size, state: 'done' });
    saveFile(content, fileName);
    const size = formatSize(content.size);
    showMessage({ message: t`${fileName} saved (${size}).`, variant: 'success' });
  } catch (error) {
    if (abortController.signal.aborted) return;
    if (isApiError(error) && error.status === 413 && isReportKey(request.definition.key)) {
      // Too many rows for a direct download: have the file made in the background.
      cancel();
      const { definition, format, query, columns } = request;
      const exportQuery = { ...Object.fromEntries(query), columns: columns.join(',') };
      return queueReportFile({ report: definition.key as ReportKey, format, query: exportQuery });
    }
    // A response that ends early counts as a network error.
    const reason = isApiError(error) ? error.message : networkMessage();
    updateRun({ state: 'failed', reason });
    // The end of a session has its own message.
    if (isApiError(error) && error.status === 401) return;
    const plural = request.definition.labels[currentLanguage()];
    showMessage({
      message: t`Couldn’t export ${plural}: ${reason}`,
      action: { label: t`Try again`, onClick: () => retryExport(id) },
    });
  }
}

/** Replaces a failed export with a new attempt. */
export function retryExport(id: number): void {
  const failedRun = exportRuns.get().find((run) => run.id === id);
  if (failedRun?.state !== 'failed') return;
  exportRuns.set(exportRuns.get().filter((run) => run.id !== id));
  void startExport(failedRun.request);
}

function exportUrl({ definition, format, query, columns }: ExportRequest): string {
  const parameters = new URLSearchParams(query.map(([name, value]) => [name, value]));
  parameters.set('format', format);
  parameters.set('columns', columns.join(','));
  return `/api/${definition.runPath ?? definition.key}/export?${parameters.toString()}`;
}

/** Reads the whole response and reports progress at intervals. */
async function readBody(response: Response, onProgress: (bytes: number) => void): Promise<Blob> {
  let bytes = 0;
  let lastProgressAt = performance.now();
  const stream = response.body?.pipeThrough(
    new TransformStream<Uint8Array<ArrayBuffer>, Uint8Array<ArrayBuffer>>({
      transform(chunk, controller) {
        bytes += chunk.byteLength;
        if (performance.now() - lastProgressAt > PROGRESS_INTERVAL) {
          lastProgressAt = performance.now();
          onProgress(bytes);
        }
        controller.enqueue(chunk);
      },
    }),
  );
  return new Response(stream ?? null, {
    headers: { 'content-type': response.headers.get('content-type') ?? '' },
  }).blob();
}

// Warns before the page closes: a running export would be lost.
addEventListener('beforeunload', (event) => {
  if (exportRuns.get().some(isRunning)) event.preventDefault();
});
