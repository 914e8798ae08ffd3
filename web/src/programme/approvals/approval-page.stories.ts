import { askedDiscount, askedUpgrade, playApprovals } from '../../testing/closed-months.ts';
import { answer, never, refusal } from '../../testing/played-server.ts';
import type { Stories } from '../../testing/stories.ts';

const PATH = '/others/approval';
const decided = {
  decided_at: '2026-11-24 06:00:00',
  decided_by: { id: 2, name: 'Agus Pranoto', username: 'agus.pranoto' },
  may_decide: false,
};

export const stories: Stories = {
  waiting: {
    at: PATH,
    server: () => answer('GET /api/approval', never),
    shows: { en: 'Loading...', id: 'Memuat...' },
  },
  empty: {
    at: PATH,
    server: () => playApprovals([]),
    shows: { en: 'Nothing waits for an approval', id: 'Tidak ada yang menunggu persetujuan' },
  },
  failed: {
    at: PATH,
    server: () => answer('GET /api/approval', () => refusal(500, 'internal_error')),
    shows: { en: 'Try again', id: 'Coba lagi' },
  },
  full: {
    at: PATH,
    server: () =>
      playApprovals([askedDiscount, { ...askedDiscount, id: 2, may_decide: false, is_own: true }, askedUpgrade]),
    shows: { en: 'Approve', id: 'Setujui' },
  },
  decided: {
    at: `${PATH}?state=all`,
    server: () =>
      playApprovals([
        { ...askedDiscount, ...decided, state: 'approved' },
        { ...askedDiscount, ...decided, id: 2, state: 'refused', decision: 'Terlalu besar' },
        { ...askedDiscount, ...decided, id: 3, state: 'failed', failure: 'Harganya sudah berubah.' },
        { ...askedDiscount, id: 4, may_decide: false, state: 'expired' },
      ]),
    shows: { en: 'Approved and done', id: 'Disetujui dan dijalankan' },
  },
};
