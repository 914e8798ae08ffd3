import { useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { DeskLists } from './desk-list.tsx';
import { RecentGuests } from './guest-lists.tsx';
import { type DeskLookUp, deskQuery } from './front-desk-calls.ts';
import { FrontDeskPage, SingleGuest } from './front-desk-page.tsx';
import type { Posted } from './recent-actions.ts';
import { RecentVisits } from './recent-visits.tsx';
import { PostedLine } from './posted-line.tsx';
import { type SaleContext, useSaleContext } from './use-sale-context.ts';
import { VisitForm } from './visit-form.tsx';

/** Bills of members, one after the other: the card, the amounts, Enter, the next card. */
export function VisitPage() {
  const { t } = useLingui();
  const saleContext = useSaleContext();
  const { member_id, q } = useSearch({ from: '/shell/finance/visit/quick' });
  const [deskLookUp, setRequested] = useState<DeskLookUp | null>(lookUpIn(member_id, q));
  const [posted, setPosted] = useState<Posted | null>(null);
  return (
    <FrontDeskPage
      title={t`Post a visit`}
      saleContext={saleContext}
      deskLookUp={deskLookUp}
      onFind={(q) => setRequested({ q })}
      found={(guest, hotelId) => (
        <Found
          deskLookUp={guest}
          hotelId={hotelId}
          saleContext={saleContext}
          onChoose={(memberId) => setRequested({ memberId })}
          onLeave={() => setRequested(null)}
          onPosted={(done) => {
            setPosted(done);
            setRequested(null);
          }}
        />
      )}
    >
      {deskLookUp === null && posted && (
        <PostedLine key={posted.record.id} posted={posted} onUndone={() => setPosted(null)} />
      )}
      {deskLookUp === null && (
        <DeskLists>
          <RecentVisits />
          <RecentGuests onGuest={(memberId) => setRequested({ memberId })} />
        </DeskLists>
      )}
    </FrontDeskPage>
  );
}

function lookUpIn(memberId: number | undefined, q: string | undefined): DeskLookUp | null {
  if (memberId !== undefined) return { memberId };
  return q === undefined || q === '' ? null : { q };
}

interface FoundProps {
  deskLookUp: DeskLookUp;
  hotelId: number;
  saleContext: SaleContext;
  onChoose: (memberId: number) => void;
  onLeave: () => void;
  onPosted: (posted: Posted) => void;
}

function Found({ deskLookUp, hotelId, saleContext, onChoose, onLeave, onPosted }: FoundProps) {
  const response = useQuery(deskQuery({ deskLookUp, hotelId, date: null }));
  return (
    <SingleGuest deskLookUp={deskLookUp} response={response} onChoose={onChoose}>
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
