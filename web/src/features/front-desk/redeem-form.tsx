import { message, formatMessage } from '@innkeeper/contract';
import type { DeskGuest, DeskVoucher } from '@innkeeper/contract/calls';
import { Trans, useLingui } from '@lingui/react/macro';
import ChevronRight from 'lucide-react/icons/chevron-right';
import { type RefObject, type SubmitEvent, useRef, useState } from 'react';
import { currentLanguage } from '../../i18n/language.ts';
import { useLanguage } from '../../i18n/use-label.ts';
import type { ResourceRecord } from '../../engine/data/record.ts';
import { Button } from '../../ui/button.tsx';
import { DateTimeInput } from '../../ui/date-time-field.tsx';
import { Field } from '../../ui/field.tsx';
import { TextAreaInput, TextField } from '../../ui/text-field.tsx';
import { Alert } from './alert.tsx';
import { redeemDateProblem } from './redeem-date.ts';
import type { SaleContext } from '../../domain/use-sale-context.ts';
import { useDeskWrite } from './use-desk-write.ts';

interface RedeemFormProps {
  /** Accessible name of the form. */
  label: string;
  guest: DeskGuest;
  voucher: DeskVoucher | null;
  hotelId: number;
  /** The hotel's time zone, in which the date is entered. */
  hotelZone: string;
  saleContext: SaleContext;
  date: string | null;
  onDateChange: (date: string | null) => void;
  onRejected: () => void;
  onOutcomeUnknown: () => void;
  onRedeemed: (record: ResourceRecord, voucher: DeskVoucher) => void;
  /** Called on submit while no voucher is selected. */
  onNothingSelected: () => void;
  bookingRef: RefObject<HTMLInputElement | null>;
}

/** Booking number, staff name and submit with Enter. */
export function RedeemForm({
  label,
  guest,
  voucher,
  hotelId,
  hotelZone,
  saleContext,
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
  const [booking, setBooking] = useState('');
  const [staff, setStaff] = useState(saleContext.staff);
  const [remark, setRemark] = useState('');
  const staffRef = useRef<HTMLInputElement>(null);
  const deskWrite = useDeskWrite('voucher_redeem');
  const dateError = redeemDateProblem(date, new Date());
  const errors: Readonly<Record<string, string>> = {
    ...deskWrite.errors,
    ...(dateError && { redeem_date: formatMessage(dateError, currentLanguage()) }),
  };

  const submit = async (event: SubmitEvent) => {
    event.preventDefault();
    if (!voucher) return onNothingSelected();
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
      voucher_no: voucher.voucher_no,
      member_id: guest.member.id,
      redeem_hotel_id: hotelId,
      booking_no: booking.trim(),
      staff_name: staff.trim(),
      remark: remark.trim() || null,
      ...(date !== null && { redeem_date: date }),
    });
    if (outcome.kind === 'done') onRedeemed(outcome.record, voucher);
    if (outcome.kind === 'rejected') onRejected();
    if (outcome.kind === 'unknown') onOutcomeUnknown();
  };

  const name = voucher && (language === 'id' ? voucher.name_id : voucher.name);
  const terms = voucher && (language === 'id' ? voucher.terms_condition_id : voucher.terms_condition);
  return (
    <form
      aria-label={label}
      noValidate
      onSubmit={(event: SubmitEvent) => void submit(event)}
      className="flex flex-col gap-4 rounded-lg border border-border bg-surface p-4 @4xl:sticky @4xl:top-4"
    >
      <p className="text-lg leading-snug font-semibold">
        {name ?? (
          <span className="text-muted">
            <Trans>Select a voucher</Trans>
            <span className="block text-sm font-normal pointer-coarse:hidden">
              <Trans>↑ ↓ to move, Enter to select</Trans>
            </span>
          </span>
        )}
        {voucher && <span className="block text-sm font-normal text-muted tabular">{voucher.voucher_no}</span>}
      </p>
      {deskWrite.problem && <Alert problem={deskWrite.problem} />}
      <TextField
        ref={bookingRef}
        label={t`Booking number`}
        required
        value={booking}
        error={errors['booking_no']}
        maxLength={80}
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
        maxLength={120}
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
              <TextAreaInput {...controlProps} value={remark} maxLength={2000} onValueChange={setRemark} />
            )}
          </Field>
        </div>
      </details>
      {terms && (
        <details key={voucher.id} className="group">
          <summary className="flex list-none items-center gap-1 text-sm text-muted hover:text-text">
            <ChevronRight size={15} className="shrink-0 group-open:rotate-90" />
            <Trans>Terms and conditions</Trans>
          </summary>
          <p className="mt-2 text-sm whitespace-pre-line text-muted">{terms}</p>
        </details>
      )}
      <div
        data-submit-bar
        className="max-sm:sticky max-sm:bottom-0 max-sm:-mx-4 max-sm:-mb-4 max-sm:rounded-b-lg max-sm:border-t max-sm:border-border max-sm:bg-surface max-sm:px-4 max-sm:pt-3 max-sm:pb-[max(0.75rem,env(safe-area-inset-bottom))]"
      >
        <Button type="submit" variant="primary" pending={deskWrite.isPending} className="h-12! w-full text-lg!">
          {deskWrite.problem?.isOutcomeUnknown ? <Trans>Try again</Trans> : <Trans>Redeem</Trans>}
        </Button>
      </div>
    </form>
  );
}
