/** The themes of the console, light ones first. Their colours are in `web/src/ui/themes.css`. */
export const LIGHT_THEMES = ['light', 'porcelain', 'sand', 'lagoon', 'orchid'] as const;
export const DARK_THEMES = ['dark', 'night', 'forest', 'teak', 'ink'] as const;

export const THEMES = [...LIGHT_THEMES, ...DARK_THEMES] as const;
export type Theme = (typeof THEMES)[number];

export const isDarkTheme = (theme: Theme): boolean => DARK_THEMES.some((dark) => dark === theme);
