import { ODD_MENU } from '../testing/odd-menu.ts';
import type { Stories } from '../testing/stories.ts';

const house = (style: string, config = {}) => ({
  user: { navigation: ODD_MENU },
  settings: { layout: { style, config } },
});

export const stories: Stories = {
  'as a column': { at: '/dashboard', opening: house('layout1'), shows: { en: 'Innkeeper', id: 'Innkeeper' } },
  'as a rail': {
    at: '/dashboard',
    opening: house('layout1', { folded: true }),
    shows: { en: 'Innkeeper', id: 'Innkeeper' },
  },
  'as a bar': { at: '/dashboard', opening: house('layout2'), shows: { en: 'Innkeeper', id: 'Innkeeper' } },
  'of somebody who may nothing': {
    at: '/dashboard',
    opening: { user: { role: 'guest', roles: [], navigation: [] } },
    shows: { en: 'Waiting for approval', id: 'Menunggu persetujuan' },
  },
};
