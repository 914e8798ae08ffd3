import { message } from '@innkeeper/contract';
import type { RateInUse, RatePreview } from '@innkeeper/contract/calls';
import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { type SubmitEvent, useId, useState } from 'react';
import { numberProblem } from '../../format/typed-number.ts';
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
import { shownRate } from './shown-rate.ts';

const REASON_MAX = 500;
const RATE = { scale: 6 } as const;
const SHOWN = ['wrong_rate', 'usd_rate', 'from_date', 'until_date', 'reason'];

interface RatedCountry {
  readonly id: number;
  readonly name: string;
}

/** Asks which rate was wrong and why, shows what correcting it changes, and corrects it. */
export const askRateCorrection = (country: RatedCountry): Promise<void> =>
  openDialog((close) => <RateDialog country={country} close={close} />, { width: '40rem' });

/** The typed values, in the form's own words. */
interface Typed {
  readonly wrong: string | null;
  readonly right: string | null;
  readonly from: string | null;
  readonly until: string | null;
  readonly reason: string;
}

interface RateDialogProps {
  readonly country: RatedCountry;
  readonly close: () => void;
}

function RateDialog({ country, close }: RateDialogProps) {
  const [typed, setTyped] = useState<Typed | null>(null);
  const [asked, setAsked] = useState<{ change: RateChange; reason: string; preview: RatePreview } | null>(null);
  const { data, error, refetch } = useQuery(ratesQuery(country.id));
  if (asked) return <RatePreviewStep {...asked} country={country.id} close={close} onBack={() => setAsked(null)} />;
  if (data && data.rates.length > 0) {
    const current = data.rates.find(({ is_current }) => is_current) ?? data.rates[0];
    const start: Typed = { wrong: current?.usd_rate ?? null, right: null, from: null, until: null, reason: '' };
    return (
      <RateForm
        country={country}
        rates={data.rates}
        typed={typed ?? start}
        onType={setTyped}
        onPreview={setAsked}
        close={close}
      >
        <RateCorrections corrections={data.corrections} />
      </RateForm>
    );
  }
  return (
    <Frame country={country} close={close}>
      {data ? (
        <p className="text-muted">
          <Trans>Nothing was written down with a rate at the hotels of this country.</Trans>
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
    </Frame>
  );
}

function Frame({ country, close, children }: RateDialogProps & { children: React.ReactNode }) {
  const { t } = useLingui();
  return (
    <DialogFrame
      title={t`Correct a rate of ${country.name}`}
      footer={
        <Button data-first-focus onClick={close}>
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
  readonly typed: Typed;
  readonly onType: (typed: Typed) => void;
  readonly onPreview: (asked: { change: RateChange; reason: string; preview: RatePreview }) => void;
  readonly children: React.ReactNode;
}

function RateForm({ country, rates, typed, onType, onPreview, close, children }: RateFormProps) {
  const { t } = useLingui();
  const form = useId();
  const [errors, setErrors] = useState<Readonly<Record<string, readonly string[]>>>({});
  const [isAsking, setAsking] = useState(false);
  const change = (part: Partial<Typed>) => onType({ ...typed, ...part });

  const show = async (event: SubmitEvent) => {
    event.preventDefault();
    const { wrong, right, from, until, reason } = typed;
    const wrongNumber = right === null ? message('required') : numberProblem(right, RATE);
    const missing = {
      ...(wrongNumber !== undefined && { usd_rate: [wrongNumber] }),
      ...(reason.trim() === '' && { reason: [message('required')] }),
    };
    setErrors(missing);
    if (isAsking || wrong === null || right === null || Object.keys(missing).length > 0) return;
    const asked = { wrong_rate: wrong, usd_rate: right, from_date: from, until_date: until };
    setAsking(true);
    try {
      onPreview({ change: asked, reason: reason.trim(), preview: await previewRate(country.id, asked) });
    } catch (error) {
      if (!isApiError(error)) throw error;
      setErrors(error.errors);
      announceFormError(error, SHOWN);
    } finally {
      setAsking(false);
    }
  };

  return (
    <DialogFrame
      title={t`Correct a rate of ${country.name}`}
      description={t`What was written down with a wrong rate gets the right one. Amounts in the currency of the hotels stay as they are.`}
      footer={
        <>
          <Button onClick={close}>
            <Trans>Cancel</Trans>
          </Button>
          <Button variant="primary" type="submit" form={form} pending={isAsking}>
            <Trans>Show what changes</Trans>
          </Button>
        </>
      }
    >
      <form id={form} noValidate onSubmit={(event) => void show(event)} className="flex flex-col gap-4">
        <div className="grid gap-4 sm:grid-cols-2">
          <Field
            label={t`Wrong rate`}
            required
            hint={<RateFacts rate={rates.find(({ usd_rate }) => usd_rate === typed.wrong)} />}
            error={fieldMessage(errors, 'wrong_rate')}
          >
            {(wiring) => (
              <SelectInput
                {...wiring}
                value={typed.wrong}
                onValueChange={(wrong) => change({ wrong })}
                options={rates.map((rate) => ({
                  value: rate.usd_rate,
                  label: rate.is_current ? t`${shownRate(rate.usd_rate)}, the present one` : rateWithDays(rate),
                }))}
              />
            )}
          </Field>
          <Field
            label={t`Right rate`}
            required
            hint={t`Units of local currency for one US dollar`}
            error={fieldMessage(errors, 'usd_rate')}
          >
            {(wiring) => (
              <NumberInput
                {...wiring}
                value={typed.right}
                shape={RATE}
                isBare
                onValueChange={(right) => change({ right })}
              />
            )}
          </Field>
          <Field label={t`From`} hint={t`All days when empty`} error={fieldMessage(errors, 'from_date')}>
            {(wiring) => <DateInput {...wiring} value={typed.from} onValueChange={(from) => change({ from })} />}
          </Field>
          <Field
            label={t`Until`}
            hint={t`With a last day the rate of the country stays`}
            error={fieldMessage(errors, 'until_date')}
          >
            {(wiring) => <DateInput {...wiring} value={typed.until} onValueChange={(until) => change({ until })} />}
          </Field>
        </div>
        <Field label={t`Reason`} required error={fieldMessage(errors, 'reason')}>
          {(wiring) => (
            <TextAreaInput
              {...wiring}
              value={typed.reason}
              maxLength={REASON_MAX}
              onValueChange={(reason) => change({ reason })}
            />
          )}
        </Field>
      </form>
      {children}
    </DialogFrame>
  );
}

/** A rate and its days, by which people know it. */
const rateWithDays = ({ usd_rate, first_day, last_day }: RateInUse): string =>
  `${shownRate(usd_rate)} · ${formatDate(first_day)} – ${formatDate(last_day)}`;

/** How much was written down with a rate, and when. */
function RateFacts({ rate }: { rate: RateInUse | undefined }) {
  if (!rate) return null;
  const [first, last] = [formatDate(rate.first_day), formatDate(rate.last_day)];
  const [transactions, visits] = [formatNumber(rate.transactions), formatNumber(rate.visits)];
  return (
    <Trans>
      {transactions} transactions and {visits} visits, {first} to {last}
    </Trans>
  );
}
