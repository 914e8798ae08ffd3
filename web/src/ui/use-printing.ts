import { flushSync } from 'react-dom';
import { createStore, useStore } from './store.ts';

const isPrintingStore = createStore(false);
// The browser prints as soon as this event has been handled, so the update must be synchronous.
addEventListener('beforeprint', () => flushSync(() => isPrintingStore.set(true)));
addEventListener('afterprint', () => isPrintingStore.set(false));

/** Whether the page is being printed. Content that scrolls on screen must then be rendered in full. */
export const usePrinting = (): boolean => useStore(isPrintingStore);
