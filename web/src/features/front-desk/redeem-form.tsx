import { message, formatMessage, resources } from '@innkeeper/contract';
import type { DeskGuest } from '@innkeeper/contract/calls';
import { Plural, Trans, useLingui } from '@lingui/react/macro';
import ChevronRight from 'lucide-react/icons/chevron-right';
import { type RefObject, type SubmitEvent, useRef, useState } from 'react';
import { localInstant } from '../../format/date.ts';
import { currentLanguage } from '../../i18n/language.ts';
import { useLanguage } from '../../i18n/use-label.ts';
import { Button } from '../../ui/button.tsx';
import { classNames } from '../../ui/class-names.ts';
import { DateTimeInput } from '../../ui/date-time-field.tsx';
import { Field } from '../../ui/field.tsx';
import { TextAreaInput, TextField } from '../../ui/text-field.tsx';
import { Alert } from './alert.tsx';
import { type RedemptionBody, createRedemptions } from './front-desk-calls.ts';
import type { RedeemedVouchers } from './recent-actions.ts';
import { redeemDateProblem } from './redeem-date.ts';
import { type SelectedStack, SelectedVouchers } from './selected-vouchers.tsx';
import type { SaleContext } from '../../domain/use-sale-context.ts';
import { useDeskWrite } from './use-desk-write.ts';
import type { VoucherStack } from './voucher-stacks.ts';

const { booking_no, staff_name, remark: remarkField } = resources.voucher_redeem.fields;

interface RedeemFormProps {
  /** Accessible name of the form. */
  label: string;
  guest: DeskGuest;
  /** What is redeemed; empty until a voucher is selected. */
  selection: readonly SelectedStack[];
  onCountChange: (stack: VoucherStack, count: number) => void;
  hotelId: number;
  /** The hotel's time zone, in which the date is entered. */
  hotelZone: string;
  saleContext: SaleContext;
  /** The booking number of the guest's previous redemption. */
  initialBooking: string;
  date: string | null;
  onDateChange: (date: string | null) => void;
  onRejected: () => void;
  onOutcomeUnknown: () => void;
  onRedeemed: (redeemed: RedeemedVouchers) => void;
  /** Called on submit while no voucher is selected. */
  onNothingSelected: () => void;
  bookingRef: RefObject<HTMLInputElement | null>;
}

/** A redemption must state its moment: now, unless the user has chosen another. */
const withMoment = (values: RedemptionBody): RedemptionBody => ({ redeem_date: localInstant(new Date()), ...values });

/** Booking number, staff name and submit with Enter. */
export function RedeemForm({
  label,
  guest,
  selection,
  onCountChange,
  hotelId,
  hotelZone,
  saleContext,
  initialBooking,
  date,
  onDateChange,
  onRejected,
  onOutcomeUnknown,
  onRedeemed,
  onNothingSelected,
  bookingRef,
}: RedeemFormProps) {
  const { t } = useLingui();
  const language = useLanguage();
  const [booking, setBooking] = useState(initialBooking);
  const [staff, setStaff] = useState(saleContext.staff);
  const [remark, setRemark] = useState('');
  const [isVoucherMissing, setIsVoucherMissing] = useState(false);
  const staffRef = useRef<HTMLInputElement>(null);
  const deskWrite = useDeskWrite(createRedemptions, withMoment);
  const vouchers = selection.flatMap((selected) => selected.vouchers);
  const dateError = redeemDateProblem(date, new Date());
  const errors: Readonly<Record<string, string>> = {
    ...deskWrite.errors,
    ...(dateError && { redeem_date: formatMessage(dateError, currentLanguage()) }),
  };

  const submit = async (event: SubmitEvent) => {
    event.preventDefault();
    setIsVoucherMissing(vouchers.length === 0);
    if (vouchers.length === 0) return onNothingSelected();
    const requiredText = formatMessage(message('required'), currentLanguage());
    const fieldErrors = {
      ...(booking.trim() === '' && { booking_no: requiredText }),
      ...(staff.trim() === '' && { staff_name: requiredText }),
    };
    if (Object.keys(fieldErrors).length > 0 || dateError !== undefined) {
      deskWrite.setFieldErrors(fieldErrors);
      return (fieldErrors.booking_no ? bookingRef : fieldErrors.staff_name ? staffRef : null)?.current?.focus();
    }
    saleContext.setStaffName(staff.trim());
    const outcome = await deskWrite.send({
      voucher_nos: vouchers.map(({ voucher_no }) => voucher_no),
      member_id: guest.member.id,
      redeem_hotel_id: hotelId,
      booking_no: booking.trim(),
      staff_name: staff.trim(),
      remark: remark.trim() || null,
      ...(date !== null && { redeem_date: date }),
    });
    if (outcome.kind === 'done') onRedeemed({ records: outcome.created, vouchers, bookingNo: booking.trim() });
    if (outcome.kind === 'rejected') onRejected();
    if (outcome.kind === 'unknown') onOutcomeUnknown();
  };

  const terms = selection.flatMap(({ stack: { first } }) => {
    const text = language === 'id' ? first.terms_condition_id : first.terms_condition;
    return text ? [{ id: first.id, name: language === 'id' ? first.name_id : first.name, text }] : [];
  });
  return (
    <form
      aria-label={label}
      noValidate
      onSubmit={(event: SubmitEvent) => void submit(event)}
      className="flex flex-col gap-4 rounded-lg border border-border bg-surface p-4 @4xl:sticky @4xl:top-4"
    >
      {selection.length > 0 ? (
        <SelectedVouchers selection={selection} onCountChange={onCountChange} />
      ) : (
        <p
          role={isVoucherMissing ? 'alert' : undefined}
          className={classNames(
            'text-lg leading-snug font-semibold',
            isVoucherMissing ? 'text-danger-text' : 'text-muted',
          )}
        >
          <Trans>Select a voucher</Trans>
          <span className="block text-sm font-normal text-muted pointer-coarse:hidden">
            <Trans>↑ ↓ to move, Enter to select, Space to tick several</Trans>
          </span>
        </p>
      )}
      {deskWrite.problem && <Alert problem={deskWrite.problem} />}
      <TextField
        ref={bookingRef}
        label={t`Booking number`}
        required
        value={booking}
        error={errors['booking_no']}
        maxLength={booking_no.max}
        autoComplete="off"
        enterKeyHint="go"
        onValueChange={setBooking}
      />
      <TextField
        ref={staffRef}
        label={t`Staff name`}
        required
        value={staff}
        error={errors['staff_name']}
        maxLength={staff_name.max}
        autoComplete="off"
        enterKeyHint="go"
        onValueChange={setStaff}
      />
      <details open={errors['redeem_date'] || errors['remark'] ? true : undefined} className="group">
        <summary className="flex list-none items-center gap-1 text-sm text-muted hover:text-text">
          <ChevronRight size={15} className="shrink-0 group-open:rotate-90" />
          <Trans>Change date or add a note</Trans>
        </summary>
        <div className="mt-3 flex flex-col gap-4">
          <Field
            label={t`Redeemed on`}
            hint={t`Defaults to now; up to seven days back`}
            error={errors['redeem_date']}
            group
          >
            {(controlProps) => (
              <DateTimeInput {...controlProps} value={date} hotelZone={hotelZone} onValueChange={onDateChange} />
            )}
          </Field>
          <Field label={t`Remark`} error={errors['remark']}>
            {(controlProps) => (
              <TextAreaInput {...controlProps} value={remark} maxLength={remarkField.max} onValueChange={setRemark} />
            )}
          </Field>
        </div>
      </details>
      {terms.length > 0 && (
        <details key={terms.map(({ id }) => id).join(' ')} className="group">
          <summary className="flex list-none items-center gap-1 text-sm text-muted hover:text-text">
            <ChevronRight size={15} className="shrink-0 group-open:rotate-90" />
            <Trans>Terms and conditions</Trans>
          </summary>
          {terms.map(({ id, name, text }) => (
            <p key={id} className="mt-2 text-sm whitespace-pre-line text-muted">
              {selection.length > 1 && <span className="block font-medium">{name}</span>}
              {text}
            </p>
          ))}
        </details>
      )}
      <div
        data-submit-bar
        className="max-sm:sticky max-sm:bottom-0 max-sm:-mx-4 max-sm:-mb-4 max-sm:rounded-b-lg max-sm:border-t max-sm:border-border max-sm:bg-surface max-sm:px-4 max-sm:pt-3 max-sm:pb-[max(0.75rem,env(safe-area-inset-bottom))]"
      >
        <Button type="submit" variant="primary" pending={deskWrite.isPending} className="h-12! w-full text-lg!">
          {deskWrite.problem?.isOutcomeUnknown ? (
            <Trans>Try again</Trans>
          ) : vouchers.length > 1 ? (
            <Plural value={vouchers.length} one="Redeem # voucher" other="Redeem # vouchers" />
          ) : (
            <Trans>Redeem</Trans>
          )}
        </Button>
      </div>
    </form>
  );
}
