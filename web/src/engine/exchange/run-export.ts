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

/** Milliseconds between two looks at how far an export is. */
const PULSE = 200;

let lastId = 0;

/** Takes a list out in the background, whichever page is open meanwhile, and says how it ended. */
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
    showMessage({ message: t`${fileName} is saved (${size}).`, variant: 'success' });
  } catch (error) {
    if (abort.signal.aborted) return;
    if (isApiError(error) && error.status === 413 && isReportKey(order.definition.key)) {
      // So many rows are made in the background.
      cancel();
      const { definition, format, query, columns } = order;
      const asked = { ...Object.fromEntries(query), columns: columns.join(',') };
      return orderReportFile({ report: definition.key as ReportKey, format, query: asked });
    }
    // An answer that breaks off is none.
    const reason = isApiError(error) ? error.message : networkMessage();
    change({ state: 'failed', reason });
    // A session that has ended has its own message.
    if (isApiError(error) && error.status === 401) return;
    const many = order.definition.labels[currentLanguage()];
    showMessage({
      message: t`${many} could not be exported: ${reason}`,
      action: { label: t`Try again`, onClick: () => retryExport(id) },
    });
  }
}

/** Starts a failed export anew, in its place. */
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

/** The whole file, telling now and then how much of it is there. */
async function read(response: Response, tell: (bytes: number) => void): Promise<Blob> {
  let bytes = 0;
  let told = performance.now();
  const counted = response.body?.pipeThrough(
    new TransformStream<Uint8Array<ArrayBuffer>, Uint8Array<ArrayBuffer>>({
      transform(chunk, controller) {
        bytes += chunk.byteLength;
        if (performance.now() - told > PULSE) {
          told = performance.now();
          tell(bytes);
        }
        controller.enqueue(chunk);
      },
    }),
  );
  return new Response(counted ?? null, {
    headers: { 'content-type': response.headers.get('content-type') ?? '' },
  }).blob();
}

// The rows fetched so far would be lost with the page.
addEventListener('beforeunload', (event) => {
  if (exportRuns.get().some(isRunning)) event.preventDefault();
});
