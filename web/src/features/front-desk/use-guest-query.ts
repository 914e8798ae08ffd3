import { useNavigate, useParams, useSearch } from '@tanstack/react-router';
import type { DeskLookUp } from './front-desk-calls.ts';

const WIZARD = '/finance/voucher-redeem/wizard/{-$member_id}/{-$member_voucher_id}';
const NOBODY = { member_id: undefined, member_voucher_id: undefined };
const idOf = (text: unknown): number | null =>
  typeof text === 'string' && /^[1-9]\d{0,14}$/.test(text) ? Number(text) : null;

interface GuestQueryHandle {
  readonly deskLookUp: DeskLookUp | null;
  /** The voucher given in the address. */
  readonly voucherId: number | null;
  readonly find: (q: string) => void;
  readonly choose: (memberId: number) => void;
  /** Returns to the empty box. */
  readonly leave: () => void;
}

/** The guest to look up, stored in the address: reloading the page shows the same guest. */
export function useGuestQuery(): GuestQueryHandle {
  const params = useParams({ from: `/shell${WIZARD}` });
  const { q } = useSearch({ from: `/shell${WIZARD}` });
  const navigate = useNavigate();
  const memberId = idOf(params.member_id);
  const deskLookUp = q === undefined || q === '' ? null : { q };
  return {
    deskLookUp: memberId === null ? deskLookUp : { memberId },
    voucherId: idOf(params.member_voucher_id),
    find: (text) => void navigate({ to: WIZARD, params: NOBODY, search: { q: text } }),
    choose: (id) => void navigate({ to: WIZARD, params: { ...NOBODY, member_id: String(id) }, search: {} }),
    leave: () => void navigate({ to: WIZARD, params: NOBODY, search: {} }),
  };
}
