import { resources } from '@innkeeper/contract';
import type { MergeEntry } from '@innkeeper/contract/calls';
import { Trans } from '@lingui/react/macro';
import { Link } from '@tanstack/react-router';
import Check from 'lucide-react/icons/check';
import Undo2 from 'lucide-react/icons/undo-2';
import { useRef } from 'react';
import { formatDateTime } from '../../../format/date.ts';
import { recordPath } from '../../../engine/form/record-path.ts';
import { useFocusOnMount } from '../../../ui/focus-on-mount.ts';
import { Button, buttonClass } from '../../../ui/button.tsx';
import { MovedCounts, hasNothingToMove } from './moved-counts.tsx';
import { useUndoMerge } from './use-undo-merge.ts';

const { member } = resources;

/** The completed merge, with Undo. */
export function MergeDone({ merge, onUndone }: { merge: MergeEntry; onUndone: () => void }) {
  const { isUndoing, undo } = useUndoMerge(merge, onUndone);
  const heading = useRef<HTMLHeadingElement>(null);
  useFocusOnMount(heading);
  const [retained, absorbed] = [merge.retained.name, merge.absorbed.name];
  const [absorbedId, undoUntil] = [merge.absorbed.id, formatDateTime(merge.undo_until)];
  return (
    <section className="flex flex-col items-start gap-4 rounded-lg border border-border bg-surface p-6">
      <span
        aria-hidden="true"
        className="flex size-11 items-center justify-center rounded-full bg-success-soft text-success-text"
      >
        <Check size={22} />
      </span>
      <div>
        <h2 ref={heading} tabIndex={-1} className="text-xl font-semibold outline-none">
          <Trans>Members merged</Trans>
        </h2>
        <p className="mt-1 max-w-2xl text-muted">
          <Trans>
            {absorbed} (#{absorbedId}) was merged into {retained}. This can be undone until {undoUntil}.
          </Trans>
        </p>
      </div>
      {!hasNothingToMove(merge) && <MovedCounts moved={merge.moved} />}
      <div className="flex flex-wrap gap-2">
        <Link to={recordPath(member, merge.retained.id)} className={buttonClass('primary')}>
          <Trans>Open {retained}</Trans>
        </Link>
        <Button icon={<Undo2 size={16} />} pending={isUndoing} onClick={() => undo()}>
          <Trans>Undo merge</Trans>
        </Button>
      </div>
    </section>
  );
}
