/** Alt with a digit reaches so many shortcuts. */
export const MAX_KEYS = 9;

export const onMac = /Mac|iPhone|iPad/.test(navigator.platform);

/** The keys of the n-th shortcut, counted from 0, as the keyboard at hand names them. */
export const keyOf = (at: number): string => (onMac ? `⌥${at + 1}` : `Alt+${at + 1}`);
/** The keys of the command palette. */
export const PALETTE_KEY = onMac ? '⌘K' : 'Ctrl K';

/** The key that shows the list of all keys. */
export const KEYS_KEY = '?';
