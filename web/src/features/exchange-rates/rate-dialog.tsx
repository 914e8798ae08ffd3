import { rateCorrectionBody } from '@innkeeper/contract';
import type { RateInUse, RatePreview } from '@innkeeper/contract/calls';
import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { FieldsDialog } from '../../engine/form/fields-dialog.tsx';
import type { Body } from '../../engine/form/form-values.ts';
import { openGuardedDialog } from '../../engine/form/guarded-dialog.tsx';
import { InfoDialog } from '../../engine/form/info-dialog.tsx';
import { textOf } from '../../engine/form/inputs/field-input.ts';
import { formatDate } from '../../format/date.ts';
import { formatNumber } from '../../format/number.ts';
import { SelectInput } from '../../ui/select.tsx';
import { formatRate } from './format-rate.ts';
import { previewRate, ratesQuery } from './rate-calls.ts';
import { RateCorrections } from './rate-corrections.tsx';
import { RatePreviewStep } from './rate-preview.tsx';

interface CountryRef {
  readonly id: number;
  readonly name: string;
}

/** Dialog that corrects a wrong rate: it requires a reason and shows the changes first. */
export const openRateDialog = (country: CountryRef): Promise<void> =>
  openGuardedDialog((onClose) => <RateDialog country={country} onClose={() => onClose()} />, { width: '40rem' });

function RateDialog({ country, onClose }: { readonly country: CountryRef; readonly onClose: () => void }) {
  const { t } = useLingui();
  const [entered, setEntered] = useState<Body>();
  const [preview, setPreview] = useState<RatePreview>();
  const query = useQuery(ratesQuery(country.id));
  const title = t`Correct rate of ${country.name}`;
  if (entered && preview)
    return (
      <RatePreviewStep
        country={country.id}
        body={entered}
        preview={preview}
        onClose={onClose}
        onBack={() => setPreview(undefined)}
      />
    );
  const { rates = [], corrections = [] } = query.data ?? {};
  if (rates.length === 0)
    return (
      <InfoDialog title={title} query={query} onClose={onClose}>
        <p className="text-muted">
          <Trans>No records use this rate.</Trans>
        </p>
      </InfoDialog>
    );
  const currentRate = rates.find(({ is_current }) => is_current) ?? rates[0];
  return (
    <FieldsDialog
      title={title}
      description={t`Recalculates records booked with a wrong rate. Local amounts do not change.`}
      submitLabel={<Trans>Preview changes</Trans>}
      fields={rateCorrectionBody}
      initial={entered ?? { wrong_rate: currentRate?.usd_rate }}
      hints={(values) => ({
        wrong_rate: <RateFacts rate={rates.find(({ usd_rate }) => usd_rate === values['wrong_rate'])} />,
      })}
      inputs={{
        wrong_rate: ({ value, onChange, controlProps, inputRef }) => (
          <SelectInput
            {...controlProps}
            ref={inputRef}
            value={textOf(value)}
            onValueChange={onChange}
            options={rates.map((rate) => ({
              value: rate.usd_rate,
              label: rate.is_current ? t`${formatRate(rate.usd_rate)} (current)` : rateWithDays(rate),
            }))}
          />
        ),
      }}
      onSubmit={async (body) => {
        setPreview(await previewRate(country.id, body));
        setEntered(body);
      }}
      onClose={onClose}
      appendix={<RateCorrections corrections={corrections} />}
    />
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
