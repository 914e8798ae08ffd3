import { useNavigate, useParams, useSearch } from '@tanstack/react-router';
import type { Asked } from './counter-calls.ts';

const WIZARD = '/finance/voucher-redeem/wizard/{-$member_id}/{-$member_voucher_id}';
const NOBODY = { member_id: undefined, member_voucher_id: undefined };
const idOf = (text: unknown): number | null =>
  typeof text === 'string' && /^[1-9]\d{0,14}$/.test(text) ? Number(text) : null;

interface AskedHandle {
  readonly asked: Asked | null;
  /** The voucher that the address names. */
  readonly voucherId: number | null;
  readonly find: (q: string) => void;
  readonly choose: (memberId: number) => void;
  /** Back to the empty box. */
  readonly leave: () => void;
}

/** The guest that the counter asks for, kept in the address: a page that is loaded again shows the same guest. */
export function useAsked(): AskedHandle {
  const params = useParams({ from: `/shell${WIZARD}` });
  const { q } = useSearch({ from: `/shell${WIZARD}` });
  const navigate = useNavigate();
  const memberId = idOf(params.member_id);
  const asked = q === undefined || q === '' ? null : { q };
  return {
    asked: memberId === null ? asked : { memberId },
    voucherId: idOf(params.member_voucher_id),
    find: (text) => void navigate({ to: WIZARD, params: NOBODY, search: { q: text } }),
    choose: (id) => void navigate({ to: WIZARD, params: { ...NOBODY, member_id: String(id) }, search: {} }),
    leave: () => void navigate({ to: WIZARD, params: NOBODY, search: {} }),
  };
}
