import { Trans, useLingui } from '@lingui/react/macro';
import History from 'lucide-react/icons/history';
import { useState } from 'react';
import { formatDateTime } from '../../format/date.ts';
import { useUser } from '../../session/user.ts';
import { Button } from '../../ui/button.tsx';
import type { Sale } from './sale.ts';
import { deleteSaleDraft, readSaleDrafts } from './sale-drafts.ts';

interface DraftListProps {
  /** Key of the open sale; its own draft is not listed. */
  readonly currentKey: string;
  readonly isFree: boolean;
  readonly onContinue: (sale: Sale) => void;
}

/** Lists the unfinished sales to continue. */
export function DraftList({ currentKey, isFree, onContinue }: DraftListProps) {
  const { t } = useLingui();
  const user = useUser()?.id ?? 0;
  const [allDrafts, setAllDrafts] = useState(() => readSaleDrafts(localStorage, user, Date.now()));
  const drafts = allDrafts.filter(({ sale }) => sale.key !== currentKey && sale.isFree === isFree);
  if (drafts.length === 0) return null;
  const discard = (key: string) => {
    deleteSaleDraft(localStorage, user, key);
    setAllDrafts(allDrafts.filter(({ sale }) => sale.key !== key));
  };
  return (
    <section aria-label={t`Unfinished sales`} className="mb-4 rounded-md bg-info-soft px-3 py-2 text-info-text">
      <ul className="flex flex-col gap-2">
        {drafts.map(({ at, name, sale }) => {
          const startedAt = formatDateTime(new Date(at).toISOString());
          const guestName = name || t`unnamed guest`;
          return (
            <li key={sale.key} className="flex flex-wrap items-center gap-x-3 gap-y-1.5">
              <History size={18} className="shrink-0" />
              <p className="min-w-48 flex-1">
                {sale.sent ? (
                  <Trans>
                    We don’t know whether the sale to {guestName} on {startedAt} went through. Continue and send again;
                    it can’t be sold twice.
                  </Trans>
                ) : (
                  <Trans>
                    The sale to {guestName} from {startedAt} is not finished.
                  </Trans>
                )}
              </p>
              <div className="flex gap-2">
                <Button size="small" aria-label={t`Continue: ${guestName}`} onClick={() => onContinue(sale)}>
                  <Trans>Continue</Trans>
                </Button>
                <Button
                  size="small"
                  variant="ghost"
                  aria-label={t`Discard: ${guestName}`}
                  onClick={() => discard(sale.key)}
                >
                  <Trans>Discard</Trans>
                </Button>
              </div>
            </li>
          );
        })}
      </ul>
    </section>
  );
}
