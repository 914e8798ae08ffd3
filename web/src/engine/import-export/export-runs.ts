import type { ReportFormat, ResourceDefinition } from '@innkeeper/contract';
import { onSessionEnd } from '../../session/session-end.ts';
import { createStore } from '../../ui/store.ts';

/** An export request: a filtered and sorted list with these columns. */
export interface ExportRequest {
  readonly definition: ResourceDefinition;
  readonly format: ReportFormat;
  /** Parameters of the list, without paging. */
  readonly query: readonly (readonly [string, string])[];
  readonly columns: readonly string[];
}

/** An export of this session, running or finished. */
export interface ExportRun {
  readonly id: number;
  readonly request: ExportRequest;
  readonly state: 'running' | 'done' | 'failed';
  /** Bytes received so far. */
  readonly bytes: number;
  /** File name from the server; null until it responds. */
  readonly fileName: string | null;
  /** Failure reason as text. */
  readonly reason: string | null;
  readonly cancel: () => void;
}

/** The exports of this session, newest first. They continue after the user has left the list. */
export const exportRuns = createStore<readonly ExportRun[]>([]);

export const isRunning = ({ state }: ExportRun): boolean => state === 'running';

export const removeExports = (predicate: (run: ExportRun) => boolean): void =>
  exportRuns.set(exportRuns.get().filter((run) => !predicate(run)));

// The next user must not see the exports of this one.
onSessionEnd(() => {
  for (const run of exportRuns.get()) run.cancel();
  exportRuns.set([]);
});
