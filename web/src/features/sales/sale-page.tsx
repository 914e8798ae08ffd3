import type { SaleResponse } from '@innkeeper/contract/calls';
import { Trans, useLingui } from '@lingui/react/macro';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { type ReactNode, useState } from 'react';
import { formatDate } from '../../format/date.ts';
import { NoHotel } from '../../domain/no-hotel.tsx';
import { useUser } from '../../session/user.ts';
import { Page } from '../../ui/page.tsx';
import { usePageResult } from '../../ui/use-page-result.ts';
import { ConfirmStep } from './confirm-step.tsx';
import { DoneScreen } from './done-screen.tsx';
import { DraftList } from './draft-list.tsx';
import { GuestStep, SuggestedGuests } from './guest-step.tsx';
import { useSaleTypeName } from './sale-type-name.ts';
import { readSaleDefaults } from './sale-defaults.ts';
import { MembershipStep } from './membership-step.tsx';
import { PaymentStep } from './payment-step.tsx';
import { type Sale, type StepName, startSale, stepsOf } from './sale.ts';
import { Step } from './step.tsx';
import { SaleSummary, computeTotals } from './summary.tsx';
import { findCountryId, useHotels } from './use-hotels.ts';
import { type SaleHandle, useSale } from './use-sale.ts';
import { Money } from '../../session/money.tsx';

/** `/finance/transaction/wizard`: sells, renews and upgrades memberships. */
export const SalePage = () => <SalePageForUrl isFree={false} />;

/** `/finance/transaction/free_membership`: grants free memberships. */
export const FreeMembershipPage = () => <SalePageForUrl isFree />;

/** Remounts when the address changes, because another address is another sale. */
function SalePageForUrl({ isFree }: { isFree: boolean }) {
  const { t } = useLingui();
  const search: Readonly<Record<string, unknown>> = useSearch({ strict: false });
  const { hotels, isReady } = useHotels();
  return (
    <Page title={isFree ? t`Complimentary membership` : t`Sell a membership`} boxed>
      {isReady && hotels.length === 0 && <NoHotel />}
      {isReady && hotels.length > 0 && (
        <SaleScreen key={JSON.stringify(search)} isFree={isFree} search={search} hotels={hotels} />
      )}
    </Page>
  );
}

interface SaleScreenProps {
  readonly isFree: boolean;
  readonly search: Readonly<Record<string, unknown>>;
  readonly hotels: ReturnType<typeof useHotels>['hotels'];
}

function SaleScreen({ isFree, search, hotels }: SaleScreenProps) {
  const user = useUser()?.id ?? 0;
  const navigate = useNavigate();
  const createSale = (startSearch: SaleScreenProps['search']): Sale => {
    const defaults = readSaleDefaults(localStorage, user);
    const hotel = hotels.length === 1 ? hotels[0] : hotels.find(({ id }) => id === defaults.hotelId);
    const hotelId = hotel?.id ?? null;
    return startSale({
      isFree,
      search: startSearch,
      hotelId,
      countryId: findCountryId(hotels, hotelId),
      seller: defaults.seller,
    });
  };
  const [start, setStart] = useState(() => createSale(search));
  const [done, setDone] = usePageResult<{ readonly response: SaleResponse; readonly sale: Sale }>();
  if (done) {
    const startNextSale = () => {
      setDone(null);
      setStart(createSale({}));
      void navigate({ to: '.', search: {}, replace: true });
    };
    /** Goes back to the review of the same sale, to correct and sell it again. */
    const reopenSale = () => {
      setDone(null);
      setStart({ ...done.sale, key: crypto.randomUUID(), sent: null });
    };
    return <DoneScreen response={done.response} onNext={startNextSale} onUndone={reopenSale} />;
  }
  return (
    <OpenSale
      key={start.key}
      start={start}
      onStart={setStart}
      onSold={(response, sale) => {
        setDone({ response, sale });
        // For the menu entry of this page, which opens it for the next sale.
        setStart(createSale(search));
      }}
    />
  );
}

interface OpenSaleProps {
  readonly start: Sale;
  readonly onStart: (sale: Sale) => void;
  readonly onSold: (response: SaleResponse, sale: Sale) => void;
}

function OpenSale({ start, onStart, onSold }: OpenSaleProps) {
  const { t } = useLingui();
  const handle = useSale(start, onSold);
  const { sale, offers } = handle;
  const steps = stepsOf(sale);
  const titles: Record<StepName, string> = {
    guest: t`Guest`,
    membership: t`Membership`,
    payment: t`Payment`,
    summary: sale.isFree ? t`Review and issue` : t`Review and sell`,
  };
  const content: Record<StepName, ReactNode> = {
    guest: <GuestStep handle={handle} />,
    membership: <MembershipStep handle={handle} />,
    payment: <PaymentStep handle={handle} />,
    summary: <ConfirmStep handle={handle} />,
  };
  const contentKeys: Partial<Record<StepName, string>> = {
    guest: `${sale.guest === null ? '' : typeof sale.guest} ${offers?.rejection ? 'rejected' : ''}`,
    membership: offers ? 'offers' : '',
  };
  return (
    <>
      <DraftList currentKey={sale.key} isFree={sale.isFree} onContinue={onStart} />
      <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-5 @4xl:grid-cols-[minmax(0,1fr)_22rem]">
        <div className="min-w-0">
          <ol className="flex flex-col divide-y divide-border rounded-lg border border-border bg-surface">
            {steps.map((step, index) => (
              <Step
                key={step}
                number={index + 1}
                title={titles[step]}
                summary={<StepSummary step={step} handle={handle} />}
                state={step === sale.step ? 'open' : index < steps.indexOf(sale.step) ? 'done' : 'ahead'}
                contentKey={contentKeys[step] ?? ''}
                onOpen={() => handle.openStep(step)}
              >
                {content[step]}
              </Step>
            ))}
          </ol>
          <SuggestedGuests handle={handle} />
        </div>
        <SaleSummary handle={handle} />
      </div>
    </>
  );
}

/** A completed step as one line. */
function StepSummary({ step, handle }: { step: StepName; handle: SaleHandle }) {
  const saleTypeName = useSaleTypeName();
  const { name, sale, type, offers, offer } = handle;
  const totals = computeTotals(handle);
  if (step === 'guest') {
    const kind = sale.guest === 'new' ? <Trans>new guest</Trans> : type !== null && saleTypeName(type);
    return (
      <>
        {name} · {kind}
      </>
    );
  }
  if (step === 'membership' && offer && offers) {
    return (
      <span className="tabular">
        {offer.membership.name} · {offers.hotel.name} · {formatDate(offer.start_date)} – {formatDate(offer.end_date)}
      </span>
    );
  }
  if (step === 'payment' && totals && offers) {
    return <Money amount={totals.total} currency={offers.currency} decimals={offers.decimals} />;
  }
  return null;
}
