import { type MaySell, SALE_TYPE, nextSale } from '@innkeeper/contract';
import { useLingui } from '@lingui/react/macro';
import ReceiptText from 'lucide-react/icons/receipt-text';
import RefreshCw from 'lucide-react/icons/refresh-cw';
import type { ComponentType } from 'react';

/** The sale that a member is asked for now, as an action of any page. */
export interface SaleAction {
  readonly label: string;
  readonly Icon: ComponentType<{ size?: number; 'aria-hidden'?: 'true' }>;
  readonly to: '/finance/transaction/wizard';
  readonly search: { readonly type: number; readonly member_id: number };
  /** Why it cannot be made; null where it can. */
  readonly reason: string | null;
}

/** What can be sold to a member now; null for whoever sells nothing to them. */
export function useSaleAction(): (memberId: number, sale: MaySell | null) => SaleAction | null {
  const { t } = useLingui();
  return (memberId, sale) => {
    if (sale === null) return null;
    const { kind, reason } = nextSale(sale);
    const isRenewal = kind === 'renew';
    return {
      label: isRenewal ? t`Renew` : t`Sell`,
      Icon: isRenewal ? RefreshCw : ReceiptText,
      to: '/finance/transaction/wizard',
      search: { type: isRenewal ? SALE_TYPE.renewal : SALE_TYPE.sale, member_id: memberId },
      reason,
    };
  };
}
