import { EXCEPTIONS_MENU } from '../testing/exceptions-menu.ts';
import type { Stories } from '../testing/stories.ts';

const hotelMenu = (style: string, config = {}) => ({
  user: { navigation: EXCEPTIONS_MENU },
  settings: { layout: { style, config } },
});

export const stories: Stories = {
  'as a column': {
    at: '/dashboard',
    opening: hotelMenu('layout1'),
    expectedText: { en: 'Innkeeper', id: 'Innkeeper' },
  },
  'as a rail': {
    at: '/dashboard',
    opening: hotelMenu('layout1', { folded: true }),
    expectedText: { en: 'Innkeeper', id: 'Innkeeper' },
  },
  'as a bar': { at: '/dashboard', opening: hotelMenu('layout2'), expectedText: { en: 'Innkeeper', id: 'Innkeeper' } },
  'of somebody who may nothing': {
    at: '/dashboard',
    opening: { user: { role: 'guest', roles: [], navigation: [] } },
    expectedText: { en: 'Waiting for approval', id: 'Menunggu persetujuan' },
  },
};
