/** Changes of one moment are saved together. */
export const SAVE_DELAY = 1000;
/** A save that failed is tried again after this long, then after twice as long, and so on. */
const FIRST_WAIT = 5_000;
const LONGEST_WAIT = 300_000;

export interface SavingParts {
  /** Sends everything as it stands now. `announce`: whether a failure is to be shown. */
  send: (announce: boolean) => Promise<unknown>;
  /** Everything that was changed has arrived. */
  arrived: () => void;
}

export interface Saving {
  /** Something was changed: it is saved a second after the last change. */
  changed: () => void;
  /** Saves waiting changes at once: the network is back. */
  hurry: () => void;
  /** Forgets waiting changes. */
  forget: () => void;
  /** Whether something was changed and has not arrived. */
  isWaiting: () => boolean;
}

/**
 * When changes are saved:
 *
 *   at rest ── changed ──▶ waiting ── a second without changes ──▶ sending ── arrived ──▶ at rest
 *                             ▲                                       │ failed, or changed meanwhile
 *                             └───────────────────────────────────────┘
 *
 * A failure is shown once until a save has arrived again, and tried again after growing waits.
 */
export function createSaving({ send, arrived }: SavingParts): Saving {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let waiting = false;
  let failures = 0;
  /** Grows with each change, so that an answer knows whether it speaks of the latest one. */
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
      if (waiting && sent === latest) plan(Math.min(FIRST_WAIT * 2 ** (failures - 1), LONGEST_WAIT));
      return;
    }
    // A later change has its own timer.
    if (sent !== latest) return;
    waiting = false;
    arrived();
  };

  return {
    changed() {
      latest += 1;
      waiting = true;
      plan(SAVE_DELAY);
    },
    hurry() {
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
