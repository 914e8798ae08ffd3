import type { ImportHandle, ImportWork } from './import-state.ts';

/** The props of each step. */
export interface StepProps {
  readonly handle: ImportHandle;
  readonly work: ImportWork;
}
