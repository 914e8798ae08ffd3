import { useNavigate, useParams, useSearch } from '@tanstack/react-router';
import type { DeskLookup } from './front-desk-calls.ts';

const WIZARD_PATH = '/finance/voucher-redeem/wizard/{-$member_id}/{-$member_voucher_id}';
const NO_PARAMS = { member_id: undefined, member_voucher_id: undefined };
const parseId = (text: unknown): number | null =>
  typeof text === 'string' && /^[1-9]\d{0,14}$/.test(text) ? Number(text) : null;

interface GuestQueryHandle {
  readonly deskLookup: DeskLookup | null;
  /** The voucher id in the address. */
  readonly voucherId: number | null;
  readonly search: (q: string) => void;
  readonly selectGuest: (memberId: number) => void;
  /** Returns to the empty box. */
  readonly clear: () => void;
}

/** The guest to look up, stored in the address: reloading the page shows the same guest. */
export function useGuestQuery(): GuestQueryHandle {
  const params = useParams({ from: `/shell${WIZARD_PATH}` });
  const { q } = useSearch({ from: `/shell${WIZARD_PATH}` });
  const navigate = useNavigate();
  const memberId = parseId(params.member_id);
  const deskLookup = q === undefined || q === '' ? null : { q };
  return {
    deskLookup: memberId === null ? deskLookup : { memberId },
    voucherId: parseId(params.member_voucher_id),
    search: (text) => void navigate({ to: WIZARD_PATH, params: NO_PARAMS, search: { q: text } }),
    selectGuest: (id) =>
      void navigate({ to: WIZARD_PATH, params: { ...NO_PARAMS, member_id: String(id) }, search: {} }),
    clear: () => void navigate({ to: WIZARD_PATH, params: NO_PARAMS, search: {} }),
  };
}
