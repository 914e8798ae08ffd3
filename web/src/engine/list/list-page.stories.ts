import type { SavedView } from '@innkeeper/contract/calls';
import { mockResponse, setRecords, neverResponds, rejection } from '../../testing/mock-server.ts';
import { markDeleted, rows } from '../../testing/rows.ts';
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
    mockResponses: () => mockResponse('GET /api/region', neverResponds),
    expectedText: { en: 'Regions', id: 'Wilayah' },
  },
  empty: {
    at: '/system/region',
    mockResponses: () => setRecords('region', []),
    expectedText: { en: 'No regions yet', id: 'Belum ada wilayah' },
  },
  'no matches': {
    at: '/system/region?search=nowhere',
    mockResponses: () => setRecords('region', []),
    expectedText: { en: 'No regions match this search', id: 'Tidak ada wilayah yang cocok' },
  },
  full: {
    at: '/company/member',
    mockResponses: () => setRecords('member', rows('member', 25)),
    expectedText: { en: 'First name 1', id: 'First name 1' },
  },
  'with views': {
    at: '/company/member?search=Wulan',
    mockResponses: () => {
      setRecords('member', rows('member', 25));
      const names = [
        'Members of Jakarta whose card ends this quarter',
        'New guests',
        'Guests of the suites',
        'Without an email',
      ];
      mockResponse('GET /api/saved_view', { data: names.map((name, index) => savedView(index + 1, name)) });
    },
    expectedText: { en: 'New guests', id: 'New guests' },
  },
  trash: {
    at: `/company/member?deleted=1&${encodeURIComponent('filter[deleted_at][null]')}=0&sort=-deleted_at`,
    mockResponses: () => setRecords('member', rows('member', 3).map(markDeleted)),
    expectedText: { en: 'Trash, recently deleted first', id: 'Tempat sampah, yang terakhir dihapus di atas' },
  },
  'deleted records included': {
    at: '/company/member?deleted=1',
    mockResponses: () => setRecords('member', rows('member', 3).map(markDeleted)),
    expectedText: { en: 'Deleted records are included', id: 'Data yang dihapus disertakan' },
  },
  failed: {
    at: '/system/region',
    mockResponses: () => mockResponse('GET /api/region', () => rejection(500, 'internal_error')),
    expectedText: { en: 'Try again', id: 'Coba lagi' },
  },
};
