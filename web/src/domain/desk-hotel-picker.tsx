import { Trans, useLingui } from '@lingui/react/macro';
import Building from 'lucide-react/icons/building';
import { ComboboxInput } from '../ui/combobox.tsx';
import type { SaleContext } from './use-sale-context.ts';

/** The hotel of this front desk: shown as text if there is only one, as a choice if there are several. */
export function DeskHotelPicker({ saleContext: { hotels, hotel, chooseHotel } }: { saleContext: SaleContext }) {
  const { t } = useLingui();
  if (hotels.length === 0) return null;
  if (hotels.length === 1) {
    return (
      <p className="flex items-center gap-2 text-muted">
        <Building size={16} />
        {hotel?.name}
      </p>
    );
  }
  return (
    <div className="flex w-72 max-w-full items-center gap-2">
      <span className="shrink-0 text-sm text-muted">
        <Trans>At</Trans>
      </span>
      <ComboboxInput
        aria-label={t`Your hotel`}
        value={hotel}
        placeholder={t`Select a hotel first`}
        notClearable
        load={(search) =>
          Promise.resolve(
            hotels.filter(({ name, code }) =>
              `${name} ${code ?? ''}`.toLocaleLowerCase().includes(search.toLocaleLowerCase()),
            ),
          )
        }
        onValueChange={(item) => chooseHotel(item?.id ?? null)}
      />
    </div>
  );
}
