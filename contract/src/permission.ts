/** The verbs that rights grant on a kind of record. DELETE covers delete, restore and their bulk forms. */
export const VERBS = ['VIEW', 'STORE', 'UPDATE', 'DELETE'] as const;
export type Verb = (typeof VERBS)[number];

export const permission = (verb: Verb, key: string): string => `${verb}_${key}`;

/** The key at the end of the codes of a module: `member-card` gives `MEMBER_CARD`. */
export const permissionKey = (slug: string): string => slug.toUpperCase().replaceAll('-', '_');

/** Passes when nothing is required or any required code is held. */
export const permits = (held: readonly string[], required: readonly string[] | null | undefined): boolean =>
  !required || required.length === 0 || required.some((code) => held.includes(code));

/** Codes of which any one opens a record. */
export const recordPermissions = (key: string): readonly string[] => [
  permission('VIEW', key),
  permission('UPDATE', key),
  permission('STORE', key),
];

/** Codes of `access-type`: the levels of the hierarchy. */
export const ACCESS_LEVEL = { group: '1', region: '2', property: '3' } as const;

export const ROLES = ['admin', 'staff', 'user', 'guest'] as const;
/** A user's role for the route guard; follows from the access level of the role group. */
export type Role = (typeof ROLES)[number];
