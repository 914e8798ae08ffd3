import type { RatePreview } from '@innkeeper/contract/calls';
import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { useRef } from 'react';
import { refreshResources } from '../../engine/data/mutations.ts';
import { useSendOnce } from '../../engine/data/send-once.ts';
import { longMonth } from '../../format/month.ts';
import { formatNumber } from '../../format/number.ts';
import { queryClient } from '../../session/query-client.ts';
import { useArrivalFocus } from '../../ui/arrival-focus.ts';
import { Button } from '../../ui/button.tsx';
import { DialogFrame } from '../../ui/dialog.tsx';
import { showMessage } from '../../ui/message-store.ts';
import { type RateChange, correctRate } from './rate-calls.ts';
import { shownRate } from './shown-rate.ts';
import { Money } from '../../session/money.tsx';

interface RatePreviewStepProps {
  readonly country: number;
  readonly change: RateChange;
  readonly reason: string;
  readonly preview: RatePreview;
  readonly close: () => void;
  readonly onBack: () => void;
}

/** Shows the changes of a correction month by month, and makes them. */
export function RatePreviewStep({ country, change, reason, preview, close, onBack }: RatePreviewStepProps) {
  const { t } = useLingui();
  const { isSending, send } = useSendOnce([]);
  const [from, to] = [shownRate(change.wrong_rate), shownRate(change.usd_rate)];
  const { transactions, lines, visits, months, is_rate_of_country } = preview;
  const isAnything = transactions + visits > 0 || is_rate_of_country;
  // The button that led here has gone, and the focus with it.
  const wayOn = useRef<HTMLButtonElement>(null);
  useArrivalFocus(wayOn);
  const correct = () =>
    send({ ...change, reason }, async (body, key) => {
      const done = await correctRate(country, body, key);
      const count = formatNumber(done.transactions + done.visits);
      showMessage({ message: t`The rate is corrected: ${count} records have another worth now.`, variant: 'success' });
      close();
      await refreshResources(queryClient);
    });
  return (
    <DialogFrame
      title={t`From ${from} to ${to} for one US dollar?`}
      footer={
        <>
          <Button ref={isAnything ? undefined : wayOn} onClick={onBack} disabled={isSending}>
            <Trans>Back</Trans>
          </Button>
          {isAnything && (
            <Button ref={wayOn} variant="primary" pending={isSending} onClick={() => void correct()}>
              <Trans>Correct the rate</Trans>
            </Button>
          )}
        </>
      }
    >
      <div className="flex flex-col gap-3">
        <ul className="flex list-disc flex-col gap-1 pl-5 marker:text-faint">
          <li>
            <Plural value={transactions} one="# transaction is valued anew," other="# transactions are valued anew," />{' '}
            <Plural value={lines} one="with # line" other="with # lines" />
          </li>
          <li>
            <Plural value={visits} one="# visit is valued anew" other="# visits are valued anew" />
          </li>
          <li>
            {is_rate_of_country ? (
              <Trans>The rate of the country is {to} from now on</Trans>
            ) : (
              <Trans>The rate of the country stays as it is</Trans>
            )}
          </li>
        </ul>
        <Left preview={preview} />
        {months.length > 0 && <Months months={months} />}
        <p className="text-sm text-muted">
          <Trans>The history of each record keeps what it was. The correction can be undone as a whole.</Trans>
        </p>
      </div>
    </DialogFrame>
  );
}

/** The figures that stay as they were closed. */
function Left({ preview: { left_closed, closed_months } }: { preview: RatePreview }) {
  if (left_closed === 0) return null;
  const months = closed_months.map(longMonth).join(', ');
  return (
    <p className="rounded-md bg-warning-soft px-3 py-2 text-sm text-warning-text">
      <Plural
        value={left_closed}
        one="# record stays as it is: its month is closed."
        other="# records stay as they are: their months are closed."
      />{' '}
      {months}
    </p>
  );
}

const CELL = 'px-3 py-2';
const NUMBER = `${CELL} text-right tabular whitespace-nowrap`;

function Months({ months }: Pick<RatePreview, 'months'>) {
  const { t } = useLingui();
  const label = t`Worth in US dollars by month`;
  return (
    // A part that scrolls must be reached by keyboard.
    <div role="region" aria-label={label} tabIndex={0} className="overflow-x-auto rounded-lg border border-border">
      <table className="w-full text-sm">
        <thead>
          <tr className="border-b border-border text-muted">
            <th scope="col" className={`${CELL} text-left font-medium`}>
              <Trans>Month</Trans>
            </th>
            <th scope="col" className={`${NUMBER} font-medium`}>
              <Trans>Before</Trans>
            </th>
            <th scope="col" className={`${NUMBER} font-medium`}>
              <Trans>After</Trans>
            </th>
            <th scope="col" className={`${NUMBER} font-medium`}>
              <Trans>Difference</Trans>
            </th>
          </tr>
        </thead>
        <tbody className="divide-y divide-border">
          {months.map(({ month, before, after, difference }) => (
            <tr key={month}>
              <th scope="row" className={`${CELL} text-left font-normal`}>
                {longMonth(month)}
              </th>
              <td className={NUMBER}>
                <Money amount={before} currency="USD" />
              </td>
              <td className={NUMBER}>
                <Money amount={after} currency="USD" />
              </td>
              <td className={NUMBER}>
                <Money amount={difference} currency="USD" />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
