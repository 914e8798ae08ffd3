import { useEffect, useState } from 'react';

/** How long the pointer rests before a menu opens, or has been gone before it closes. */
const HOVER_DELAY = 150;

export interface HoverDelay {
  /** Does it after the delay, unless something else is asked for before. */
  later: (work: () => void) => void;
  cancel: () => void;
}

/** One delay in which each wish takes the place of the one before: coming back cancels leaving, and leaving coming. */
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
    later(work) {
      cancel();
      timer = setTimeout(work, HOVER_DELAY);
    },
  };
}
