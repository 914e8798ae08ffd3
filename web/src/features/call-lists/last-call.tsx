import { resources } from '@innkeeper/contract';
import type { MemberCall } from '@innkeeper/contract/calls';
import { Trans } from '@lingui/react/macro';
import { formatDate } from '../../format/date.ts';
import { useLabel } from '../../i18n/use-label.ts';
import { Badge } from '../../ui/badge.tsx';

const { outcome: outcomeField } = resources.member_call.fields;

/** The outcome of the last call, logged from any list. */
export function LastCall({ call }: { call: MemberCall | null }) {
  const label = useLabel();
  if (!call)
    return (
      <span className="text-sm text-faint">
        <Trans>Not contacted</Trans>
      </span>
    );
  const outcome = outcomeField.choices.find(({ value }) => value === call.outcome);
  const callDate = formatDate(call.at);
  const callerName = call.by?.name ?? '';
  const callBackDate = formatDate(call.call_back_on);
  return (
    <>
      <span className="flex flex-wrap items-center gap-x-2 gap-y-0.5">
        {outcome && <Badge tone={outcome.tone}>{label(outcome.label)}</Badge>}
        <span className="text-sm text-muted tabular">
          {callBackDate !== '' ? <Trans>on {callBackDate}</Trans> : `${callDate} · ${callerName}`}
        </span>
      </span>
      {call.note !== null && <span className="line-clamp-2 text-sm text-muted">{call.note}</span>}
    </>
  );
}
