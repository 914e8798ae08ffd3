/** The number of shortcuts that Alt and a digit can open. */
export const MAX_SHORTCUT_KEYS = 9;

export const isMac = /Mac|iPhone|iPad/.test(navigator.platform);

/** The keys of the shortcut at this index, as the platform's keyboards name them. */
export const shortcutKeyName = (index: number): string => (isMac ? `⌥${index + 1}` : `Alt+${index + 1}`);
/** The keys of the command palette. */
export const PALETTE_KEY = isMac ? '⌘K' : 'Ctrl K';

/** The key that shows the help of the current page. */
export const HELP_KEY = '?';
