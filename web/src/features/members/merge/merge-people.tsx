import { resources } from '@innkeeper/contract';
import { Trans, useLingui } from '@lingui/react/macro';
import { Link } from '@tanstack/react-router';
import ArrowLeftRight from 'lucide-react/icons/arrow-left-right';
import type { ReactNode } from 'react';
import { formatDate } from '../../../format/date.ts';
import { type ResourceRecord, displayName, nestedAt } from '../../../engine/data/record.ts';
import { recordPath } from '../../../engine/form/record-path.ts';
import { Avatar } from '../../../ui/avatar.tsx';
import { Button } from '../../../ui/button.tsx';
import { classNames } from '../../../ui/class-names.ts';
import { IconButton } from '../../../ui/icon-button.tsx';

const { member } = resources;

interface MergePeopleProps {
  readonly retained: ResourceRecord;
  readonly absorbed: ResourceRecord;
  readonly onSwap: () => void;
}

/** The surviving member, the absorbed member, and the button that swaps them. */
export function MergePeople({ retained, absorbed, onSwap }: MergePeopleProps) {
  const { t } = useLingui();
  return (
    <div className="sticky top-0 z-10 grid gap-x-4 rounded-t-lg border-b border-border bg-surface px-4 py-3 @max-sm:px-3 @xl:grid-cols-[9rem_minmax(0,1fr)]">
      <span className="flex items-center @max-xl:hidden">
        <IconButton label={t`Swap`} variant="secondary" onClick={onSwap}>
          <ArrowLeftRight size={16} />
        </IconButton>
      </span>
      <div className="grid grid-cols-2 gap-2">
        <MergePerson record={retained} isRetained>
          <Trans>Will be kept</Trans>
        </MergePerson>
        <MergePerson record={absorbed}>
          <Trans>Will be merged</Trans>
        </MergePerson>
      </div>
      <Button icon={<ArrowLeftRight size={16} />} onClick={onSwap} className="mt-3 @xl:hidden">
        <Trans>Swap</Trans>
      </Button>
    </div>
  );
}

function MergePerson({
  record,
  isRetained,
  children,
}: {
  record: ResourceRecord;
  isRetained?: boolean;
  children: ReactNode;
}) {
  const name = displayName(member, record);
  const { member_date } = record;
  const memberSince = typeof member_date === 'string' ? formatDate(member_date) : '';
  const tierName = nestedAt(record, 'membership')?.name;
  return (
    <div className="flex min-w-0 items-start gap-2.5 px-1">
      <span className="@max-xl:hidden">
        <Avatar name={name} size={36} />
      </span>
      <div className="min-w-0">
        <span
          className={classNames(
            'text-xs font-medium tracking-wide uppercase',
            isRetained ? 'text-success-text' : 'text-muted',
          )}
        >
          {children}
        </span>
        <Link to={recordPath(member, record.id)} className="block truncate font-semibold hover:underline">
          {name}
        </Link>
        <span className="block text-sm text-muted tabular">
          {[`#${record.id}`, tierName, memberSince].filter(Boolean).join(' · ')}
        </span>
      </div>
    </div>
  );
}
