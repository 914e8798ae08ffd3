import type { ResourceDefinition } from '@innkeeper/contract';
import { type ImportRequest, fetchCheckFile } from './import-calls.ts';
import { saveFile } from './save-file.ts';

const FILE_NAMES = { errors: 'rejected', changes: 'changes' } as const;

/** Saves the rejected rows of a check, or what the others change, beside the imported file. */
export async function saveCheckFile(
  definition: ResourceDefinition,
  importRequest: ImportRequest,
  content: 'errors' | 'changes',
): Promise<void> {
  const name = importRequest.file.name.replace(/\.[^.]+$/, '');
  saveFile(await fetchCheckFile(definition, importRequest, content), `${name}-${FILE_NAMES[content]}.csv`);
}
