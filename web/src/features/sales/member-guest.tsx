import { SALE_TYPE, getResource } from '@innkeeper/contract';
import type { Offers } from '@innkeeper/contract/calls';
import { Trans, useLingui } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { formatDate } from '../../format/date.ts';
import { formatEmail } from '../../format/email.ts';
import { formatPhone } from '../../format/phone.ts';
import { useLabel } from '../../i18n/use-label.ts';
import { type ResourceRecord, displayName } from '../../engine/data/record.ts';
import { choiceOf } from '../../domain/record-search.ts';
import { Avatar } from '../../ui/avatar.tsx';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { Segmented } from '../../ui/segmented.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { useSaleTypeName } from './sale-type-name.ts';
import type { ElsewhereGuest } from './sale.ts';
import { ContinueButton, Notice, StepButtons } from './step.tsx';
import type { SaleHandle } from './use-sale.ts';
import { DigitGroups } from '../../ui/digit-groups.tsx';

const definition = getResource('member');

/** A guest who is a member: name, card, and the kinds of sale possible with it. */
export function MemberGuest({ handle }: { handle: SaleHandle }) {
  const { sale, member, offers, offersProblem, retryOffers, hotelId, goToNextStep, chooseGuest } = handle;
  const { record, problem } = member;
  const elsewhere = sale.elsewhere ?? null;
  const chooseOtherButton = (
    <Button variant="ghost" onClick={() => chooseGuest(null)}>
      <Trans>Choose another guest</Trans>
    </Button>
  );
  if (problem !== null) {
    return (
      <>
        <Notice tone="danger">{problem}</Notice>
        <StepButtons>{chooseOtherButton}</StepButtons>
      </>
    );
  }
  const isPending = (!record && !elsewhere) || (hotelId !== null && !offers && offersProblem === null);
  return (
    <>
      {record ? (
        <MemberLine record={record} />
      ) : elsewhere ? (
        <ElsewhereLine guest={elsewhere} />
      ) : (
        <Skeleton className="h-12 w-full" />
      )}
      {offers && <CardLines offers={offers} handle={handle} />}
      {isPending && <Skeleton className="h-10 w-full" />}
      {offersProblem !== null && (
        <Notice tone="danger">
          <p>{offersProblem}</p>
          <Button size="small" className="mt-1.5" onClick={retryOffers}>
            <Trans>Try again</Trans>
          </Button>
        </Notice>
      )}
      <StepButtons>
        {!offers?.rejection && offersProblem === null && (
          // Focused from the start; continues once an offer is known to exist.
          <ContinueButton pending={isPending} onClick={goToNextStep} />
        )}
        {chooseOtherButton}
      </StepButtons>
    </>
  );
}

function MemberLine({ record }: { record: ResourceRecord }) {
  const label = useLabel();
  const name = displayName(definition, record);
  const standing = choiceOf('member', 'standing', String(record['standing']));
  const [phone, email] = [record['phone_no'], record['email']];
  const contact = [
    typeof phone === 'string' && formatPhone(phone),
    typeof email === 'string' && formatEmail(email),
  ].filter(Boolean);
  return (
    <div className="flex items-center gap-3">
      <Avatar name={name} size={40} />
      <div className="min-w-0 flex-1">
        <p className="flex flex-wrap items-center gap-x-2 font-semibold">
          {name}
          {standing && <Badge tone={standing.tone}>{label(standing.label)}</Badge>}
        </p>
        <p className="truncate text-sm text-muted tabular">{contact.join(' · ')}</p>
      </div>
    </div>
  );
}

function ElsewhereLine({ guest: { name, hotel } }: { guest: ElsewhereGuest }) {
  return (
    <div className="flex items-center gap-3">
      <Avatar name={name} size={40} />
      <div className="min-w-0 flex-1">
        <p className="font-semibold">{name}</p>
        <p className="text-sm text-muted">
          <Trans>Guest of {hotel}, served here</Trans>
        </p>
      </div>
    </div>
  );
}

function CardLines({ offers, handle }: { offers: Offers; handle: SaleHandle }) {
  const { t } = useLingui();
  const saleTypeName = useSaleTypeName();
  const { sale, type, updateSale } = handle;
  const { card, rejection } = offers;
  const saleTypes = offers.allowed.filter((kind) => sale.isFree === (kind === SALE_TYPE.free));
  const otherTypes = saleTypes.filter((kind) => kind !== type);
  return (
    <>
      {card && (
        <p className="rounded-md border border-border px-3 py-2">
          <span className="font-medium">{card.membership.name}</span>{' '}
          <span className="text-muted tabular">
            <DigitGroups number={card.sbec_no} /> · {formatDate(card.start_date)} – {formatDate(card.end_date)}
          </span>
        </p>
      )}
      {rejection ? (
        <Notice tone="warning">
          <p>{rejection.message}</p>
          {otherTypes.map((kind) => (
            <Button key={kind} size="small" className="mt-1.5 mr-2" onClick={() => updateSale({ type: kind })}>
              {saleTypeName(kind)}
            </Button>
          ))}
        </Notice>
      ) : (
        <>
          {saleTypes.length > 1 && type !== null && (
            <div className="max-w-sm">
              <Segmented
                label={t`Sale`}
                value={String(type)}
                onValueChange={(value) =>
                  updateSale({ type: saleTypes.find((kind) => String(kind) === value) ?? type })
                }
                options={saleTypes.toReversed().map((kind) => ({ value: String(kind), label: saleTypeName(kind) }))}
              />
            </div>
          )}
          {type === SALE_TYPE.renewal && card && <RenewalPeriod offers={offers} endDate={card.end_date} />}
        </>
      )}
    </>
  );
}

/** The first day of the next card, and what happens to the vouchers of the present one. */
function RenewalPeriod({ offers, endDate }: { offers: Offers; endDate: string }): ReactNode {
  const nextStart = offers.offers[0]?.start_date;
  if (nextStart === undefined) return null;
  const [nextStartText, endText] = [formatDate(nextStart), formatDate(endDate)];
  return (
    <Notice tone="info">
      {offers.day <= endDate ? (
        <Trans>
          Early renewal: the current card stays valid until {endText}, the new one starts on {nextStartText}.
        </Trans>
      ) : (
        <Trans>
          The card ended on {endText}. The new one starts on {nextStartText}.
        </Trans>
      )}{' '}
      <Trans>Unused vouchers keep their expiry date. The new card comes with new ones.</Trans>
    </Notice>
  );
}
