import { useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { useLocation, useNavigate, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { DeskLists } from '../../domain/desk-list.tsx';
import { RecentGuests } from '../../domain/guest-lists.tsx';
import { type DeskLookup, deskQuery } from './front-desk-calls.ts';
import { FrontDeskPage, SingleGuest } from './front-desk-page.tsx';
import type { PostedVisit } from './recent-actions.ts';
import { RecentVisits } from './recent-visits.tsx';
import { PostedLine } from './posted-line.tsx';
import { type SaleContext, useSaleContext } from '../../domain/use-sale-context.ts';
import { VisitForm } from './visit-form.tsx';

/** Bills of members, one after the other: the card, the amounts, Enter, the next card. */
export function VisitPage() {
  const { t } = useLingui();
  const saleContext = useSaleContext();
  const [deskLookup, setDeskLookup] = useVisitLookup();
  const [postedVisit, setPostedVisit] = useState<PostedVisit | null>(null);
  return (
    <FrontDeskPage
      title={t`Post a visit`}
      saleContext={saleContext}
      deskLookup={deskLookup}
      onSearch={(q) => setDeskLookup({ q })}
      renderGuest={(guest, hotelId) => (
        <GuestVisit
          deskLookup={guest}
          hotelId={hotelId}
          saleContext={saleContext}
          onChoose={(memberId) => setDeskLookup({ memberId })}
          onLeave={() => setDeskLookup(null)}
          onPosted={(visit) => {
            setPostedVisit(visit);
            setDeskLookup(null);
          }}
        />
      )}
    >
      {deskLookup === null && postedVisit && (
        <PostedLine
          key={postedVisit.record.id}
          posted={postedVisit}
          onUndone={() => {
            setPostedVisit(null);
            // The bill is posted again, corrected.
            setDeskLookup({ memberId: postedVisit.guest.member.id });
          }}
        />
      )}
      {deskLookup === null && (
        <DeskLists>
          <RecentVisits />
          <RecentGuests onChoose={(memberId) => setDeskLookup({ memberId })} />
        </DeskLists>
      )}
    </FrontDeskPage>
  );
}

/**
 * The guest to look up: the one in the address, then those chosen on the page. Opening the page again starts over, also
 * at the same address: by the menu, or by the palette for the next guest.
 */
function useVisitLookup(): [DeskLookup | null, (deskLookup: DeskLookup | null) => void] {
  const navigate = useNavigate();
  const { member_id, q } = useSearch({ from: '/shell/finance/visit/quick' });
  const entry = useLocation({ select: ({ state }) => state.__TSR_key });
  const isOwnEntry = useLocation({ select: ({ state }) => state.ownId !== undefined });
  // The search parameters follow the entry a moment later.
  const address = JSON.stringify([entry, member_id, q]);
  const [shown, setShown] = useState({ address, deskLookup: toLookup(member_id, q) });
  if (shown.address !== address)
    setShown({ address, deskLookup: isOwnEntry ? shown.deskLookup : toLookup(member_id, q) });
  const change = (deskLookup: DeskLookup | null) => {
    setShown({ address, deskLookup });
    const state = { ownId: crypto.randomUUID() };
    void navigate({ to: '.', search: {}, state, replace: true, resetScroll: false });
  };
  return [shown.deskLookup, change];
}

function toLookup(memberId: number | undefined, q: string | undefined): DeskLookup | null {
  if (memberId !== undefined) return { memberId };
  return q === undefined || q === '' ? null : { q };
}

interface GuestVisitProps {
  deskLookup: DeskLookup;
  hotelId: number;
  saleContext: SaleContext;
  onChoose: (memberId: number) => void;
  onLeave: () => void;
  onPosted: (postedVisit: PostedVisit) => void;
}

function GuestVisit({ deskLookup, hotelId, saleContext, onChoose, onLeave, onPosted }: GuestVisitProps) {
  const response = useQuery(deskQuery({ deskLookup, hotelId, date: null }));
  return (
    <SingleGuest deskLookup={deskLookup} response={response} onChoose={onChoose}>
      {(guest, { hotel, day }) => (
        <VisitForm
          key={guest.member.id}
          guest={guest}
          hotel={hotel}
          today={day}
          saleContext={saleContext}
          onLeave={onLeave}
          onPosted={(record) => onPosted({ record, guest })}
        />
      )}
    </SingleGuest>
  );
}
