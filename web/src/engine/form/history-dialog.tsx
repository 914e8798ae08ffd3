import type { ResourceDefinition } from '@innkeeper/contract';
import { Trans } from '@lingui/react/macro';
import { DialogFrame } from '../../ui/dialog.tsx';
import { openDialog } from '../../ui/dialog-store.ts';
import { type ResourceRecord, displayName } from '../data/record.ts';
import { HistoryTab } from './history-tab.tsx';

/** Opens the history of a record whose resource has no page with a history tab. */
export function openHistory(definition: ResourceDefinition, record: ResourceRecord): void {
  const name = displayName(definition, record);
  void openDialog(
    () => (
      <DialogFrame title={<Trans>History of {name}</Trans>}>
        <HistoryTab definition={definition} record={record} />
      </DialogFrame>
    ),
    { width: '44rem' },
  );
}
