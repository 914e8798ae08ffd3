import { resources } from '@innkeeper/contract';
import type { MemberCall } from '@innkeeper/contract/calls';
import { Trans } from '@lingui/react/macro';
import { formatDate } from '../../format/date.ts';
import { useLabel } from '../../i18n/use-label.ts';
import { Badge } from '../../ui/badge.tsx';

const { outcome: outcomes } = resources.member_call.fields;

/** The outcome of the last call, logged from any list. */
export function LastCall({ call }: { call: MemberCall | null }) {
  const label = useLabel();
  if (!call)
    return (
      <span className="text-sm text-faint">
        <Trans>Not contacted</Trans>
      </span>
    );
  const outcome = outcomes.choices.find(({ value }) => value === call.outcome);
  const day = formatDate(call.at);
  const who = call.by?.name ?? '';
  const again = formatDate(call.call_back_on);
  return (
    <>
      <span className="flex flex-wrap items-center gap-x-2 gap-y-0.5">
        {outcome && <Badge tone={outcome.tone}>{label(outcome.label)}</Badge>}
        <span className="text-sm text-muted tabular">
          {again !== '' ? <Trans>on {again}</Trans> : `${day} · ${who}`}
        </span>
      </span>
      {call.note !== null && <span className="line-clamp-2 text-sm text-muted">{call.note}</span>}
    </>
  );
}
