/** The ids of the open menus, outermost first. */
export type OpenPath = readonly string[];
