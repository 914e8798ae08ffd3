import { EXCEPTIONS_MENU } from '../testing/exceptions-menu.ts';
import type { Stories } from '../testing/stories.ts';

const openWith = (style: string, config = {}) => ({
  user: { navigation: EXCEPTIONS_MENU },
  settings: { layout: { style, config } },
});

export const stories: Stories = {
  'as a column': { at: '/dashboard', opening: openWith('layout1'), expectedText: { en: 'Innkeeper', id: 'Innkeeper' } },
  'as a rail': {
    at: '/dashboard',
    opening: openWith('layout1', { folded: true }),
    expectedText: { en: 'Innkeeper', id: 'Innkeeper' },
  },
  'as a bar': { at: '/dashboard', opening: openWith('layout2'), expectedText: { en: 'Innkeeper', id: 'Innkeeper' } },
  'of a user without rights': {
    at: '/dashboard',
    opening: { user: { role: 'guest', roles: [], navigation: [] } },
    expectedText: { en: 'Waiting for approval', id: 'Menunggu persetujuan' },
  },
};
