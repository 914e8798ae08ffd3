import type { RateCorrection } from '@innkeeper/contract/calls';
import { Trans, useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import { tryWrite } from '../../engine/data/mutations.ts';
import { formatDateTime } from '../../format/date.ts';
import { formatNumber } from '../../format/number.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { confirm } from '../../ui/confirm.tsx';
import { showMessage } from '../../ui/message-store.ts';
import { undoCorrection } from './rate-calls.ts';
import { formatRate } from './format-rate.ts';

/** The corrections made so far; each can only be undone as a whole. */
export function RateCorrections({ corrections }: { corrections: readonly RateCorrection[] }) {
  if (corrections.length === 0) return null;
  return (
    <section className="mt-6 flex flex-col gap-2">
      <h3 className="font-semibold">
        <Trans>Past corrections</Trans>
      </h3>
      <ul className="flex flex-col divide-y divide-border rounded-lg border border-border">
        {corrections.map((correction) => (
          <Correction key={correction.id} correction={correction} />
        ))}
      </ul>
    </section>
  );
}

function Correction({ correction }: { correction: RateCorrection }) {
  const { t } = useLingui();
  const [isSending, setSending] = useState(false);
  const { id, wrong_rate, right_rate, transactions, visits, reason, corrected_at, corrected_by, undone_at } =
    correction;
  const [from, to] = [formatRate(wrong_rate), formatRate(right_rate)];
  const count = formatNumber(transactions + visits);
  const undo = async () => {
    const isConfirmed = await confirm({
      title: t`Undo the correction from ${from} to ${to}?`,
      message: t`${count} records return to their previous USD value.`,
      confirmLabel: t`Undo correction`,
    });
    if (!isConfirmed || isSending) return;
    setSending(true);
    await tryWrite(async () => {
      await undoCorrection(id);
      showMessage({ message: t`Correction undone.`, variant: 'success' });
    });
    setSending(false);
  };
  return (
    <li className="flex flex-wrap items-center gap-x-3 gap-y-2 px-3 py-2.5">
      <span className="min-w-52 flex-1">
        <span className="font-medium tabular">
          {from} → {to}
        </span>
        <span className="block text-sm text-muted">
          <Trans>
            {count} records, {formatDateTime(corrected_at)}, {corrected_by.name}
          </Trans>
        </span>
        <span className="block text-sm break-words">{reason}</span>
      </span>
      {undone_at === null ? (
        <Button
          size="small"
          aria-label={t`Undo the correction from ${from} to ${to}`}
          pending={isSending}
          onClick={() => void undo()}
        >
          <Trans>Undo</Trans>
        </Button>
      ) : (
        <Badge>
          <Trans>Undone</Trans>
        </Badge>
      )}
    </li>
  );
}
