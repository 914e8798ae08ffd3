import { SALE_TYPE } from '@innkeeper/contract';
import type { Offer, Offers } from '@innkeeper/contract/calls';
import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { resourcePath } from '../../engine/data/resource-path.ts';
import { formatDate } from '../../format/date.ts';
import { can } from '../../session/user.ts';
import { Badge } from '../../ui/badge.tsx';
import { classNames } from '../../ui/class-names.ts';
import { Field } from '../../ui/field.tsx';
import { Radio, RadioGroup } from '../../ui/radio-group.tsx';
import { SelectInput } from '../../ui/select.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { offersQuery } from './sale-calls.ts';
import { countVouchers } from './offer-details.tsx';
import { ContinueButton, Notice, StepButtons } from './step.tsx';
import { useHotels } from './use-hotels.ts';
import type { SaleHandle } from './use-sale.ts';
import { Money } from '../../session/money.tsx';

/** Selects the hotel of the sale and one of the memberships offered there. */
export function MembershipStep({ handle }: { handle: SaleHandle }) {
  const { t } = useLingui();
  const { sale, updateSale, offer, offers, offersProblem, hotelId, goToNextStep, submission } = handle;
  const { hotels } = useHotels();
  const [isSelectionMissing, setSelectionMissing] = useState(false);
  const isReady = offer !== null && !offers?.rejection;
  const submit = () => {
    setSelectionMissing(offer === null);
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
      {submission.problem?.step === 'membership' && <Notice tone="danger">{submission.problem.message}</Notice>}
      {hotels.length > 1 && (
        <Field label={t`Hotel`} required className="max-w-sm">
          {(controlProps) => (
            <SelectInput
              {...controlProps}
              value={hotelId === null ? null : String(hotelId)}
              onValueChange={(value) => updateSale({ hotelId: Number(value) })}
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
        <OffersSkeleton />
      ) : (
        <>
          {offers.rejection && <Notice tone="warning">{offers.rejection.message}</Notice>}
          <TermEndNotice termEnd={offers.term_end} />
          <TermCreditNotice offers={offers} />
          <OfferChoice offers={offers} handle={handle} />
        </>
      )}
      {isSelectionMissing && offer === null && offers && offers.offers.length > 0 && (
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
function TermEndNotice({ termEnd }: { termEnd: Offers['term_end'] }) {
  if (termEnd === null) return null;
  const endDate = formatDate(termEnd.until);
  return (
    <Notice tone={termEnd.decision === 'keep' ? 'info' : 'warning'}>
      {termEnd.decision === 'open' && <Trans>Visit requirement missed. No decision yet.</Trans>}
      {termEnd.decision === 'keep' && <Trans>Visit requirement missed. Decision: keep the tier.</Trans>}
      {termEnd.decision === 'lower' && <Trans>Visit requirement missed. Decision: lower the tier.</Trans>}
      {termEnd.decision === 'grace' && (
        <Trans>Visit requirement missed. This tier can be renewed until {endDate}, after that only a lower one.</Trans>
      )}
      {termEnd.note !== null && <span className="block whitespace-pre-line">“{termEnd.note}”</span>}
    </Notice>
  );
}

/** The amount deducted from the prices of an upgrade. */
function TermCreditNotice({ offers: { paid, card, currency, decimals } }: { offers: Offers }) {
  if (paid === null || card === null) return null;
  const price = <Money amount={paid} currency={currency} decimals={decimals} />;
  const endDate = formatDate(card.end_date);
  return (
    <Notice tone="info">
      <Trans>
        The price of the current term, {price}, is deducted. The new card ends on {endDate}, like the current one.
      </Trans>
    </Notice>
  );
}

function OffersSkeleton() {
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

function OfferChoice({ offers, handle: { offer, updateSale, type, submission } }: OfferChoiceProps) {
  const { t } = useLingui();
  const { data: renewalOffers } = useQuery({
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
        {can('STORE_MEMBERSHIP') && (
          <>
            {' '}
            <Link to={resourcePath('membership', 'new')} className="underline">
              <Trans>New membership</Trans>
            </Link>
          </>
        )}
      </p>
    );
  }
  const renewalPrice = (id: number) => renewalOffers?.offers.find(({ membership }) => membership.id === id)?.price;
  return (
    <RadioGroup
      aria-label={t`Membership`}
      className="flex flex-col divide-y divide-border overflow-hidden rounded-md border border-border"
    >
      {offers.offers.map((item, index) => (
        <OfferRow
          key={item.membership.id}
          offer={item}
          currency={offers.currency}
          decimals={offers.decimals}
          isUpgrade={type === SALE_TYPE.upgrade}
          isFullPrice={type === SALE_TYPE.renewal && !item.is_renewal_price}
          isSelected={item === offer}
          hasInitialFocus={item === offer || (offer === null && index === 0)}
          renewalPrice={renewalPrice(item.membership.id)}
          onChoose={() => {
            submission.clear();
            updateSale({ membershipId: item.membership.id });
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
  /** A renewal into a tier that the member neither held nor earned costs its full price. */
  readonly isFullPrice: boolean;
  readonly isSelected: boolean;
  /** Takes the focus when the step opens. */
  readonly hasInitialFocus: boolean;
  readonly renewalPrice: string | undefined;
  readonly onChoose: () => void;
}

function OfferRow({
  offer,
  currency,
  decimals,
  isUpgrade,
  isFullPrice,
  isSelected,
  hasInitialFocus,
  renewalPrice,
  onChoose,
}: OfferRowProps) {
  const { t } = useLingui();
  const { membership, price, price_missing: priceFallback, validity_months } = offer;
  const isFree = Number(price) === 0 && !isUpgrade;
  const endDate = formatDate(offer.end_date);
  const renewalNote = renewalPrice !== undefined && (
    <Trans>
      Renewal <Money amount={renewalPrice} currency={currency} decimals={decimals} />
    </Trans>
  );
  return (
    <div className={classNames('transition-colors', isSelected ? 'bg-accent-soft/50' : 'hover:bg-hover')}>
      <label className="flex cursor-pointer items-start gap-3 px-3 py-3 sm:px-4">
        <Radio
          checked={isSelected}
          onChoose={onChoose}
          data-first-focus={hasInitialFocus ? '' : undefined}
          className="mt-0.5"
        />
        <span className="min-w-0 flex-1">
          <span className="flex flex-wrap items-center gap-x-2 gap-y-0.5">
            <span className="font-semibold">{membership.name}</span>
            {offer.is_regional && <Badge>{t`This region only`}</Badge>}
          </span>
          <span className="flex flex-wrap gap-x-2 text-sm whitespace-nowrap text-muted tabular">
            <span>
              {isUpgrade ? (
                <Trans>until {endDate}</Trans>
              ) : (
                <Plural value={validity_months} one="# month" other="# months" />
              )}
              {offer.vouchers.length > 0 && (
                <>
                  {' · '}
                  <Plural value={countVouchers(offer)} one="# voucher" other="# vouchers" />
                </>
              )}
            </span>
            {renewalNote && <span className="sm:hidden">{renewalNote}</span>}
          </span>
          {isFullPrice && (
            <span className="block text-sm text-muted">
              <Trans>Full price: this tier was not held or earned in the term that ends.</Trans>
            </span>
          )}
          {priceFallback !== null && (
            <span className="block text-sm text-warning-text">
              {priceFallback === 'converted' ? (
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
          {renewalNote && <span className="block text-sm text-muted max-sm:hidden">{renewalNote}</span>}
        </span>
      </label>
    </div>
  );
}
