import { type SaleEligibility, SALE_TYPE, type SaleKind, nextSale } from '@innkeeper/contract';
import { useLingui } from '@lingui/react/macro';
import ArrowUp from 'lucide-react/icons/arrow-up';
import Gift from 'lucide-react/icons/gift';
import ReceiptText from 'lucide-react/icons/receipt-text';
import RefreshCw from 'lucide-react/icons/refresh-cw';
import type { ComponentType } from 'react';

/** The sale that can be offered to a member now, as an action for any page. */
export interface SaleAction {
  readonly kind: SaleKind;
  readonly label: string;
  readonly Icon: ComponentType<{ size?: number }>;
  readonly to: '/finance/transaction/wizard' | '/finance/transaction/free_membership';
  readonly search: Readonly<Record<string, number>>;
  /** Why the sale is not possible; null if it is. */
  readonly reason: string | null;
}

/** The sale that can be offered to a member now; null for users who may not sell to members. */
export function useSaleAction(): (memberId: number, eligibility: SaleEligibility | null) => SaleAction | null {
  const { t } = useLingui();
  return (memberId, eligibility) => {
    if (eligibility === null) return null;
    const { kind, reason } = nextSale(eligibility);
    const wizardPath = '/finance/transaction/wizard';
    const actionByKind: Record<SaleKind, Omit<SaleAction, 'kind' | 'reason'>> = {
      sell: {
        label: t`Sell`,
        Icon: ReceiptText,
        to: wizardPath,
        search: { type: SALE_TYPE.sale, member_id: memberId },
      },
      renew: {
        label: t`Renew`,
        Icon: RefreshCw,
        to: wizardPath,
        search: { type: SALE_TYPE.renewal, member_id: memberId },
      },
      upgrade: {
        label: t`Upgrade`,
        Icon: ArrowUp,
        to: wizardPath,
        search: { type: SALE_TYPE.upgrade, member_id: memberId },
      },
      give: {
        label: t`Renew (free)`,
        Icon: Gift,
        to: '/finance/transaction/free_membership',
        search: { member_id: memberId },
      },
    };
    return { kind, ...actionByKind[kind], reason };
  };
}
