import { resources } from '@innkeeper/contract';
import { plural, t } from '@lingui/core/macro';
import { type BulkTarget, refreshResources } from '../../engine/data/mutations.ts';
import { type ResourceRecord, displayName } from '../../engine/data/record.ts';
import { askReason } from '../../engine/list/reason-dialog.tsx';
import { formatNumber } from '../../format/number.ts';
import { currentLanguage } from '../../i18n/language.ts';
import { isApiError } from '../../session/api-error.ts';
import { queryClient } from '../../session/query-client.ts';
import { showMessage } from '../../ui/message-store.ts';
import { dismissHeld } from './held-calls.ts';

const { held_posting } = resources;

/** Asks why a held bill becomes no visit, and dismisses it. */
export async function dismissOne(record: ResourceRecord): Promise<void> {
  const name = displayName(held_posting, record);
  await dismiss({ ids: [record.id] }, t`Dismiss bill ${name}?`);
}

/** The same for many. Resolves to whether they were dismissed; a refusal has announced itself. */
export async function dismissMany(target: BulkTarget, many: number): Promise<boolean> {
  const count = formatNumber(many);
  return dismiss(target, plural(many, { one: `Dismiss ${count} held bill?`, other: `Dismiss ${count} held bills?` }));
}

async function dismiss(target: BulkTarget, title: string): Promise<boolean> {
  const field = held_posting.fields.dismiss_reason;
  const reason = await askReason({
    title,
    message: t`It becomes no visit. The system that sent it reads why. It can be posted later all the same.`,
    label: field.label[currentLanguage()],
    max: field.max,
    confirmLabel: t`Dismiss`,
  });
  if (reason === undefined) return false;
  try {
    const done = await dismissHeld(target, reason);
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
