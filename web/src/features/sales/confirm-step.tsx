import { SALE_TYPE, isNoEmail } from '@innkeeper/contract';
import { Plural, Trans, useLingui } from '@lingui/react/macro';
import BookOpen from 'lucide-react/icons/book-open';
import IdCard from 'lucide-react/icons/id-card';
import Mail from 'lucide-react/icons/mail';
import Tickets from 'lucide-react/icons/tickets';
import UserRound from 'lucide-react/icons/user-round';
import Wallet from 'lucide-react/icons/wallet';
import type { ReactNode } from 'react';
import { formatDate } from '../../format/date.ts';
import { formatMoney, formatNumber } from '../../format/number.ts';
import { useOptionDetails } from '../../session/reference-data.ts';
import { Button } from '../../ui/button.tsx';
import { countVouchers } from './offer-details.tsx';
import { Notice, StepButtons } from './step.tsx';
import { computeTotals } from './summary.tsx';
import type { SaleHandle } from './use-sale.ts';
import { Money } from '../../session/money.tsx';
import { DigitGroups } from '../../ui/digit-groups.tsx';

/** Summary of the sale in sentences, before it is sent. */
export function ConfirmStep({ handle }: { handle: SaleHandle }) {
  const { t } = useLingui();
  const { sale, type, offers, offer, submission } = handle;
  const totals = computeTotals(handle);
  const { problem } = submission;
  if (!offers || !offer || !totals) return <NothingToSell handle={handle} />;
  const total = formatMoney(totals.total, offers.currency, offers.decimals);
  const submitLabel =
    type === SALE_TYPE.free
      ? t`Issue membership`
      : type === SALE_TYPE.renewal
        ? t`Renew for ${total}`
        : type === SALE_TYPE.upgrade
          ? t`Upgrade for ${total}`
          : t`Sell for ${total}`;
  return (
    <>
      <ul className="flex flex-col gap-3">
        <GuestSentence handle={handle} />
        <CardSentences handle={handle} />
        <Sentence icon={<Tickets size={18} />}>
          {offer.vouchers.length === 0 ? (
            <Trans>No vouchers are included.</Trans>
          ) : (
            <VoucherSentence count={countVouchers(offer)} endDate={nonBreaking(formatDate(offer.end_date))} />
          )}
        </Sentence>
        {!sale.isFree && <MoneySentences handle={handle} />}
        <MailSentence handle={handle} />
      </ul>
      {problem?.step === 'summary' && (
        <Notice tone="danger">
          <p>{problem.message}</p>
          {problem.isOutcomeUnknown && (
            <p className="mt-1">
              <Trans>We don’t know whether the sale went through. Send again; it can’t be sold twice.</Trans>
            </p>
          )}
        </Notice>
      )}
      <StepButtons>
        <Button
          data-first-focus
          variant="primary"
          pending={submission.isPending}
          // A key still pressed from the previous step must not submit the sale.
          onKeyDown={(event) => event.repeat && event.preventDefault()}
          onClick={() => void submission.send()}
        >
          {problem?.isOutcomeUnknown ? t`Send again` : submitLabel}
        </Button>
      </StepButtons>
    </>
  );
}

/** The selection is no longer possible: another user was first, or the programme was changed. */
function NothingToSell({ handle: { offers, submission, openStep } }: { handle: SaleHandle }) {
  const message = submission.problem?.message ?? offers?.rejection?.message;
  return (
    <>
      <Notice tone="warning">{message ?? <Trans>That membership isn’t sold at this hotel.</Trans>}</Notice>
      <StepButtons>
        <Button data-first-focus onClick={() => openStep(offers?.rejection ? 'guest' : 'membership')}>
          {offers?.rejection ? <Trans>Back to the guest</Trans> : <Trans>Choose a membership</Trans>}
        </Button>
      </StepButtons>
    </>
  );
}

function Sentence({ icon, children }: { icon: ReactNode; children: ReactNode }) {
  return (
    <li className="flex gap-3">
      <span aria-hidden="true" className="mt-0.5 shrink-0 text-muted">
        {icon}
      </span>
      <span className="min-w-0">{children}</span>
    </li>
  );
}

/** Keeps a number or date on one line. */
const nonBreaking = (text: string): string => text.replaceAll(' ', '\u00a0');

const Strong = ({ children }: { children: ReactNode }) => <strong className="font-semibold">{children}</strong>;

function GuestSentence({ handle: { sale, type, name, offers } }: { handle: SaleHandle }) {
  const card = type === SALE_TYPE.renewal || type === SALE_TYPE.upgrade ? offers?.card : null;
  return (
    <Sentence icon={<UserRound size={18} />}>
      {sale.guest === 'new' ? (
        <Trans>
          <Strong>{name}</Strong> joins the programme as a new member.
        </Trans>
      ) : card && type === SALE_TYPE.upgrade ? (
        <Trans>
          <Strong>{name}</Strong> upgrades {card.membership.name}, card <DigitGroups number={card.sbec_no} />.
        </Trans>
      ) : card ? (
        <Trans>
          <Strong>{name}</Strong> renews {card.membership.name}, card <DigitGroups number={card.sbec_no} />.
        </Trans>
      ) : (
        <Trans>
          <Strong>{name}</Strong> is already a member and gets a new card.
        </Trans>
      )}
    </Sentence>
  );
}

function CardSentences({ handle: { type, offers, offer } }: { handle: SaleHandle }) {
  if (!offers || !offer) return null;
  const [startDate, endDate] = [offer.start_date, offer.end_date].map((day) => nonBreaking(formatDate(day)));
  const membership = offer.membership.name;
  const hotel = offers.hotel.name;
  const { card } = offers;
  const currentEndDate = card ? nonBreaking(formatDate(card.end_date)) : '';
  const isCardRunning = card !== null && offers.day <= card.end_date;
  const keepsCurrentCard = (type === SALE_TYPE.renewal || type === SALE_TYPE.upgrade) && isCardRunning;
  // A new sale is not possible while a paid card runs, so the running card is a free one.
  const endsCurrentCard = type === SALE_TYPE.sale && isCardRunning;
  return (
    <Sentence icon={<IdCard size={18} />}>
      <Trans>
        A <Strong>{membership}</Strong> card will be issued at {hotel}, valid from <Strong>{startDate}</Strong> to{' '}
        <Strong>{endDate}</Strong>.
      </Trans>{' '}
      {endsCurrentCard && card.start_date < offers.day && (
        <Trans>
          The complimentary card <DigitGroups number={card.sbec_no} /> ends the day before. Its vouchers stay valid
          until they expire.
        </Trans>
      )}
      {endsCurrentCard && card.start_date >= offers.day && (
        <Trans>
          The complimentary card <DigitGroups number={card.sbec_no} /> and its vouchers will be deactivated.
        </Trans>
      )}
      {keepsCurrentCard && (
        <Trans>
          The current card <DigitGroups number={card.sbec_no} /> and its vouchers stay valid until {currentEndDate}.
        </Trans>
      )}
    </Sentence>
  );
}

function VoucherSentence({ count, endDate }: { count: number; endDate: string }) {
  return (
    <Plural
      value={count}
      one={`# voucher will be issued, valid until ${endDate}.`}
      other={`# vouchers will be issued, valid until ${endDate}.`}
    />
  );
}

function MoneySentences({ handle }: { handle: SaleHandle }) {
  const { sale, type, offers, offer } = handle;
  const totals = computeTotals(handle);
  const paymentTypes = useOptionDetails('type-payment');
  if (!offers || !totals) return null;
  const renderMoney = (amount: string) => (
    <Money amount={amount} currency={offers.currency} decimals={offers.decimals} />
  );
  const paymentName = paymentTypes.find(({ id }) => id === sale.payment['type_payment_id'])?.name ?? '';
  const receiptNo = sale.payment['reference_no'];
  const rate = formatNumber(offers.usd_rate, 2);
  return (
    <>
      <Sentence icon={<Wallet size={18} />}>
        <span className="tabular">
          <Trans>
            The guest pays <Strong>{renderMoney(totals.total)}</Strong> by {paymentName}.
          </Trans>
          {totals.discount !== null && (
            <>
              {' '}
              <Trans>
                {renderMoney(totals.price)} less a discount of {renderMoney(totals.discount)}.
              </Trans>
            </>
          )}
          {type === SALE_TYPE.renewal && offer?.is_renewal_price === false && (
            <>
              {' '}
              <Trans>Full price: this tier was not held or earned in the term that ends.</Trans>
            </>
          )}
          {typeof receiptNo === 'string' && receiptNo !== '' && (
            <>
              {' '}
              <Trans>Official receipt: {receiptNo}.</Trans>
            </>
          )}
        </span>
      </Sentence>
      {totals.usdTotal !== null && offers.currency !== 'USD' && (
        <Sentence icon={<BookOpen size={18} />}>
          <span className="tabular">
            <Trans>
              Booked as <Money amount={totals.usdTotal} currency="USD" decimals={2} /> (rate {rate}).
            </Trans>
          </span>
        </Sentence>
      )}
    </>
  );
}

function MailSentence({ handle: { sale, type, member } }: { handle: SaleHandle }) {
  const memberData = sale.guest === 'new' ? sale.person : (member.record ?? {});
  const wantsMail = memberData['membership_notification'] !== 0 && memberData['all_notification'] !== 0;
  const email = memberData['email'];
  return (
    <Sentence icon={<Mail size={18} />}>
      {sale.elsewhere ? (
        <Trans>An email goes to the address on file at {sale.elsewhere.hotel}, unless the guest opted out.</Trans>
      ) : !wantsMail || typeof email !== 'string' ? (
        <Trans>No email is sent: the guest opted out.</Trans>
      ) : isNoEmail(email) ? (
        <Trans>No email is sent: the guest has none.</Trans>
      ) : type === SALE_TYPE.upgrade ? (
        <Trans>
          An upgrade email will be sent to <Strong>{email}</Strong>.
        </Trans>
      ) : type === SALE_TYPE.renewal ? (
        <Trans>
          A renewal email will be sent to <Strong>{email}</Strong>.
        </Trans>
      ) : (
        <Trans>
          A welcome email will be sent to <Strong>{email}</Strong>.
        </Trans>
      )}
    </Sentence>
  );
}
