/** The number of shortcuts that Alt with a digit opens. */
export const MAX_KEYS = 9;

export const onMac = /Mac|iPhone|iPad/.test(navigator.platform);

/** The keys of the shortcut at this index, as the platform's keyboards name them. */
export const keyOf = (at: number): string => (onMac ? `⌥${at + 1}` : `Alt+${at + 1}`);
/** The keys of the command palette. */
export const PALETTE_KEY = onMac ? '⌘K' : 'Ctrl K';

/** The key that shows the list of keyboard shortcuts. */
export const KEYS_KEY = '?';
