import type { Standing } from '@innkeeper/contract/calls';
import { Trans, useLingui } from '@lingui/react/macro';
import Copy from 'lucide-react/icons/copy';
import Hand from 'lucide-react/icons/hand';
import IdCard from 'lucide-react/icons/id-card';
import { Benefits } from '../../../domain/benefits.tsx';
import { formatDate } from '../../../format/date.ts';
import { FileLink } from '../../../engine/files/file-link.tsx';
import { Badge } from '../../../ui/badge.tsx';
import { IconButton } from '../../../ui/icon-button.tsx';
import { copyText } from '../../../ui/copy-text.ts';
import { DigitGroups } from '../../../ui/digit-groups.tsx';

/** The present card with its number, and the next card. */
export function CardSection({
  standing: { card, next_card: nextCard, manual_tier: manualTier },
}: {
  standing: Standing;
}) {
  const { t } = useLingui();
  if (!card) {
    return (
      <div className="flex aspect-[1.586] w-full max-w-80 flex-col items-center justify-center gap-2 rounded-lg border border-dashed border-strong-border p-4 text-center text-muted">
        <IdCard size={28} className="text-faint" />
        <Trans>This member has no card yet.</Trans>
      </div>
    );
  }
  const [startDate, endDate, nextStartDate] = [
    formatDate(card.start_date),
    formatDate(card.end_date),
    formatDate(nextCard?.start_date),
  ];
  const [setBy, setOn] = [manualTier?.by?.name, formatDate(manualTier?.at)];
  return (
    <div className="w-full max-w-80">
      <FileLink
        address={card.file_url}
        label={`${card.membership.name} ${card.sbec_no}`}
        width={800}
        className="aspect-[1.586] w-80 rounded-lg!"
      />
      <div className="mt-2 flex items-center justify-between gap-2">
        <span className="text-lg font-semibold tracking-wide tabular">
          <DigitGroups number={card.sbec_no} />
        </span>
        <IconButton label={t`Copy card number`} size="small" onClick={() => void copyText(card.sbec_no)}>
          <Copy size={15} />
        </IconButton>
      </div>
      <p className="flex flex-wrap items-center gap-x-2 text-muted tabular">
        {startDate} – {endDate}
        {!card.is_running && (
          <Badge tone="danger">
            <Trans>Ended</Trans>
          </Badge>
        )}
      </p>
      {card.is_running && <Benefits benefits={card.benefits} className="mt-2" />}
      {nextCard && (
        <p className="mt-1 text-sm text-muted">
          <Trans>
            Renewed: {nextCard.membership.name} starts on {nextStartDate}.
          </Trans>
        </p>
      )}
      {manualTier && (
        <p className="mt-2 flex gap-2 rounded-md bg-info-soft px-3 py-2 text-sm text-info-text">
          <Hand size={15} className="mt-0.5 shrink-0" />
          <span className="min-w-0 break-words">
            {setBy === undefined ? (
              <Trans>Tier set manually on {setOn}, until the next renewal.</Trans>
            ) : (
              <Trans>
                Tier set manually by {setBy} on {setOn}, until the next renewal.
              </Trans>
            )}
            {manualTier.remark && <span className="block whitespace-pre-line">“{manualTier.remark}”</span>}
          </span>
        </p>
      )}
    </div>
  );
}
