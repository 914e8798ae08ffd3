import { resources } from '@innkeeper/contract';
import type { MergeEntry } from '@innkeeper/contract/calls';
import { Trans } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import Merge from 'lucide-react/icons/merge';
import Undo2 from 'lucide-react/icons/undo-2';
import { formatDate } from '../../../format/date.ts';
import type { RecordPartProps } from '../../../engine/form/extensions.ts';
import { recordPath } from '../../../engine/form/record-path.ts';
import { Button } from '../../../ui/button.tsx';
import { mergesQuery } from './merge-calls.ts';
import { useUndoMerge } from './use-undo-merge.ts';

const { member } = resources;
const LINK_CLASS = 'font-medium underline decoration-1 underline-offset-2 hover:decoration-2';

/**
 * Links a merged member to the surviving member, and the surviving member to the members merged into it while undo is
 * possible.
 */
export function MergeNotices({ record }: Pick<RecordPartProps, 'record'>) {
  const hasMerge = (record['merged_into_id'] ?? record['merged_from_id'] ?? null) !== null;
  const { data = [] } = useQuery({ ...mergesQuery(record.id), enabled: hasMerge });
  const visibleMerges = data.filter(
    (merge) => merge.undone_at === null && (merge.absorbed.id === record.id || merge.can_undo),
  );
  return visibleMerges.map((merge) => (
    <MergeNotice key={merge.id} merge={merge} isAbsorbed={merge.absorbed.id === record.id} />
  ));
}

function MergeNotice({ merge, isAbsorbed }: { merge: MergeEntry; isAbsorbed: boolean }) {
  const { isUndoing, undo } = useUndoMerge(merge);
  const otherMember = isAbsorbed ? merge.retained : merge.absorbed;
  const link = (
    <Link to={recordPath(member, otherMember.id)} className={LINK_CLASS}>
      {otherMember.name} #{otherMember.id}
    </Link>
  );
  const [mergedOn, undoUntil, mergedBy] = [formatDate(merge.at), formatDate(merge.undo_until), merge.by.name];
  return (
    <div
      role="status"
      className="mb-4 flex flex-wrap items-center gap-x-3 gap-y-2 rounded-md bg-info-soft px-3 py-2 text-info-text"
    >
      <Merge size={18} className="shrink-0" />
      <p className="min-w-48 flex-1">
        {isAbsorbed ? (
          <Trans>
            Merged into {link} on {mergedOn} by {mergedBy}.
          </Trans>
        ) : (
          <Trans>
            {link} was merged into this member on {mergedOn} by {mergedBy}.
          </Trans>
        )}
      </p>
      {merge.can_undo && (
        <Button size="small" pending={isUndoing} icon={<Undo2 size={14} />} title={undoUntil} onClick={() => undo()}>
          <Trans>Undo until {undoUntil}</Trans>
        </Button>
      )}
    </div>
  );
}
