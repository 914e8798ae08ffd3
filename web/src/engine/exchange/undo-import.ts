import type { ImportEntry } from '@innkeeper/contract';
import { plural, t } from '@lingui/core/macro';
import { formatNumber } from '../../format/number.ts';
import { isApiError } from '../../session/api-error.ts';
import { queryClient } from '../../session/query-client.ts';
import { confirm } from '../../ui/confirm.tsx';
import { showMessage } from '../../ui/message-store.ts';
import { refreshResources } from '../data/mutations.ts';
import { undoImport } from './import-calls.ts';

/** Asks, takes a whole import back, and says so. A refusal has been shown. */
export async function undoWithQuestion(
  { id, file_name: name, created, updated }: Pick<ImportEntry, 'id' | 'file_name' | 'created' | 'updated'>,
  onSure: () => void = () => undefined,
): Promise<void> {
  const made = formatNumber(created);
  const changed = formatNumber(updated);
  const sentences = [
    created > 0 &&
      plural(created, {
        one: `${made} record that it made is deleted. It moves to the trash.`,
        other: `${made} records that it made are deleted. They move to the trash.`,
      }),
    updated > 0 &&
      plural(updated, {
        one: `${changed} record that it changed gets its old values back.`,
        other: `${changed} records that it changed get their old values back.`,
      }),
    t`If any of them was changed since, nothing is undone.`,
  ];
  const sure = await confirm({
    title: t`Undo the import of ${name}?`,
    message: sentences.filter(Boolean).join(' '),
    confirmLabel: t`Undo the whole import`,
    danger: true,
  });
  if (!sure) return;
  onSure();
  try {
    await undoImport(id);
    showMessage({ message: t`The import of ${name} was undone.`, variant: 'success' });
  } catch (error) {
    if (!isApiError(error)) throw error;
  } finally {
    await refreshResources(queryClient);
  }
}
