import { EXCEPTIONS_MENU } from '../testing/exceptions-menu.ts';
import type { Stories } from '../testing/stories.ts';

const withLayout = (style: string, config = {}) => ({
  user: { navigation: EXCEPTIONS_MENU },
  settings: { layout: { style, config } },
});

export const stories: Stories = {
  column: { at: '/dashboard', options: withLayout('layout1'), expectedText: { en: 'Innkeeper', id: 'Innkeeper' } },
  rail: {
    at: '/dashboard',
    options: withLayout('layout1', { folded: true }),
    expectedText: { en: 'Innkeeper', id: 'Innkeeper' },
  },
  bar: { at: '/dashboard', options: withLayout('layout2'), expectedText: { en: 'Innkeeper', id: 'Innkeeper' } },
  'user without rights': {
    at: '/dashboard',
    options: { user: { role: 'guest', roles: [], navigation: [] } },
    expectedText: { en: 'Waiting for approval', id: 'Menunggu persetujuan' },
  },
};
