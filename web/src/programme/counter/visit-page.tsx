import { useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { DeskLists } from '../desk/desk-list.tsx';
import { LastGuests } from '../desk/guest-lists.tsx';
import { type Asked, counterQuery } from './counter-calls.ts';
import { CounterPage, OneGuest } from './counter-page.tsx';
import type { Posted } from './just-done.ts';
import { LastVisits } from './last-visits.tsx';
import { PostedLine } from './posted-line.tsx';
import { type CounterPlace, useCounterPlace } from '../desk/use-counter.ts';
import { VisitForm } from './visit-form.tsx';

/** Bills of members, one after the other: the card, the amounts, Enter, the next card. */
export function VisitPage() {
  const { t } = useLingui();
  const place = useCounterPlace();
  const { member_id, q } = useSearch({ from: '/shell/finance/visit/quick' });
  const [asked, setAsked] = useState<Asked | null>(askedIn(member_id, q));
  const [posted, setPosted] = useState<Posted | null>(null);
  return (
    <CounterPage
      title={t`Post a visit`}
      place={place}
      asked={asked}
      onFind={(q) => setAsked({ q })}
      found={(guest, hotelId) => (
        <Found
          asked={guest}
          hotelId={hotelId}
          place={place}
          onChoose={(memberId) => setAsked({ memberId })}
          onLeave={() => setAsked(null)}
          onPosted={(done) => {
            setPosted(done);
            setAsked(null);
          }}
        />
      )}
    >
      {asked === null && posted && (
        <PostedLine key={posted.record.id} posted={posted} onUndone={() => setPosted(null)} />
      )}
      {asked === null && (
        <DeskLists>
          <LastVisits />
          <LastGuests onGuest={(memberId) => setAsked({ memberId })} />
        </DeskLists>
      )}
    </CounterPage>
  );
}

function askedIn(memberId: number | undefined, q: string | undefined): Asked | null {
  if (memberId !== undefined) return { memberId };
  return q === undefined || q === '' ? null : { q };
}

interface FoundProps {
  asked: Asked;
  hotelId: number;
  place: CounterPlace;
  onChoose: (memberId: number) => void;
  onLeave: () => void;
  onPosted: (posted: Posted) => void;
}

function Found({ asked, hotelId, place, onChoose, onLeave, onPosted }: FoundProps) {
  const answer = useQuery(counterQuery({ asked, hotelId, date: null }));
  return (
    <OneGuest asked={asked} answer={answer} onChoose={onChoose}>
      {(guest, { hotel, day }) => (
        <VisitForm
          key={guest.member.id}
          guest={guest}
          hotel={hotel}
          today={day}
          place={place}
          onLeave={onLeave}
          onPosted={(record) => onPosted({ record, guest })}
        />
      )}
    </OneGuest>
  );
}
