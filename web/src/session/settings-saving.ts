/** Changes within this time are saved together. Milliseconds. */
export const SAVE_DELAY = 1000;
/** Delay before the first retry of a failed save; it doubles with each retry, up to the maximum. Milliseconds. */
const FIRST_RETRY_DELAY = 5_000;
const MAX_RETRY_DELAY = 300_000;

export interface SettingsSaverOptions {
  /** Sends all current settings. `announce`: whether to show a failure. */
  send: (announce: boolean) => Promise<unknown>;
  /** Called when all changes have been saved. */
  onSaved: () => void;
}

export interface SettingsSaver {
  /** Call after a change; saves one second after the last change. */
  scheduleSave: () => void;
  /** Saves pending changes immediately, because the network is back. */
  saveNow: () => void;
  /** Discards pending changes. */
  discard: () => void;
  /** Whether there are unsaved changes. */
  hasUnsavedChanges: () => boolean;
}

/**
 * When changes are saved:
 *
 *   idle ── changed ──▶ waiting ── a second without changes ──▶ sending ── saved ──▶ idle
 *                          ▲_______________________________________│ failed, or changed meanwhile
 *
 * A failure is shown once until a save succeeds again, and is retried after increasing delays.
 */
export function createSettingsSaver({ send, onSaved }: SettingsSaverOptions): SettingsSaver {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let hasUnsaved = false;
  let failures = 0;
  /** Number of changes. A save covers all of them if the number is the same afterwards. */
  let changeCount = 0;

  const scheduleSave = (delay: number) => {
    clearTimeout(timer);
    timer = setTimeout(() => void save(), delay);
  };
  const save = async () => {
    const sentCount = changeCount;
    try {
      await send(failures === 0);
      failures = 0;
    } catch {
      failures += 1;
      if (hasUnsaved && sentCount === changeCount)
        scheduleSave(Math.min(FIRST_RETRY_DELAY * 2 ** (failures - 1), MAX_RETRY_DELAY));
      return;
    }
    // A later change has started its own timer.
    if (sentCount !== changeCount) return;
    hasUnsaved = false;
    onSaved();
  };

  return {
    scheduleSave() {
      changeCount += 1;
      hasUnsaved = true;
      scheduleSave(SAVE_DELAY);
    },
    saveNow() {
      if (hasUnsaved) scheduleSave(0);
    },
    discard() {
      changeCount += 1;
      clearTimeout(timer);
      hasUnsaved = false;
      failures = 0;
    },
    hasUnsavedChanges: () => hasUnsaved,
  };
}
