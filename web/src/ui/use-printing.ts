import { flushSync } from 'react-dom';
import { createStore, useStore } from './store.ts';

const printing = createStore(false);
// The browser draws the paper as soon as this event is over: all changes must be made by then.
addEventListener('beforeprint', () => flushSync(() => printing.set(true)));
addEventListener('afterprint', () => printing.set(false));

/** Whether the page is being printed: then content that only the screen can scroll to is drawn whole. */
export const usePrinting = (): boolean => useStore(printing);
