import { flushSync } from 'react-dom';
import { createStore, useStore } from './store.ts';

const printing = createStore(false);
// The browser renders the print as soon as this event is over, so the update must be synchronous.
addEventListener('beforeprint', () => flushSync(() => printing.set(true)));
addEventListener('afterprint', () => printing.set(false));

/** Whether the page is being printed. Content that scrolls on screen must then be rendered in full. */
export const usePrinting = (): boolean => useStore(printing);
