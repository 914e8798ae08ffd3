import {
  type DateOrder,
  MAX_IMPORT_BYTES,
  type ImportCheck,
  type ImportEncoding,
  type ImportResult,
  type ResourceDefinition,
  importFields,
  permission,
} from '@innkeeper/contract';
import { t } from '@lingui/core/macro';
import { currentLanguage } from '../../i18n/language.ts';
import { type ApiError, isApiError } from '../../session/api-error.ts';
import { queryClient } from '../../session/query-client.ts';
import { can, currentUser } from '../../session/user.ts';
import { showMessage } from '../../ui/message-store.ts';
import { type Store, createStore } from '../../ui/store.ts';
import { refreshResources } from '../data/mutations.ts';
import { type ImportRequest, type ReadingChoices, checkImport, runImport } from './import-calls.ts';
import { saveCheckFile } from './save-check-file.ts';
import { importPath } from './import-path.ts';
import { recallMapping, rememberMapping } from './remembered-mappings.ts';
import { undoWithConfirmation } from './undo-import.tsx';

/**
 * The state of an import. Choosing a file checks it immediately, which yields its columns (`columns`). Invalid rows are
 * corrected and checked again (`rows`), then everything is imported (`done`). Stored outside the page, so it survives
 * leaving the page and signing in again.
 */
export interface ImportState {
  readonly step: 'file' | 'columns' | 'rows' | 'done';
  /** The file and the user's input for it so far. Null until a file is chosen. */
  readonly importRequest: ImportRequest | null;
  /** The server's last check, and the request it belongs to. */
  readonly check: ImportCheck | null;
  readonly checkedRequest: ImportRequest | null;
  /** The server's current work, and its start in milliseconds since 1970. */
  readonly activeTask: { readonly task: 'check' | 'import'; readonly startedAt: number } | null;
  /** Why the last call failed, as text. */
  readonly problem: string | null;
  readonly done: ImportResult | null;
}

const INITIAL_STATE: ImportState = {
  step: 'file',
  importRequest: null,
  check: null,
  checkedRequest: null,
  activeTask: null,
  problem: null,
  done: null,
};

/** The actions and state of the import into one list. */
export interface ImportHandle {
  readonly definition: ResourceDefinition;
  readonly state: Store<ImportState>;
  readonly choose: (file: File) => Promise<void>;
  /** Reads the file in another way, and checks it again. */
  readonly read: (choices: ReadingChoices) => Promise<void>;
  readonly map: (header: string, field: string | null) => void;
  /** Finds the record of each row by this field. */
  readonly matchBy: (field: string) => void;
  /** Sets the order of day and month in a column. */
  readonly orderDates: (header: string, order: DateOrder) => void;
  /** Sets the value of a field without a column, for all rows. Empty: no value. */
  readonly setFixedValue: (field: string, text: string) => void;
  /** Sets the text of a field in these rows. */
  readonly correctCells: (rows: readonly number[], field: string, text: string) => void;
  readonly goToStep: (step: 'file' | 'columns' | 'rows') => void;
  /** Continues with the file that is already chosen. */
  readonly resume: () => Promise<void>;
  /** Repeats the check if the input has changed since, then shows the rows. */
  readonly check: () => Promise<void>;
  readonly cancel: () => void;
  /** Imports all rows, or saves the rejected ones as a file and imports the others. */
  readonly run: (skipsRejected?: boolean) => Promise<void>;
  readonly startOver: () => void;
}

const handles = new Map<string, { owner: number | undefined; handle: ImportHandle }>();

/** The signed-in user's import into a list. */
export function getImport(definition: ResourceDefinition): ImportHandle {
  const userId = currentUser()?.id;
  const entry = handles.get(definition.key);
  if (entry?.owner === userId && entry) return entry.handle;
  const handle = createImport(definition);
  handles.set(definition.key, { owner: userId, handle });
  return handle;
}

/** Whether the input has not changed since the server's last check. */
export const isCheckCurrent = ({ importRequest, checkedRequest }: ImportState): boolean =>
  importRequest !== null && importRequest === checkedRequest;

function createImport(definition: ResourceDefinition): ImportHandle {
  const state = createStore<ImportState>(INITIAL_STATE);
  const updateState = (changes: Partial<ImportState>) => state.set({ ...state.get(), ...changes });
  const updateRequest = (changes: Partial<ImportRequest>) => {
    const { importRequest } = state.get();
    if (importRequest) updateState({ importRequest: { ...importRequest, ...changes } });
  };
  let abortController = new AbortController();
  const memoryKey = `${currentUser()?.id ?? 0}.${definition.key}`;
  // One idempotency key per import: resending after a missing response does not import twice.
  let key = '';

  const check = async (step: ImportState['step']) => {
    const { importRequest } = state.get();
    if (!importRequest) return;
    abortController = new AbortController();
    const { signal } = abortController;
    // Another file was chosen meanwhile, or the import was cancelled.
    const isStale = () => signal.aborted || state.get().importRequest !== importRequest;
    updateState({ activeTask: { task: 'check', startedAt: Date.now() }, problem: null });
    try {
      const result = await checkImport(definition, importRequest, signal);
      if (isStale()) return;
      key = crypto.randomUUID();
      // The rows can only be shown once the order of day and month is known.
      const isUnordered = result.columns.some(({ dates }) => dates?.chosen === null);
      const nextStep = isUnordered ? 'columns' : step;
      updateState({ activeTask: null, check: result, checkedRequest: importRequest, step: nextStep });
      if (step === 'columns' && Object.keys(importRequest.mapping).length === 0) {
        const mapping = recallMapping(localStorage, memoryKey, result.columns, importFields(definition));
        if (mapping) updateRequest({ mapping });
      }
    } catch (error) {
      if (isStale()) return;
      const reason = getErrorText(error);
      const isFirst = state.get().check === null;
      updateState({
        activeTask: null,
        // If the first check fails, the file itself is rejected and another one must be chosen.
        importRequest: isFirst && isApiError(error) && error.status === 422 ? null : importRequest,
        problem: isFirst && reason !== null ? `${importRequest.file.name}: ${reason}` : reason,
      });
    }
  };
  const cancel = () => {
    abortController.abort();
    updateState({ activeTask: null });
  };

  return {
    definition,
    state,
    cancel,
    async choose(selectedFile) {
      cancel();
      state.set(INITIAL_STATE);
      const problem = await findFileProblem(selectedFile);
      if (problem !== undefined) return updateState({ problem });
      // Read a copy: the user may change the file on disk while the browser reads it.
      const file = new File([await selectedFile.arrayBuffer()], selectedFile.name, { type: selectedFile.type });
      const encoding = suggestEncoding(new Uint8Array(await file.arrayBuffer()));
      updateState({
        importRequest: {
          file,
          reading: encoding ? { encoding } : {},
          fixedValues: {},
          mapping: {},
          dateOrders: {},
          corrections: {},
          match: 'id',
        },
      });
      await check('columns');
    },
    async read(choices) {
      const { importRequest } = state.get();
      if (!importRequest) return;
      // Another sheet has its own headings, other headings are other columns, and rows get other numbers.
      const { headingRow: _, ...others } = importRequest.reading;
      const reading = { ...(choices.sheet === undefined ? importRequest.reading : others), ...choices };
      updateRequest({ reading, fixedValues: {}, mapping: {}, dateOrders: {}, corrections: {}, match: 'id' });
      await check('columns');
    },
    setFixedValue(field, text) {
      updateRequest({ fixedValues: { ...state.get().importRequest?.fixedValues, [field]: text } });
    },
    map(header, field) {
      const { importRequest } = state.get();
      updateRequest({
        mapping: { ...importRequest?.mapping, [header]: field },
        fixedValues: omitKey(importRequest?.fixedValues ?? {}, field ?? ''),
      });
    },
    orderDates: (header, order) =>
      updateRequest({ dateOrders: { ...state.get().importRequest?.dateOrders, [header]: order } }),
    matchBy: (match) => updateRequest({ match }),
    correctCells(rows, field, text) {
      const corrections = state.get().importRequest?.corrections ?? {};
      const corrected = rows.map((row) => [row, { ...corrections[row], [field]: text }] as const);
      updateRequest({ corrections: { ...corrections, ...Object.fromEntries(corrected) } });
    },
    goToStep: (step) => updateState({ step, problem: null }),
    resume: () =>
      state.get().check ? Promise.resolve(updateState({ step: 'columns', problem: null })) : check('columns'),
    check: () =>
      isCheckCurrent(state.get()) ? Promise.resolve(updateState({ step: 'rows', problem: null })) : check('rows'),
    async run(skipsRejected = false) {
      const { importRequest } = state.get();
      if (!importRequest) return;
      updateState({ activeTask: { task: 'import', startedAt: Date.now() }, problem: null });
      const hasLeftPage = () => location.pathname !== importPath(definition);
      try {
        if (skipsRejected) await saveCheckFile(definition, importRequest, 'errors');
        const done = await runImport(definition, importRequest, key, skipsRejected);
        rememberMapping(localStorage, memoryKey, state.get().check?.columns ?? [], importRequest.mapping);
        updateState({ ...INITIAL_STATE, step: 'done', done });
        await refreshResources(queryClient);
        if (hasLeftPage()) announceDone(definition, done, importRequest.file.name);
      } catch (error) {
        // A user who does not confirm needs no message.
        const needsMessage = !isRejection(error) && !(isApiError(error) && error.code === 'confirmation_needed');
        updateState({ activeTask: null, problem: needsMessage ? getErrorText(error) : null });
        // The check is outdated: run it again, so that the rows show the reasons.
        if (isRejection(error)) await check('rows');
        if (hasLeftPage()) showMessage({ message: t`${definition.labels[currentLanguage()]}: import rejected.` });
      }
    },
    startOver() {
      cancel();
      state.set(INITIAL_STATE);
    },
  };
}

const omitKey = (values: Readonly<Record<string, string>>, key: string): Readonly<Record<string, string>> =>
  Object.fromEntries(Object.entries(values).filter(([name]) => name !== key));

/** Notifies a user who has left the page meanwhile. Offers Undo to users with the rights for it. */
function announceDone(definition: ResourceDefinition, done: ImportResult, fileName: string): void {
  const canUndo =
    (done.created === 0 || can(permission('DELETE', definition.permission))) &&
    (done.updated === 0 || can(permission('UPDATE', definition.permission)));
  const undo = { label: t`Undo`, onClick: () => void undoWithConfirmation({ ...done, file_name: fileName }) };
  showMessage({
    message: t`${definition.labels[currentLanguage()]}: import completed.`,
    variant: 'success',
    ...(canUndo && { action: undo }),
  });
}

const MEGABYTE = 1024 * 1024;

async function findFileProblem(file: File): Promise<string | undefined> {
  const limit = MAX_IMPORT_BYTES / MEGABYTE;
  const { name } = file;
  if (file.size > MAX_IMPORT_BYTES) return t`${name} is larger than ${limit} MB. Split it into several files.`;
  if (file.size === 0) return t`${name} is empty.`;
  return file
    .slice(0, 1)
    .arrayBuffer()
    .then(
      () => undefined,
      () => t`Couldn’t read ${name}. Close it in other programs and try again.`,
    );
}

/** Rows were rejected, and the response names them. */
const isRejection = (error: unknown): error is ApiError =>
  isApiError(error) && error.status === 422 && Object.keys(error.errors).some((name) => name.startsWith('row '));

/**
 * The server's message, or its field messages if there are any. Null if the session has ended, which has its own
 * message.
 */
function getErrorText(error: unknown): string | null {
  if (!isApiError(error)) throw error;
  if (error.status === 401) return null;
  const texts = Object.values(error.errors).flat();
  return texts.length > 0 ? texts.join(' ') : error.message;
}

/**
 * The encoding to begin with for a text file that is not in UTF-8. Most of them come from Excel on Windows; the user
 * sees the result, and can choose another one. Undefined for a file that names its encoding, or is no text.
 */
function suggestEncoding(bytes: Uint8Array): ImportEncoding | undefined {
  // Workbooks and UTF-16 have zero bytes.
  if (bytes.includes(0)) return undefined;
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(bytes);
    return undefined;
  } catch {
    return 'windows-1252';
  }
}

// Warns before the page closes: the file and the input for it would be lost.
addEventListener('beforeunload', (event) => {
  const userId = currentUser()?.id;
  const hasUnsavedImport = [...handles.values()].some(
    (entry) => entry.owner === userId && entry.handle.state.get().importRequest !== null,
  );
  if (hasUnsavedImport) event.preventDefault();
});
