import type { ReportFormat, ResourceDefinition } from '@innkeeper/contract';
import { onSessionEnd } from '../../session/session-end.ts';
import { createStore } from '../../ui/store.ts';

/** The order of an export: a list as it is filtered and sorted, with these columns. */
export interface ExportOrder {
  readonly definition: ResourceDefinition;
  readonly format: ReportFormat;
  /** Parameters of the list, without paging. */
  readonly query: readonly (readonly [string, string])[];
  readonly columns: readonly string[];
}

/** An export of this session, while it runs and after. */
export interface ExportRun {
  readonly id: number;
  readonly order: ExportOrder;
  readonly state: 'running' | 'done' | 'failed';
  /** Bytes that have come so far. */
  readonly bytes: number;
  /** As the server calls the file; null until it answers. */
  readonly fileName: string | null;
  /** Why it failed, in words. */
  readonly reason: string | null;
  readonly cancel: () => void;
}

/** The exports of this session, the newest first. They outlive the list that they were started from. */
export const exportRuns = createStore<readonly ExportRun[]>([]);

export const isRunning = ({ state }: ExportRun): boolean => state === 'running';

export const forgetExports = (isForgotten: (run: ExportRun) => boolean): void =>
  exportRuns.set(exportRuns.get().filter((run) => !isForgotten(run)));

// The exports of one user are not for the next one.
onSessionEnd(() => {
  for (const run of exportRuns.get()) run.cancel();
  exportRuns.set([]);
});
