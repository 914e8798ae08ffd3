import { resources } from '@innkeeper/contract';
import { plural, t } from '@lingui/core/macro';
import { type BulkTarget, tryWrite } from '../../engine/data/mutations.ts';
import { type ResourceRecord, displayName } from '../../engine/data/record.ts';
import { promptReason, reasonInputOf } from '../../engine/list/reason-dialog.tsx';
import { formatNumber } from '../../format/number.ts';
import { sendRequest } from '../../session/request.ts';
import { showMessage } from '../../ui/message-store.ts';

const { held_posting } = resources;

/** Prompts for the reason and dismisses a posting on hold. */
export async function dismissPosting(record: ResourceRecord): Promise<void> {
  const name = displayName(held_posting, record);
  await promptAndDismiss({ ids: [record.id] }, t`Dismiss bill ${name}?`);
}

/**
 * Prompts for one reason and dismisses several postings. Resolves to whether they were dismissed; a rejection has
 * already been shown.
 */
export async function dismissPostings(target: BulkTarget, postingCount: number): Promise<boolean> {
  const count = formatNumber(postingCount);
  return promptAndDismiss(
    target,
    plural(postingCount, { one: `Dismiss ${count} bill on hold?`, other: `Dismiss ${count} bills on hold?` }),
  );
}

async function promptAndDismiss(target: BulkTarget, title: string): Promise<boolean> {
  const reason = await promptReason({
    title,
    message: t`No visit is created. The hotel system receives your reason. You can still post the bill later.`,
    ...reasonInputOf(held_posting.fields.dismiss_reason),
    confirmLabel: t`Dismiss`,
  });
  if (reason === undefined) return false;
  const isDone = await tryWrite(async () => {
    const response = await sendRequest(
      'POST /api/held_posting/dismiss',
      { body: { ...target, reason } },
      { idempotencyKey: crypto.randomUUID() },
    );
    const dismissedCount = response.data.dismissed;
    const count = formatNumber(dismissedCount);
    showMessage({
      message: plural(dismissedCount, { one: `${count} bill dismissed.`, other: `${count} bills dismissed.` }),
      variant: 'success',
    });
    return true;
  });
  return isDone === true;
}
