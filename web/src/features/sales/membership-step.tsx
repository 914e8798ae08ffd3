import { SALE_TYPE } from '@innkeeper/contract';
import type { Offer, Offers } from '@innkeeper/contract/calls';
import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { formatDate } from '../../format/date.ts';
import { Badge } from '../../ui/badge.tsx';
import { classNames } from '../../ui/class-names.ts';
import { Field } from '../../ui/field.tsx';
import { Radio, RadioGroup } from '../../ui/radio-group.tsx';
import { SelectInput } from '../../ui/select.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { offersQuery } from './sale-calls.ts';
import { voucherCount } from './offer-details.tsx';
import { ContinueButton, Notice, StepButtons } from './step.tsx';
import { useHotels } from './use-hotels.ts';
import type { SaleHandle } from './use-sale.ts';
import { Money } from '../../session/money.tsx';

/** Selects the hotel of the sale and one of the memberships offered there. */
export function MembershipStep({ handle }: { handle: SaleHandle }) {
  const { t } = useLingui();
  const { sale, change, offer, offers, offersProblem, hotelId, goToNextStep, sending } = handle;
  const { hotels } = useHotels();
  const [isMissing, setMissing] = useState(false);
  const isReady = offer !== null && !offers?.rejection;
  const submit = () => {
    setMissing(offer === null);
    if (isReady) goToNextStep();
  };
  return (
    <form
      noValidate
      className="flex flex-col gap-4"
      onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}
    >
      {sending.problem?.step === 'membership' && <Notice tone="danger">{sending.problem.message}</Notice>}
      {hotels.length > 1 && (
        <Field label={t`Hotel`} required className="max-w-sm">
          {(controlProps) => (
            <SelectInput
              {...controlProps}
              value={hotelId === null ? null : String(hotelId)}
              onValueChange={(value) => change({ hotelId: Number(value) })}
              options={hotels.map(({ id, name }) => ({ value: String(id), label: name }))}
              placeholder={t`Choose…`}
            />
          )}
        </Field>
      )}
      {offersProblem !== null ? (
        <Notice tone="danger">{offersProblem}</Notice>
      ) : hotelId === null ? (
        <p className="text-muted">
          <Trans>Select a hotel to see memberships and prices.</Trans>
        </p>
      ) : !offers ? (
        <Waiting />
      ) : (
        <>
          {offers.rejection && <Notice tone="warning">{offers.rejection.message}</Notice>}
          <TermEnd decided={offers.term_end} />
          <PaidForTerm offers={offers} />
          <OfferChoice offers={offers} handle={handle} />
        </>
      )}
      {isMissing && offer === null && offers && offers.offers.length > 0 && (
        <Notice tone="danger">
          <Trans>Select a membership.</Trans>
        </Notice>
      )}
      <StepButtons isVisible>
        <ContinueButton disabled={!offers || offers.offers.length === 0 || offers.rejection !== null} />
        {sale.isFree && offers?.offers.length === 0 && (
          <p className="text-muted">
            <Trans>Only memberships marked as free can be issued here.</Trans>
          </p>
        )}
      </StepButtons>
    </form>
  );
}

/** The term-end decision, made because the term had too few visits. */
function TermEnd({ decided }: { decided: Offers['term_end'] }) {
  if (decided === null) return null;
  const until = formatDate(decided.until);
  return (
    <Notice tone={decided.decision === 'keep' ? 'info' : 'warning'}>
      {decided.decision === 'open' && <Trans>Visit requirement missed. No decision yet.</Trans>}
      {decided.decision === 'keep' && <Trans>Visit requirement missed. Decision: keep the tier.</Trans>}
      {decided.decision === 'lower' && <Trans>Visit requirement missed. Decision: lower the tier.</Trans>}
      {decided.decision === 'grace' && (
        <Trans>Visit requirement missed. This tier can be renewed until {until}, after that only a lower one.</Trans>
      )}
      {decided.note !== null && <span className="block whitespace-pre-line">“{decided.note}”</span>}
    </Notice>
  );
}

/** The amount deducted from the prices of an upgrade. */
function PaidForTerm({ offers: { paid, card, currency, decimals } }: { offers: Offers }) {
  if (paid === null || card === null) return null;
  const price = <Money amount={paid} currency={currency} decimals={decimals} />;
  const until = formatDate(card.end_date);
  return (
    <Notice tone="info">
      <Trans>
        The price of the current term, {price}, is deducted. The new card ends on {until}, like the current one.
      </Trans>
    </Notice>
  );
}

function Waiting() {
  return (
    <div className="flex flex-col gap-2">
      <Skeleton className="h-16 w-full" />
      <Skeleton className="h-16 w-full" />
      <Skeleton className="h-16 w-full" />
    </div>
  );
}

interface OfferChoiceProps {
  readonly offers: Offers;
  readonly handle: SaleHandle;
}

function OfferChoice({ offers, handle: { offer, change, type, sending } }: OfferChoiceProps) {
  const { t } = useLingui();
  const { data: renewals } = useQuery({
    ...offersQuery({ hotelId: offers.hotel.id, type: SALE_TYPE.renewal, memberId: null, date: null }),
    enabled: type === SALE_TYPE.sale,
  });
  if (offers.offers.length === 0) {
    const { name } = offers.hotel;
    return (
      <p className="rounded-md border border-border px-3 py-4 text-muted">
        {type === SALE_TYPE.free ? (
          <Trans>{name} has no complimentary memberships.</Trans>
        ) : type === SALE_TYPE.upgrade ? (
          <Trans>No higher membership is sold at {name}.</Trans>
        ) : (
          <Trans>No membership is sold at {name}.</Trans>
        )}
      </p>
    );
  }
  const renewalPrice = (id: number) => renewals?.offers.find(({ membership }) => membership.id === id)?.price;
  return (
    <RadioGroup
      aria-label={t`Membership`}
      className="flex flex-col divide-y divide-border overflow-hidden rounded-md border border-border"
    >
      {offers.offers.map((each, index) => (
        <OfferRow
          key={each.membership.id}
          offer={each}
          currency={offers.currency}
          decimals={offers.decimals}
          isUpgrade={type === SALE_TYPE.upgrade}
          isChosen={each === offer}
          isFirst={each === offer || (offer === null && index === 0)}
          renewalPrice={renewalPrice(each.membership.id)}
          onChoose={() => {
            sending.clear();
            change({ membershipId: each.membership.id });
          }}
        />
      ))}
    </RadioGroup>
  );
}

interface OfferRowProps {
  readonly offer: Offer;
  readonly currency: string;
  readonly decimals: number;
  /** An upgrade ends on the same day as the present card and costs the price difference. */
  readonly isUpgrade: boolean;
  readonly isChosen: boolean;
  /** Takes the focus when the step opens. */
  readonly isFirst: boolean;
  readonly renewalPrice: string | undefined;
  readonly onChoose: () => void;
}

function OfferRow({ offer, currency, decimals, isUpgrade, isChosen, isFirst, renewalPrice, onChoose }: OfferRowProps) {
  const { t } = useLingui();
  const { membership, price, price_missing: missing, validity_months } = offer;
  const isFree = Number(price) === 0 && !isUpgrade;
  const until = formatDate(offer.end_date);
  const renewal = renewalPrice !== undefined && (
    <Trans>
      Renewal <Money amount={renewalPrice} currency={currency} decimals={decimals} />
    </Trans>
  );
  return (
    <div className={classNames('transition-colors', isChosen ? 'bg-accent-soft/50' : 'hover:bg-hover')}>
      <label className="flex cursor-pointer items-start gap-3 px-3 py-3 sm:px-4">
        <Radio checked={isChosen} onChoose={onChoose} data-first-focus={isFirst ? '' : undefined} className="mt-0.5" />
        <span className="min-w-0 flex-1">
          <span className="flex flex-wrap items-center gap-x-2 gap-y-0.5">
            <span className="font-semibold">{membership.name}</span>
            {offer.is_regional && <Badge>{t`This region only`}</Badge>}
          </span>
          <span className="flex flex-wrap gap-x-2 text-sm whitespace-nowrap text-muted tabular">
            <span>
              {isUpgrade ? (
                <Trans>until {until}</Trans>
              ) : (
                <Plural value={validity_months} one="# month" other="# months" />
              )}
              {offer.vouchers.length > 0 && (
                <>
                  {' · '}
                  <Plural value={voucherCount(offer)} one="# voucher" other="# vouchers" />
                </>
              )}
            </span>
            {renewal && <span className="sm:hidden">{renewal}</span>}
          </span>
          {missing !== null && (
            <span className="block text-sm text-warning-text">
              {missing === 'converted' ? (
                <Trans>No {currency} price set. Converted at today’s rate.</Trans>
              ) : (
                <Trans>No {currency} price set. Using the list price unconverted.</Trans>
              )}
            </span>
          )}
        </span>
        <span className="shrink-0 text-right tabular">
          <span className="block font-semibold">
            {isFree ? t`Free` : <Money amount={price} currency={currency} decimals={decimals} />}
          </span>
          {renewal && <span className="block text-sm text-muted max-sm:hidden">{renewal}</span>}
        </span>
      </label>
    </div>
  );
}
