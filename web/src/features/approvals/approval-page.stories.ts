import { requestedDiscount, requestedUpgrade, mockApprovals } from '../../testing/month-close.ts';
import { mockResponse, neverResponds, rejection } from '../../testing/mock-server.ts';
import type { Stories } from '../../testing/stories.ts';

const PATH = '/others/approval';
const decision = {
  decided_at: '2026-11-24 06:00:00',
  decided_by: { id: 2, name: 'Agus Pranoto', username: 'agus.pranoto' },
  may_decide: false,
};

export const stories: Stories = {
  waiting: {
    at: PATH,
    mockResponses: () => mockResponse('GET /api/approval', neverResponds),
    expectedText: { en: 'Loading...', id: 'Memuat...' },
  },
  empty: {
    at: PATH,
    mockResponses: () => mockApprovals([]),
    expectedText: { en: 'No approvals waiting', id: 'Tidak ada yang menunggu persetujuan' },
  },
  failed: {
    at: PATH,
    mockResponses: () => mockResponse('GET /api/approval', () => rejection(500, 'internal_error')),
    expectedText: { en: 'Try again', id: 'Coba lagi' },
  },
  full: {
    at: PATH,
    mockResponses: () =>
      mockApprovals([
        requestedDiscount,
        { ...requestedDiscount, id: 2, may_decide: false, is_own: true },
        requestedUpgrade,
      ]),
    expectedText: { en: 'Approve', id: 'Setujui' },
  },
  decided: {
    at: `${PATH}?state=all`,
    mockResponses: () =>
      mockApprovals([
        { ...requestedDiscount, ...decision, state: 'approved' },
        { ...requestedDiscount, ...decision, id: 2, state: 'rejected', decision: 'Terlalu besar' },
        { ...requestedDiscount, ...decision, id: 3, state: 'failed', failure: 'Harganya sudah berubah.' },
        { ...requestedDiscount, id: 4, may_decide: false, state: 'expired' },
      ]),
    expectedText: { en: 'Approved', id: 'Disetujui' },
  },
};
