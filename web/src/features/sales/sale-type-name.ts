import { SALE_TYPE, type SaleType } from '@innkeeper/contract';
import { useLingui } from '@lingui/react/macro';

/** The label of each type of sale. */
export function useSaleTypeName(): (type: SaleType) => string {
  const { t } = useLingui();
  return (type) =>
    ({
      [SALE_TYPE.sale]: t`New membership`,
      [SALE_TYPE.renewal]: t`Renewal`,
      [SALE_TYPE.free]: t`Complimentary membership`,
      [SALE_TYPE.upgrade]: t({ message: 'Upgrade', context: 'a kind of sale' }),
    })[type];
}
