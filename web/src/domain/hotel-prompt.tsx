import { Trans } from '@lingui/react/macro';
import Building from 'lucide-react/icons/building';
import { useRef } from 'react';
import { useFocusOnMount } from '../ui/focus-on-mount.ts';
import type { SaleContext } from './use-sale-context.ts';

/** Prompts for the hotel of the front desk first, with the most recent hotels on top. */
export function HotelPrompt({ saleContext: { hotels, chooseHotel } }: { saleContext: SaleContext }) {
  const firstButton = useRef<HTMLButtonElement>(null);
  useFocusOnMount(firstButton);
  return (
    <section aria-labelledby="where-are-you">
      <h2 id="where-are-you" className="text-lg font-semibold">
        <Trans>Where are you?</Trans>
      </h2>
      <p className="mb-3 text-muted">
        <Trans>Choose your hotel. We’ll remember it on this device.</Trans>
      </p>
      <ul className="grid grid-cols-[repeat(auto-fill,minmax(min(20rem,100%),1fr))] gap-2">
        {hotels.map(({ id, name, code }, index) => (
          <li key={id} className="flex">
            <button
              ref={index === 0 ? firstButton : undefined}
              type="button"
              onClick={() => chooseHotel(id)}
              className="flex min-h-14 w-full items-center gap-3 rounded-lg border border-border bg-surface px-4 py-2 text-left hover:border-strong-border hover:bg-hover"
            >
              <Building size={18} className="shrink-0 text-muted" />
              <span className="min-w-0 flex-1 font-medium break-words">{name}</span>
              {code && <span className="shrink-0 text-sm text-muted">{code}</span>}
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
}
