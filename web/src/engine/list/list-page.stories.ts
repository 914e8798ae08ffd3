import type { SavedView } from '@innkeeper/contract/calls';
import { answer, keepRecords, never, refusal } from '../../testing/played-server.ts';
import { deleted, rows } from '../../testing/rows.ts';
import type { Stories } from '../../testing/stories.ts';

const savedView = (id: number, name: string): SavedView => ({
  id,
  resource: 'member',
  name,
  state: id === 2 ? { search: 'Wulan' } : { sort: '-id', search: name },
  shared: 'me',
  owner: { id: 1, name: 'Sari Wulandari' },
  is_mine: true,
  may_change: true,
});

export const stories: Stories = {
  waiting: {
    at: '/system/region',
    server: () => answer('GET /api/region', never),
    shows: { en: 'Regions', id: 'Wilayah' },
  },
  empty: {
    at: '/system/region',
    server: () => keepRecords('region', []),
    shows: { en: 'No regions yet', id: 'Belum ada wilayah' },
  },
  'nothing found': {
    at: '/system/region?search=nowhere',
    server: () => keepRecords('region', []),
    shows: { en: 'No regions fit this search', id: 'Tidak ada wilayah yang cocok' },
  },
  full: {
    at: '/company/member',
    server: () => keepRecords('member', rows('member', 25)),
    shows: { en: 'First name 1', id: 'First name 1' },
  },
  'with views': {
    at: '/company/member?search=Wulan',
    server: () => {
      keepRecords('member', rows('member', 25));
      const names = ['Members of Jakarta whose card ends this quarter', 'New guests', 'Birthdays', 'Without an email'];
      answer('GET /api/saved_view', { data: names.map((name, at) => savedView(at + 1, name)) });
    },
    shows: { en: 'New guests', id: 'New guests' },
  },
  trash: {
    at: `/company/member?deleted=1&${encodeURIComponent('filter[deleted_at][null]')}=0&sort=-deleted_at`,
    server: () => keepRecords('member', rows('member', 3).map(deleted)),
    shows: { en: 'The trash: what was deleted last', id: 'Tempat sampah: yang terakhir dihapus' },
  },
  'trash with the others': {
    at: '/company/member?deleted=1',
    server: () => keepRecords('member', rows('member', 3).map(deleted)),
    shows: { en: 'Deleted records are shown too', id: 'Data yang dihapus ikut ditampilkan' },
  },
  failed: {
    at: '/system/region',
    server: () => answer('GET /api/region', () => refusal(500, 'internal_error')),
    shows: { en: 'Try again', id: 'Coba lagi' },
  },
};
