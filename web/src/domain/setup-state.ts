import { readStored, writeStored } from '../ui/stored-json.ts';

/** What this browser knows of the set-up: whether its list is put away, or everything was done when last asked. */
export type SetupState = 'shown' | 'hidden' | 'complete';

const STORAGE_KEY = 'innkeeper.setup';

export function readSetupState(storage: Pick<Storage, 'getItem'>): SetupState {
  const stored = readStored(storage, STORAGE_KEY);
  return stored === 'hidden' || stored === 'complete' ? stored : 'shown';
}

/** Without storage, the list is shown again at the next visit. */
export const saveSetupState = (storage: Pick<Storage, 'setItem' | 'removeItem'>, state: SetupState): boolean =>
  writeStored(storage, STORAGE_KEY, state);
