import type { Label } from '../texts/label.ts';

/**
 * Who sees a view besides its owner: nobody, the owner's role group at that time, or everybody who may see the list.
 */
export const VIEW_SHARING = ['me', 'role_group', 'everyone'] as const;
export type ViewSharing = (typeof VIEW_SHARING)[number];

export const MAX_VIEW_NAME_LENGTH = 80;

export const VIEW_LABEL: Label = { en: 'View', id: 'Tampilan' };
