import { message } from '@innkeeper/contract';
import type { RateInUse, RatePreview } from '@innkeeper/contract/calls';
import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { type SubmitEvent, useId, useState } from 'react';
import { numberProblem } from '../../format/number-input.ts';
import { formatDate } from '../../format/date.ts';
import { formatNumber } from '../../format/number.ts';
import { isApiError } from '../../session/api-error.ts';
import { announceFormError, fieldMessage } from '../../session/form-error.ts';
import { Button } from '../../ui/button.tsx';
import { DateInput } from '../../ui/date-field.tsx';
import { openDialog } from '../../ui/dialog-store.ts';
import { DialogFrame } from '../../ui/dialog.tsx';
import { ErrorState } from '../../ui/error-state.tsx';
import { Field } from '../../ui/field.tsx';
import { NumberInput } from '../../ui/number-field.tsx';
import { SelectInput } from '../../ui/select.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { TextAreaInput } from '../../ui/text-field.tsx';
import { type RateChange, previewRate, ratesQuery } from './rate-calls.ts';
import { RatePreviewStep } from './rate-preview.tsx';
import { RateCorrections } from './rate-corrections.tsx';
import { formatRate } from './format-rate.ts';

const MAX_REASON_LENGTH = 500;
const RATE_SHAPE = { scale: 6 } as const;
const FORM_FIELDS = ['wrong_rate', 'usd_rate', 'from_date', 'until_date', 'reason'];

interface CountryRef {
  readonly id: number;
  readonly name: string;
}

/** Dialog that corrects a wrong rate: it requires a reason and shows the changes first. */
export const openRateDialog = (country: CountryRef): Promise<void> =>
  openDialog((onClose) => <RateDialog country={country} onClose={onClose} />, { width: '40rem' });

/** The form values as entered. */
interface RateInput {
  readonly wrongRate: string | null;
  readonly correctedRate: string | null;
  readonly fromDate: string | null;
  readonly untilDate: string | null;
  readonly reason: string;
}

interface RateDialogProps {
  readonly country: CountryRef;
  readonly onClose: () => void;
}

function RateDialog({ country, onClose }: RateDialogProps) {
  const [rateInput, setRateInput] = useState<RateInput | null>(null);
  const [requestedChange, setRequestedChange] = useState<{
    change: RateChange;
    reason: string;
    preview: RatePreview;
  } | null>(null);
  const { data, error, refetch } = useQuery(ratesQuery(country.id));
  if (requestedChange)
    return (
      <RatePreviewStep
        {...requestedChange}
        country={country.id}
        onClose={onClose}
        onBack={() => setRequestedChange(null)}
      />
    );
  if (data && data.rates.length > 0) {
    const currentRate = data.rates.find(({ is_current }) => is_current) ?? data.rates[0];
    const initialInput: RateInput = {
      wrongRate: currentRate?.usd_rate ?? null,
      correctedRate: null,
      fromDate: null,
      untilDate: null,
      reason: '',
    };
    return (
      <RateForm
        country={country}
        rates={data.rates}
        rateInput={rateInput ?? initialInput}
        onInputChange={setRateInput}
        onPreview={setRequestedChange}
        onClose={onClose}
      >
        <RateCorrections corrections={data.corrections} />
      </RateForm>
    );
  }
  return (
    <RateDialogFrame country={country} onClose={onClose}>
      {data ? (
        <p className="text-muted">
          <Trans>No records use this rate.</Trans>
        </p>
      ) : error ? (
        <ErrorState message={error.message} onRetry={() => void refetch()} />
      ) : (
        <div className="flex flex-col gap-3">
          <Skeleton className="h-9 w-full" />
          <Skeleton className="h-9 w-full" />
          <Skeleton className="h-20 w-full" />
          <span className="sr-only">
            <Trans>Loading...</Trans>
          </span>
        </div>
      )}
    </RateDialogFrame>
  );
}

function RateDialogFrame({ country, onClose, children }: RateDialogProps & { children: React.ReactNode }) {
  const { t } = useLingui();
  return (
    <DialogFrame
      title={t`Correct rate of ${country.name}`}
      footer={
        <Button data-first-focus onClick={onClose}>
          <Trans>Close</Trans>
        </Button>
      }
    >
      {children}
    </DialogFrame>
  );
}

interface RateFormProps extends RateDialogProps {
  readonly rates: readonly RateInUse[];
  readonly rateInput: RateInput;
  readonly onInputChange: (rateInput: RateInput) => void;
  readonly onPreview: (requestedChange: { change: RateChange; reason: string; preview: RatePreview }) => void;
  readonly children: React.ReactNode;
}

function RateForm({ country, rates, rateInput, onInputChange, onPreview, onClose, children }: RateFormProps) {
  const { t } = useLingui();
  const form = useId();
  const [errors, setErrors] = useState<Readonly<Record<string, readonly string[]>>>({});
  const [isPreviewing, setPreviewing] = useState(false);
  const updateInput = (changes: Partial<RateInput>) => onInputChange({ ...rateInput, ...changes });

  const showPreview = async (event: SubmitEvent) => {
    event.preventDefault();
    const { wrongRate, correctedRate, fromDate, untilDate, reason } = rateInput;
    const numberMessage = correctedRate === null ? message('required') : numberProblem(correctedRate, RATE_SHAPE);
    const fieldErrors = {
      ...(numberMessage !== undefined && { usd_rate: [numberMessage] }),
      ...(reason.trim() === '' && { reason: [message('required')] }),
    };
    setErrors(fieldErrors);
    if (isPreviewing || wrongRate === null || correctedRate === null || Object.keys(fieldErrors).length > 0) return;
    const rateChange = { wrong_rate: wrongRate, usd_rate: correctedRate, from_date: fromDate, until_date: untilDate };
    setPreviewing(true);
    try {
      onPreview({ change: rateChange, reason: reason.trim(), preview: await previewRate(country.id, rateChange) });
    } catch (error) {
      if (!isApiError(error)) throw error;
      setErrors(error.errors);
      announceFormError(error, FORM_FIELDS);
    } finally {
      setPreviewing(false);
    }
  };

  return (
    <DialogFrame
      title={t`Correct rate of ${country.name}`}
      description={t`Recalculates records booked with a wrong rate. Local amounts do not change.`}
      footer={
        <>
          <Button onClick={onClose}>
            <Trans>Cancel</Trans>
          </Button>
          <Button variant="primary" type="submit" form={form} pending={isPreviewing}>
            <Trans>Preview changes</Trans>
          </Button>
        </>
      }
    >
      <form id={form} noValidate onSubmit={(event) => void showPreview(event)} className="flex flex-col gap-4">
        <div className="grid gap-4 sm:grid-cols-2">
          <Field
            label={t`Wrong rate`}
            required
            hint={<RateFacts rate={rates.find(({ usd_rate }) => usd_rate === rateInput.wrongRate)} />}
            error={fieldMessage(errors, 'wrong_rate')}
          >
            {(controlProps) => (
              <SelectInput
                {...controlProps}
                value={rateInput.wrongRate}
                onValueChange={(wrongRate) => updateInput({ wrongRate })}
                options={rates.map((rate) => ({
                  value: rate.usd_rate,
                  label: rate.is_current ? t`${formatRate(rate.usd_rate)} (current)` : rateWithDays(rate),
                }))}
              />
            )}
          </Field>
          <Field
            label={t`Correct rate`}
            required
            hint={t`Local currency per US dollar`}
            error={fieldMessage(errors, 'usd_rate')}
          >
            {(controlProps) => (
              <NumberInput
                {...controlProps}
                value={rateInput.correctedRate}
                shape={RATE_SHAPE}
                isPlain
                onValueChange={(correctedRate) => updateInput({ correctedRate })}
              />
            )}
          </Field>
          <Field label={t`From`} hint={t`Leave empty for all days`} error={fieldMessage(errors, 'from_date')}>
            {(controlProps) => (
              <DateInput
                {...controlProps}
                value={rateInput.fromDate}
                onValueChange={(fromDate) => updateInput({ fromDate })}
              />
            )}
          </Field>
          <Field
            label={t`Until`}
            hint={t`Set a last day to leave the country’s current rate unchanged`}
            error={fieldMessage(errors, 'until_date')}
          >
            {(controlProps) => (
              <DateInput
                {...controlProps}
                value={rateInput.untilDate}
                onValueChange={(untilDate) => updateInput({ untilDate })}
              />
            )}
          </Field>
        </div>
        <Field label={t`Reason`} required error={fieldMessage(errors, 'reason')}>
          {(controlProps) => (
            <TextAreaInput
              {...controlProps}
              value={rateInput.reason}
              maxLength={MAX_REASON_LENGTH}
              onValueChange={(reason) => updateInput({ reason })}
            />
          )}
        </Field>
      </form>
      {children}
    </DialogFrame>
  );
}

/** A rate with its days, which is how users recognise it. */
const rateWithDays = ({ usd_rate, first_day, last_day }: RateInUse): string =>
  `${formatRate(usd_rate)} · ${formatDate(first_day)} – ${formatDate(last_day)}`;

/** Number of records saved with a rate, and when. */
function RateFacts({ rate }: { rate: RateInUse | undefined }) {
  if (!rate) return null;
  const [firstDay, lastDay] = [formatDate(rate.first_day), formatDate(rate.last_day)];
  const [transactions, visits] = [formatNumber(rate.transactions), formatNumber(rate.visits)];
  return (
    <Trans>
      {transactions} transactions and {visits} visits, {firstDay} to {lastDay}
    </Trans>
  );
}
