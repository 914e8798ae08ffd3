import { useEffect, useRef } from 'react';
import { isPageCommand } from '../../ui/page-keys.ts';
import { OPEN_DIALOG, isRepeatedKey, typeKeys } from '../../ui/typed-ahead.ts';

/** A scanner's keys follow each other within this time. Milliseconds. */
const MAX_GAP = 50;
/** People may press two keys almost at once, but not three. */
const MIN_LENGTH = 3;
/** How long the keys wait for the search box, unless the user presses Esc or Tab. Milliseconds. */
const MAX_WAIT = 10_000;

/**
 * Sends what a scanner types to the search box, from the first character on and whatever has the focus, except a field
 * or a dialog. The first keys are held until it is clear who types; those of a person then reach the page, at most 100 ms
 * late.
 *
 * @param goToBox shows the search box if necessary, and focuses it, now or later
 */
export function useScanner(goToBox: () => void, isEnabled = true): void {
  const latest = useRef(goToBox);
  useEffect(() => {
    latest.current = goToBox;
  });
  useEffect(() => {
    if (!isEnabled) return undefined;
    let keys: string[] = [];
    let lastTime = 0;
    let isScan = false;
    let isMounted = true;
    let timer = 0;

    const stopListening = () => document.removeEventListener('keydown', onKeyDown, true);
    const sendTo = (target: Element | null) => {
      const heldKeys = keys;
      clearTimeout(timer);
      keys = [];
      isScan = false;
      if (!isMounted) stopListening();
      if (target) void typeKeys(heldKeys, target);
    };
    const sendToPage = () => sendTo(document.documentElement);
    const sendToBox = (deadline: number) => {
      if (!isScan) return;
      const box = document.activeElement?.closest('[role=search]');
      if (box || performance.now() > deadline) sendTo(box ?? null);
      else requestAnimationFrame(() => sendToBox(deadline));
    };

    const onKeyDown = (event: KeyboardEvent) => {
      const { key, timeStamp, ctrlKey, metaKey, altKey } = event;
      if (isRepeatedKey(event) || key === 'Shift') return;
      const isCharacter = key.length === 1 && !ctrlKey && !metaKey && !altKey && !event.repeat;
      const isHeld = isScan
        ? isCharacter || key === 'Enter'
        : // A space presses the focused button.
          isCharacter && key !== ' ' && isPageCommand(event) && document.querySelector(OPEN_DIALOG) === null;
      if (keys.length > 0 && !isScan && (!isHeld || timeStamp - lastTime > MAX_GAP)) sendToPage();
      if (!isHeld) {
        if (isScan) sendTo(null);
        return;
      }
      event.preventDefault();
      event.stopImmediatePropagation();
      lastTime = timeStamp;
      keys.push(key);
      if (isScan) return;
      clearTimeout(timer);
      if (keys.length < MIN_LENGTH) {
        timer = window.setTimeout(sendToPage, MAX_GAP);
        return;
      }
      isScan = true;
      latest.current();
      sendToBox(performance.now() + MAX_WAIT);
    };
    // Before the page and its keys, but after those who hold keys for a dialog, on the window.
    document.addEventListener('keydown', onKeyDown, true);
    return () => {
      isMounted = false;
      clearTimeout(timer);
      // The scan that replaces this part of the page by the box continues.
      if (!isScan) stopListening();
    };
  }, [isEnabled]);
}
