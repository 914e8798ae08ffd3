import { LATE_VISIT_DAYS, addAmounts, type NumberShape, message, formatMessage, resources } from '@innkeeper/contract';
import type { FrontDesk, DeskGuest } from '@innkeeper/contract/calls';
import { Trans, useLingui } from '@lingui/react/macro';
import ChevronRight from 'lucide-react/icons/chevron-right';
import { type SubmitEvent, useRef, useState } from 'react';
import { toHotelTime } from '../../format/date.ts';
import { currencyPrefix } from '../../format/number.ts';
import { numberProblem } from '../../format/number-input.ts';
import { currentLanguage } from '../../i18n/language.ts';
import type { ResourceRecord } from '../../engine/data/record.ts';
import { daysUntil } from '../../format/days.ts';
import { useFocusOnMount } from '../../ui/focus-on-mount.ts';
import { Button } from '../../ui/button.tsx';
import { DateTimeInput } from '../../ui/date-time-field.tsx';
import { Field } from '../../ui/field.tsx';
import { NumberInput } from '../../ui/number-field.tsx';
import { usePageKeys } from '../../ui/page-keys.ts';
import { TextAreaInput, TextField } from '../../ui/text-field.tsx';
import { Alert } from './alert.tsx';
import { createVisit } from './front-desk-calls.ts';
import { GuestHeader } from './guest-header.tsx';
import type { SaleContext } from '../../domain/use-sale-context.ts';
import { useDeskWrite } from './use-desk-write.ts';
import { Money } from '../../session/money.tsx';

const { reference_no, staff_name, remark: storedRemark } = resources.visit.fields;

interface VisitFormProps {
  guest: DeskGuest;
  hotel: FrontDesk['hotel'];
  /** The day at the hotel, `YYYY-MM-DD`. */
  today: string;
  saleContext: SaleContext;
  onLeave: () => void;
  onPosted: (record: ResourceRecord) => void;
}

const AMOUNT_FIELDS = ['total_fb', 'total_room', 'total_others'] as const;
type AmountField = (typeof AMOUNT_FIELDS)[number];
const NO_AMOUNTS: Readonly<Record<AmountField, string | null>> = {
  total_fb: null,
  total_room: null,
  total_others: null,
};

const toSentence = (problem: string | undefined) => problem && formatMessage(problem, currentLanguage());

/** A guest's bill: its number, its amounts, and submit with Enter. */
export function VisitForm({ guest, hotel, today, saleContext, onLeave, onPosted }: VisitFormProps) {
  const { t } = useLingui();
  const [billNumber, setBillNumber] = useState('');
  const [amounts, setAmounts] = useState(NO_AMOUNTS);
  const [staff, setStaff] = useState(saleContext.staff);
  const [date, setDate] = useState<string | null>(null);
  const [remark, setRemark] = useState('');
  const deskWrite = useDeskWrite(createVisit);
  const form = useRef<HTMLFormElement>(null);
  const billRef = useRef<HTMLInputElement>(null);
  useFocusOnMount(billRef);
  usePageKeys([{ key: 'Escape', label: t`Next guest`, run: onLeave }]);
  const isLate = date !== null && daysUntil(toHotelTime(date, hotel.time_zone), today) >= LATE_VISIT_DAYS;
  const billError = deskWrite.errors['reference_no'];
  const takenText = formatMessage(message('taken'), currentLanguage());
  const shape: NumberShape = { scale: hotel.decimals };
  const total = addAmounts(Object.values(amounts).filter((amount) => !amount?.startsWith('-')));

  const focusField = (name: string) =>
    form.current
      ?.querySelector<HTMLElement>(`[name=${name}], [data-field=${name}] input, [data-field=${name}] textarea`)
      ?.focus();
  const submit = async (event: SubmitEvent) => {
    event.preventDefault();
    const requiredText = formatMessage(message('required'), currentLanguage());
    const fieldErrors = {
      ...(billNumber.trim() === '' && { reference_no: requiredText }),
      ...(staff.trim() === '' && { staff_name: requiredText }),
      ...(isLate && remark.trim() === '' && { remark: formatMessage(message('late_remark'), currentLanguage()) }),
    };
    const [firstField] = Object.keys(fieldErrors);
    if (firstField !== undefined) {
      deskWrite.setFieldErrors(fieldErrors);
      return focusField(firstField);
    }
    const invalidField = AMOUNT_FIELDS.find((name) => numberProblem(amounts[name], shape));
    if (invalidField !== undefined) return focusField(invalidField);
    saleContext.setStaffName(staff.trim());
    const values = {
      hotel_id: hotel.id,
      member_id: guest.member.id,
      reference_no: billNumber.trim(),
      ...Object.fromEntries(Object.entries(amounts).filter(([, amount]) => amount !== null)),
      staff_name: staff.trim(),
      remark: remark.trim() || null,
      ...(date !== null && { visit_date: date }),
    };
    const outcome = await deskWrite.send(values);
    if (outcome.kind === 'done') onPosted(outcome.created);
    if (outcome.kind === 'rejected' && outcome.fields[0] !== undefined) focusField(outcome.fields[0]);
  };
  const renderAmountField = (name: AmountField, label: string) => (
    <Field label={label} error={toSentence(numberProblem(amounts[name], shape)) ?? deskWrite.errors[name]}>
      {(controlProps) => (
        <NumberInput
          {...controlProps}
          name={name}
          shape={shape}
          prefix={currencyPrefix(hotel.currency)}
          value={amounts[name]}
          onValueChange={(amount) => setAmounts({ ...amounts, [name]: amount })}
        />
      )}
    </Field>
  );
  const remarkField = (
    <Field
      label={t`Remark`}
      required={isLate}
      hint={isLate ? t`This bill is at least two days old. Add a reason.` : undefined}
      error={deskWrite.errors['remark']}
    >
      {(controlProps) => (
        <TextAreaInput
          {...controlProps}
          name="remark"
          value={remark}
          maxLength={storedRemark.max}
          onValueChange={setRemark}
        />
      )}
    </Field>
  );

  return (
    <>
      <GuestHeader guest={guest} />
      <form
        ref={form}
        aria-label={t`Bill`}
        noValidate
        onSubmit={(event: SubmitEvent) => void submit(event)}
        className="mt-5 flex max-w-3xl flex-col gap-4 rounded-lg border border-border bg-surface p-4 sm:p-5"
      >
        {deskWrite.problem && <Alert problem={deskWrite.problem} />}
        <div className="grid gap-4 @xl:grid-cols-2 @3xl:grid-cols-4">
          <TextField
            ref={billRef}
            name="reference_no"
            label={t`Bill number`}
            required
            value={billNumber}
            error={billError === takenText ? t`This bill is already posted.` : billError}
            maxLength={reference_no.max}
            autoComplete="off"
            onValueChange={setBillNumber}
          />
          {renderAmountField('total_fb', t`Food and beverages`)}
          {renderAmountField('total_room', t`Rooms`)}
          {renderAmountField('total_others', t`Others`)}
        </div>
        {/*
         * Placed after the amounts because it is prefilled from last time: a keyboard user reaches the amounts first.
         */}
        <div className="grid gap-4 @xl:grid-cols-2">
          <TextField
            name="staff_name"
            label={t`Staff name`}
            required
            value={staff}
            error={deskWrite.errors['staff_name']}
            maxLength={staff_name.max}
            autoComplete="off"
            onValueChange={setStaff}
          />
        </div>
        <details
          open={date !== null || Object.hasOwn(deskWrite.errors, 'visit_date') ? true : undefined}
          className="group"
        >
          <summary className="flex list-none items-center gap-1 text-sm text-muted hover:text-text">
            <ChevronRight size={15} className="shrink-0 group-open:rotate-90" />
            <Trans>Change date or add a note</Trans>
          </summary>
          <div className="mt-3 grid gap-4 @xl:grid-cols-2" data-field="visit_date">
            <Field label={t`Visit date`} hint={t`Defaults to now`} error={deskWrite.errors['visit_date']} group>
              {(controlProps) => (
                <DateTimeInput {...controlProps} value={date} hotelZone={hotel.time_zone} onValueChange={setDate} />
              )}
            </Field>
            {remarkField}
          </div>
        </details>
        <div
          data-submit-bar
          className="flex flex-wrap items-center justify-between gap-3 max-sm:sticky max-sm:bottom-0 max-sm:-mx-4 max-sm:-mb-4 max-sm:rounded-b-lg max-sm:border-t max-sm:border-border max-sm:bg-surface max-sm:px-4 max-sm:pt-3 max-sm:pb-[max(0.75rem,env(safe-area-inset-bottom))]"
        >
          <p className="flex items-baseline gap-2 max-sm:w-full max-sm:justify-between">
            <span className="text-muted">
              <Trans>Total</Trans>
            </span>
            <output className="text-2xl font-semibold">
              <Money amount={total} currency={hotel.currency} decimals={hotel.decimals} isExact />
            </output>
          </p>
          <Button
            type="submit"
            variant="primary"
            pending={deskWrite.isPending}
            className="h-12! px-8! text-lg! max-sm:w-full"
          >
            {deskWrite.problem?.isOutcomeUnknown ? <Trans>Try again</Trans> : <Trans>Post</Trans>}
          </Button>
        </div>
      </form>
    </>
  );
}
