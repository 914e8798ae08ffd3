import { SALE_TYPE } from '@innkeeper/contract';
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
import { voucherCount } from './offer-details.tsx';
import { Notice, StepButtons } from './step.tsx';
import { totalsOf } from './summary.tsx';
import type { SaleHandle } from './use-sale.ts';
import { Money } from '../../session/money.tsx';
import { DigitGroups } from '../../ui/digit-groups.tsx';

/** Summary of the sale in sentences, before it is sent. */
export function ConfirmStep({ handle }: { handle: SaleHandle }) {
  const { t } = useLingui();
  const { sale, type, offers, offer, sending } = handle;
  const totals = totalsOf(handle);
  const { problem } = sending;
  if (!offers || !offer || !totals) return <NothingToSell handle={handle} />;
  const total = formatMoney(totals.total, offers.currency, offers.decimals);
  const verb =
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
            <VoucherSentence count={voucherCount(offer)} until={nonBreaking(formatDate(offer.end_date))} />
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
          pending={sending.isPending}
          // A key still pressed from the previous step must not submit the sale.
          onKeyDown={(event) => event.repeat && event.preventDefault()}
          onClick={() => void sending.send()}
        >
          {problem?.isOutcomeUnknown ? t`Send again` : verb}
        </Button>
      </StepButtons>
    </>
  );
}

/** The selection is no longer possible: another user was first, or the programme was changed. */
function NothingToSell({ handle: { offers, sending, open } }: { handle: SaleHandle }) {
  const message = sending.problem?.message ?? offers?.rejection?.message;
  return (
    <>
      <Notice tone="warning">{message ?? <Trans>That membership isn’t sold at this hotel.</Trans>}</Notice>
      <StepButtons>
        <Button data-first-focus onClick={() => open(offers?.rejection ? 'guest' : 'membership')}>
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
  const [from, until] = [offer.start_date, offer.end_date].map((day) => nonBreaking(formatDate(day)));
  const membership = offer.membership.name;
  const hotel = offers.hotel.name;
  const { card } = offers;
  const end = card ? nonBreaking(formatDate(card.end_date)) : '';
  const isRunning = card !== null && offers.day <= card.end_date;
  const isEarly = (type === SALE_TYPE.renewal || type === SALE_TYPE.upgrade) && isRunning;
  // A new sale is not possible while a paid card runs, so the running card is a free one.
  const isEnded = type === SALE_TYPE.sale && isRunning;
  return (
    <Sentence icon={<IdCard size={18} />}>
      <Trans>
        A <Strong>{membership}</Strong> card will be issued at {hotel}, valid from <Strong>{from}</Strong> to{' '}
        <Strong>{until}</Strong>.
      </Trans>{' '}
      {isEnded && card.start_date < offers.day && (
        <Trans>
          The complimentary card <DigitGroups number={card.sbec_no} /> ends the day before. Its vouchers stay valid
          until they expire.
        </Trans>
      )}
      {isEnded && card.start_date >= offers.day && (
        <Trans>
          The complimentary card <DigitGroups number={card.sbec_no} /> and its vouchers will be deactivated.
        </Trans>
      )}
      {isEarly && (
        <Trans>
          The current card <DigitGroups number={card.sbec_no} /> and its vouchers stay valid until {end}.
        </Trans>
      )}
    </Sentence>
  );
}

function VoucherSentence({ count, until }: { count: number; until: string }) {
  return (
    <Plural
      value={count}
      one={`# voucher will be issued, valid until ${until}.`}
      other={`# vouchers will be issued, valid until ${until}.`}
    />
  );
}

function MoneySentences({ handle }: { handle: SaleHandle }) {
  const { sale, offers } = handle;
  const totals = totalsOf(handle);
  const types = useOptionDetails('type-payment');
  if (!offers || !totals) return null;
  const money = (amount: string) => <Money amount={amount} currency={offers.currency} decimals={offers.decimals} />;
  const payment = types.find(({ id }) => id === sale.payment['type_payment_id'])?.name ?? '';
  const receipt = sale.payment['reference_no'];
  const rate = formatNumber(offers.usd_rate, 2);
  return (
    <>
      <Sentence icon={<Wallet size={18} />}>
        <span className="tabular">
          <Trans>
            The guest pays <Strong>{money(totals.total)}</Strong> by {payment}.
          </Trans>
          {totals.discount !== null && (
            <>
              {' '}
              <Trans>
                {money(totals.price)} less a discount of {money(totals.discount)}.
              </Trans>
            </>
          )}
          {typeof receipt === 'string' && receipt !== '' && (
            <>
              {' '}
              <Trans>Official receipt: {receipt}.</Trans>
            </>
          )}
        </span>
      </Sentence>
      {totals.dollars !== null && offers.currency !== 'USD' && (
        <Sentence icon={<BookOpen size={18} />}>
          <span className="tabular">
            <Trans>
              Booked as <Money amount={totals.dollars} currency="USD" decimals={2} /> (rate {rate}).
            </Trans>
          </span>
        </Sentence>
      )}
    </>
  );
}

function MailSentence({ handle: { sale, type, member } }: { handle: SaleHandle }) {
  const source = sale.guest === 'new' ? sale.person : (member.record ?? {});
  const wantsMail = source['membership_notification'] !== 0 && source['all_notification'] !== 0;
  const email = source['email'];
  return (
    <Sentence icon={<Mail size={18} />}>
      {sale.elsewhere ? (
        <Trans>An email goes to the address on file at {sale.elsewhere.hotel}, unless the guest opted out.</Trans>
      ) : !wantsMail || typeof email !== 'string' ? (
        <Trans>No email is sent: the guest opted out.</Trans>
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
