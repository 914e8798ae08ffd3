import { Trans, useLingui } from '@lingui/react/macro';
import Building from 'lucide-react/icons/building';
import { ComboboxInput } from '../../ui/combobox.tsx';
import type { CounterPlace } from '../desk/use-counter.ts';

/** At which hotel this counter stands: said where there is one, chosen where there are several. */
export function CounterHotel({ place: { hotels, hotel, chooseHotel } }: { place: CounterPlace }) {
  const { t } = useLingui();
  if (hotels.length === 0) return null;
  if (hotels.length === 1) {
    return (
      <p className="flex items-center gap-2 text-muted">
        <Building size={16} aria-hidden="true" />
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
        aria-label={t`Hotel of this counter`}
        value={hotel}
        placeholder={t`Choose the hotel first`}
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
