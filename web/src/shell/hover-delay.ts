import { useEffect, useState } from 'react';

/** Milliseconds of hovering after which a menu opens, and of absence after which it closes. */
const HOVER_DELAY = 150;

export interface HoverDelay {
  /** Runs the work after the delay, unless `schedule` or `cancel` is called before. */
  schedule: (work: () => void) => void;
  cancel: () => void;
}

/** A single timer, so that entering cancels a pending close and leaving cancels a pending open. */
export function useHoverDelay(): HoverDelay {
  const [delay] = useState(createHoverDelay);
  useEffect(() => delay.cancel, [delay]);
  return delay;
}

function createHoverDelay(): HoverDelay {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const cancel = () => clearTimeout(timer);
  return {
    cancel,
    schedule(work) {
      cancel();
      timer = setTimeout(work, HOVER_DELAY);
    },
  };
}
