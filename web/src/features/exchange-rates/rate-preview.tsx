import type { RatePreview } from '@innkeeper/contract/calls';
import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { useRef } from 'react';
import { refreshResources } from '../../engine/data/mutations.ts';
import { useIdempotentSend } from '../../engine/data/idempotent-send.ts';
import { sendForm } from '../../engine/form/call-dialog.tsx';
import type { Body } from '../../engine/form/form-values.ts';
import { longMonth } from '../../format/month.ts';
import { formatNumber } from '../../format/number.ts';
import { queryClient } from '../../session/query-client.ts';
import { useFocusOnMount } from '../../ui/focus-on-mount.ts';
import { Button } from '../../ui/button.tsx';
import { DialogFrame } from '../../ui/dialog.tsx';
import { FRAME_CLASS, Table } from '../../ui/table.tsx';
import { showMessage } from '../../ui/message-store.ts';
import { formatRate } from './format-rate.ts';
import { Money } from '../../session/money.tsx';

interface RatePreviewStepProps {
  readonly country: number;
  /** The correction, as entered. */
  readonly body: Body;
  readonly preview: RatePreview;
  readonly onClose: () => void;
  readonly onBack: () => void;
}

/** Shows the changes of a correction month by month, and applies them. */
export function RatePreviewStep({ country, body, preview, onClose, onBack }: RatePreviewStepProps) {
  const { t } = useLingui();
  const { isSending, send } = useIdempotentSend([]);
  const [from, to] = [formatRate(String(body['wrong_rate'])), formatRate(String(body['usd_rate']))];
  const { transactions, lines, visits, months, is_rate_of_country } = preview;
  const hasRecords = transactions + visits > 0 || is_rate_of_country;
  // The button that led here was removed while it had the focus.
  const nextButton = useRef<HTMLButtonElement>(null);
  useFocusOnMount(nextButton);
  const applyCorrection = () =>
    send(body, async (_, key) => {
      const path = { id: country };
      const { data } = await sendForm({ call: 'POST /api/country/{id}/rate_correction', path, body }, key);
      const count = formatNumber(data.transactions + data.visits);
      showMessage({ message: t`Rate corrected. ${count} records recalculated.`, variant: 'success' });
      onClose();
      await refreshResources(queryClient);
    });
  return (
    <DialogFrame
      title={t`From ${from} to ${to} for one US dollar?`}
      footer={
        <>
          <Button ref={hasRecords ? undefined : nextButton} onClick={onBack} disabled={isSending}>
            <Trans>Back</Trans>
          </Button>
          {hasRecords && (
            <Button ref={nextButton} variant="primary" pending={isSending} onClick={() => void applyCorrection()}>
              <Trans>Apply correction</Trans>
            </Button>
          )}
        </>
      }
    >
      <div className="flex flex-col gap-3">
        <ul className="flex list-disc flex-col gap-1 pl-5 marker:text-faint">
          <li>
            <Plural
              value={transactions}
              one="# transaction will be recalculated,"
              other="# transactions will be recalculated,"
            />{' '}
            <Plural value={lines} one="with # line" other="with # lines" />
          </li>
          <li>
            <Plural value={visits} one="# visit will be recalculated" other="# visits will be recalculated" />
          </li>
          <li>
            {is_rate_of_country ? (
              <Trans>The country’s rate becomes {to}</Trans>
            ) : (
              <Trans>The country’s rate does not change</Trans>
            )}
          </li>
        </ul>
        <SkippedRecords preview={preview} />
        {months.length > 0 && <Months months={months} />}
        <p className="text-sm text-muted">
          <Trans>Each record’s history keeps the previous value. You can undo the correction as a whole.</Trans>
        </p>
      </div>
    </DialogFrame>
  );
}

/** The records of closed months, which do not change. */
function SkippedRecords({ preview: { left_closed, closed_months } }: { preview: RatePreview }) {
  if (left_closed === 0) return null;
  const months = closed_months.map(longMonth).join(', ');
  return (
    <p className="rounded-md bg-warning-soft px-3 py-2 text-sm text-warning-text">
      <Plural
        value={left_closed}
        one="# record is in a closed month and will not change."
        other="# records are in closed months and will not change."
      />{' '}
      {months}
    </p>
  );
}

function Months({ months }: Pick<RatePreview, 'months'>) {
  const { t } = useLingui();
  type Month = RatePreview['months'][number];
  const createColumn = (key: 'before' | 'after' | 'difference', heading: string) => ({
    key,
    heading,
    isNumber: true,
    cell: (month: Month) => <Money amount={month[key]} currency="USD" />,
  });
  return (
    <Table
      label={t`USD value by month`}
      className={FRAME_CLASS}
      columns={[
        { key: 'month', heading: t`Month`, cell: ({ month }: Month) => longMonth(month) },
        createColumn('before', t`Before`),
        createColumn('after', t`After`),
        createColumn('difference', t`Difference`),
      ]}
      rows={months}
      rowKey={({ month }) => month}
    />
  );
}
