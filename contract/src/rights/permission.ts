/** The verbs of permission codes. DELETE covers delete, restore and their bulk forms. */
export const VERBS = ['VIEW', 'STORE', 'UPDATE', 'DELETE'] as const;
export type Verb = (typeof VERBS)[number];

export const permission = (verb: Verb, key: string): string => `${verb}_${key}`;

/** The suffix of a module's permission codes: `member-card` gives `MEMBER_CARD`. */
export const permissionKey = (slug: string): string => slug.toUpperCase().replaceAll('-', '_');

/** True if nothing is required, or if any required code is granted. */
export const hasAnyPermission = (granted: readonly string[], required: readonly string[] | null | undefined): boolean =>
  !required || required.length === 0 || required.some((code) => granted.includes(code));

/** Any one of these codes allows opening a record. */
export const recordPermissions = (key: string): readonly string[] => [
  permission('VIEW', key),
  permission('UPDATE', key),
  permission('STORE', key),
];

/** Codes of `access-type`: the access levels. */
export const ACCESS_LEVEL = { group: '1', region: '2', property: '3' } as const;

export const ROLES = ['admin', 'staff', 'user', 'guest'] as const;
/** A user's role for the route guard, derived from the access level of the role group. */
export type Role = (typeof ROLES)[number];
