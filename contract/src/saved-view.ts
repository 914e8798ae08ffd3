import type { Label } from './label.ts';

/** The people who see a view beside its owner: nobody, the role group the owner was in, or everybody who may see the list. */
export const VIEW_SHARING = ['me', 'role_group', 'everyone'] as const;
export type ViewSharing = (typeof VIEW_SHARING)[number];

export const VIEW_NAME_MAX = 80;

export const VIEW_LABEL: Label = { en: 'View', id: 'Tampilan' };
