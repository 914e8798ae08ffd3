import { resources } from '@innkeeper/contract';
import { plural, t } from '@lingui/core/macro';
import { type BulkTarget, refreshResources } from '../../engine/data/mutations.ts';
import { type ResourceRecord, displayName } from '../../engine/data/record.ts';
import { promptReason } from '../../engine/list/reason-dialog.tsx';
import { formatNumber } from '../../format/number.ts';
import { currentLanguage } from '../../i18n/language.ts';
import { isApiError } from '../../session/api-error.ts';
import { queryClient } from '../../session/query-client.ts';
import { showMessage } from '../../ui/message-store.ts';
import { dismissHeldPostings } from './held-posting-calls.ts';

const { held_posting } = resources;

/** Prompts for the reason and dismisses a posting on hold. */
export async function dismissOne(record: ResourceRecord): Promise<void> {
  const name = displayName(held_posting, record);
  await dismiss({ ids: [record.id] }, t`Dismiss bill ${name}?`);
}

/** Same for many. Resolves to whether they were dismissed; a rejection has already been shown. */
export async function dismissMany(target: BulkTarget, many: number): Promise<boolean> {
  const count = formatNumber(many);
  return dismiss(
    target,
    plural(many, { one: `Dismiss ${count} bill on hold?`, other: `Dismiss ${count} bills on hold?` }),
  );
}

async function dismiss(target: BulkTarget, title: string): Promise<boolean> {
  const field = held_posting.fields.dismiss_reason;
  const reason = await promptReason({
    title,
    message: t`No visit is created. The hotel system receives your reason. You can still post the bill later.`,
    label: field.label[currentLanguage()],
    max: field.max,
    confirmLabel: t`Dismiss`,
  });
  if (reason === undefined) return false;
  try {
    const done = await dismissHeldPostings(target, reason);
    const count = formatNumber(done);
    showMessage({
      message: plural(done, { one: `${count} bill dismissed.`, other: `${count} bills dismissed.` }),
      variant: 'success',
    });
    return true;
  } catch (error) {
    if (!isApiError(error)) throw error;
    return false;
  } finally {
    await refreshResources(queryClient);
  }
}
