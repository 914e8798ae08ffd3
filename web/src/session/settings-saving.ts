/** Changes within this time are saved together. Milliseconds. */
export const SAVE_DELAY = 1000;
/** Delay before the first retry of a failed save; it doubles with each retry, up to the maximum. Milliseconds. */
const FIRST_RETRY_DELAY = 5_000;
const MAX_RETRY_DELAY = 300_000;

export interface SavingOptions {
  /** Sends all current settings. `announce`: whether to show a failure. */
  send: (announce: boolean) => Promise<unknown>;
  /** Called when all changes have been saved. */
  onSaved: () => void;
}

export interface Saving {
  /** Call after a change; saves one second after the last change. */
  changed: () => void;
  /** Saves pending changes immediately, because the network is back. */
  saveNow: () => void;
  /** Discards pending changes. */
  forget: () => void;
  /** Whether there are unsaved changes. */
  isWaiting: () => boolean;
}

/**
 * When changes are saved:
 *
 *   idle ── changed ──▶ waiting ── a second without changes ──▶ sending ── saved ──▶ idle
 *                          ▲_______________________________________│ failed, or changed meanwhile
 *
 * A failure is shown once until a save succeeds again, and is retried after increasing delays.
 */
export function createSaving({ send, onSaved }: SavingOptions): Saving {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let waiting = false;
  let failures = 0;
  /** Number of changes. A save covers all of them if the number is the same afterwards. */
  let latest = 0;

  const plan = (delay: number) => {
    clearTimeout(timer);
    timer = setTimeout(() => void save(), delay);
  };
  const save = async () => {
    const sent = latest;
    try {
      await send(failures === 0);
      failures = 0;
    } catch {
      failures += 1;
      if (waiting && sent === latest) plan(Math.min(FIRST_RETRY_DELAY * 2 ** (failures - 1), MAX_RETRY_DELAY));
      return;
    }
    // A later change has started its own timer.
    if (sent !== latest) return;
    waiting = false;
    onSaved();
  };

  return {
    changed() {
      latest += 1;
      waiting = true;
      plan(SAVE_DELAY);
    },
    saveNow() {
      if (waiting) plan(0);
    },
    forget() {
      latest += 1;
      clearTimeout(timer);
      waiting = false;
      failures = 0;
    },
    isWaiting: () => waiting,
  };
}
