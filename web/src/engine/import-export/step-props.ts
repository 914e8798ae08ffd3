import type { ImportHandle, ImportState } from './import-state.ts';

/** The props of each step. */
export interface StepProps {
  readonly handle: ImportHandle;
  readonly state: ImportState;
}
