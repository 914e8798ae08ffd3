import type { ImportHandle, ImportWork } from './import-work.ts';

/** What each step is given. */
export interface StepProps {
  readonly handle: ImportHandle;
  readonly work: ImportWork;
}
