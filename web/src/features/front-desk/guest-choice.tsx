import { Plural } from '@lingui/react/macro';
import { useRef } from 'react';
import { useFocusOnMount } from '../../ui/focus-on-mount.ts';
import { Avatar } from '../../ui/avatar.tsx';
import { Kbd } from '../../ui/kbd.tsx';
import { usePageKeys } from '../../ui/page-keys.ts';
import { StandingBadge } from './standing-badge.tsx';

/** A guest who matches the search. */
export interface Candidate {
  readonly id: number;
  readonly name: string;
  readonly standing: string;
  readonly hotel: { readonly name: string };
  /** Distinguishes guests of the same name: a card, a telephone. */
  readonly detail: string | null;
}

/** Several matching guests; the first nine can be chosen by number key. */
export function GuestChoice({
  guests,
  onChoose,
}: {
  guests: readonly Candidate[];
  onChoose: (memberId: number) => void;
}) {
  const firstButton = useRef<HTMLButtonElement>(null);
  useFocusOnMount(firstButton);
  usePageKeys(
    guests.slice(0, 9).map(({ id, name }, index) => ({ key: String(index + 1), label: name, run: () => onChoose(id) })),
  );
  return (
    <section aria-labelledby="guest-choice" className="mt-6">
      <h2 id="guest-choice" className="mb-2 font-medium">
        <Plural value={guests.length} one="Is it this guest?" other="Which of these # guests?" />
      </h2>
      <ul className="flex flex-col gap-2">
        {guests.map((guest, index) => (
          <li key={guest.id}>
            <button
              ref={index === 0 ? firstButton : undefined}
              type="button"
              onClick={() => onChoose(guest.id)}
              className="flex w-full items-center gap-3 rounded-lg border border-border bg-surface px-4 py-3 text-left hover:border-strong-border hover:bg-hover"
            >
              <Avatar name={guest.name} size={36} />
              <span className="min-w-0 flex-1">
                <span className="block font-medium break-words">{guest.name}</span>
                <span className="block text-sm break-words text-muted tabular">
                  {[guest.detail, guest.hotel.name].filter(Boolean).join(' · ')}
                </span>
              </span>
              <StandingBadge value={guest.standing} />
              {index < 9 && <Kbd>{index + 1}</Kbd>}
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
}
