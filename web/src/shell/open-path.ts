/** The ids of the menus that are open, the outermost first. */
export type OpenPath = readonly string[];
