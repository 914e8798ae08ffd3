import {
  IMPORT_BYTES_MAX,
  type ImportCheck,
  type ImportDone,
  type ResourceDefinition,
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
import { type ImportRequest, checkImport, runImport } from './import-calls.ts';
import { importPath } from './import-path.ts';
import { undoWithConfirmation } from './undo-import.tsx';

/**
 * An import in progress. A file is chosen and checked immediately, which yields its columns (`columns`); then invalid
 * rows are corrected and checked again (`rows`); then the import is finished (`done`). Stored outside the page, so that
 * it survives leaving the page or having to sign in again.
 */
export interface ImportWork {
  readonly step: 'file' | 'columns' | 'rows' | 'done';
  /** The file and the user's input for it so far. Null until a file is chosen. */
  readonly importRequest: ImportRequest | null;
  /** The server's last check, and the request it belongs to. */
  readonly check: ImportCheck | null;
  readonly checked: ImportRequest | null;
  /** The server's current work, and its start in milliseconds since 1970. */
  readonly busy: { readonly task: 'check' | 'import'; readonly since: number } | null;
  /** Why the last call failed, as text. */
  readonly problem: string | null;
  readonly done: ImportDone | null;
}

const INITIAL_WORK: ImportWork = {
  step: 'file',
  importRequest: null,
  check: null,
  checked: null,
  busy: null,
  problem: null,
  done: null,
};

/** The actions and state of the import into one list. */
export interface ImportHandle {
  readonly definition: ResourceDefinition;
  readonly work: Store<ImportWork>;
  readonly choose: (file: File) => Promise<void>;
  readonly map: (header: string, field: string | null) => void;
  /** Sets the text of a field in these rows. */
  readonly correct: (rows: readonly number[], field: string, text: string) => void;
  readonly go: (step: 'file' | 'columns' | 'rows') => void;
  /** Continues with the file that is already chosen. */
  readonly resume: () => Promise<void>;
  /** Checks again if anything has changed, then shows the rows. */
  readonly check: () => Promise<void>;
  readonly cancel: () => void;
  readonly run: () => Promise<void>;
  readonly startOver: () => void;
}

const handles = new Map<string, { owner: number | undefined; handle: ImportHandle }>();

/** The signed-in user's import into a list. */
export function getImport(d: ResourceDefinition): ImportHandle {
  const owner = currentUser()?.id;
  const known = handles.get(d.key);
  if (known?.owner === owner && known) return known.handle;
  const handle = createImport(d);
  handles.set(d.key, { owner, handle });
  return handle;
}

/** Whether the server's last check covers all input since. */
export const isCheckCurrent = ({ importRequest, checked }: ImportWork): boolean =>
  importRequest !== null && importRequest === checked;

function createImport(d: ResourceDefinition): ImportHandle {
  const work = createStore<ImportWork>(INITIAL_WORK);
  const change = (part: Partial<ImportWork>) => work.set({ ...work.get(), ...part });
  const updateRequest = (part: Partial<ImportRequest>) => {
    const { importRequest } = work.get();
    if (importRequest) change({ importRequest: { ...importRequest, ...part } });
  };
  let abort = new AbortController();
  // One idempotency key per import: resending after a missing response does not import twice.
  let key = '';

  const check = async (step: ImportWork['step']) => {
    const { importRequest } = work.get();
    if (!importRequest) return;
    abort = new AbortController();
    const { signal } = abort;
    // Another file was chosen meanwhile, or the import was cancelled.
    const isStale = () => signal.aborted || work.get().importRequest !== importRequest;
    change({ busy: { task: 'check', since: Date.now() }, problem: null });
    try {
      const found = await checkImport(d, importRequest, signal);
      if (isStale()) return;
      key = crypto.randomUUID();
      change({ busy: null, check: found, checked: importRequest, step });
    } catch (error) {
      if (isStale()) return;
      const reason = reasonOf(error);
      const isFirst = work.get().check === null;
      change({
        busy: null,
        // If the first check fails, the file itself is rejected and another one must be chosen.
        importRequest: isFirst && isApiError(error) && error.status === 422 ? null : importRequest,
        problem: isFirst && reason !== null ? `${importRequest.file.name}: ${reason}` : reason,
      });
    }
  };
  const cancel = () => {
    abort.abort();
    change({ busy: null });
  };

  return {
    definition: d,
    work,
    cancel,
    async choose(chosen) {
      cancel();
      work.set(INITIAL_WORK);
      const problem = await problemOf(chosen);
      if (problem !== undefined) return change({ problem });
      // Read a copy: the user may change the file on disk while the browser reads it.
      const file = new File([await chosen.arrayBuffer()], chosen.name, { type: chosen.type });
      change({ importRequest: { file, mapping: {}, corrections: {} } });
      await check('columns');
    },
    map: (header, field) => updateRequest({ mapping: { ...work.get().importRequest?.mapping, [header]: field } }),
    correct(rows, field, text) {
      const corrections = work.get().importRequest?.corrections ?? {};
      const corrected = rows.map((row) => [row, { ...corrections[row], [field]: text }] as const);
      updateRequest({ corrections: { ...corrections, ...Object.fromEntries(corrected) } });
    },
    go: (step) => change({ step, problem: null }),
    resume: () => (work.get().check ? Promise.resolve(change({ step: 'columns', problem: null })) : check('columns')),
    check: () =>
      isCheckCurrent(work.get()) ? Promise.resolve(change({ step: 'rows', problem: null })) : check('rows'),
    async run() {
      const { importRequest } = work.get();
      if (!importRequest) return;
      change({ busy: { task: 'import', since: Date.now() }, problem: null });
      const isAway = () => location.pathname !== importPath(d);
      try {
        const done = await runImport(d, importRequest, key);
        change({ ...INITIAL_WORK, step: 'done', done });
        await refreshResources(queryClient);
        if (isAway()) announceDone(d, done, importRequest.file.name);
      } catch (error) {
        change({ busy: null, problem: isRejection(error) ? null : reasonOf(error) });
        // The check is outdated: run it again, so that the rows show the reasons.
        if (isRejection(error)) await check('rows');
        if (isAway()) showMessage({ message: t`${d.labels[currentLanguage()]}: import rejected.` });
      }
    },
    startOver() {
      cancel();
      work.set(INITIAL_WORK);
    },
  };
}

/** Notifies a user who has left the page meanwhile. Offers Undo to users with the rights for it. */
function announceDone(d: ResourceDefinition, done: ImportDone, fileName: string): void {
  const mayUndo =
    (done.created === 0 || can(permission('DELETE', d.permission))) &&
    (done.updated === 0 || can(permission('UPDATE', d.permission)));
  const undo = { label: t`Undo`, onClick: () => void undoWithConfirmation({ ...done, file_name: fileName }) };
  showMessage({
    message: t`${d.labels[currentLanguage()]}: import completed.`,
    variant: 'success',
    ...(mayUndo && { action: undo }),
  });
}

const MEGABYTE = 1024 * 1024;

async function problemOf(file: File): Promise<string | undefined> {
  const limit = IMPORT_BYTES_MAX / MEGABYTE;
  const { name } = file;
  if (file.size > IMPORT_BYTES_MAX) return t`${name} is larger than ${limit} MB. Split it into several files.`;
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
function reasonOf(error: unknown): string | null {
  if (!isApiError(error)) throw error;
  if (error.status === 401) return null;
  const texts = Object.values(error.errors).flat();
  return texts.length > 0 ? texts.join(' ') : error.message;
}

// Warns before the page closes: the file and the input for it would be lost.
addEventListener('beforeunload', (event) => {
  const owner = currentUser()?.id;
  const isOpen = [...handles.values()].some(
    (own) => own.owner === owner && own.handle.work.get().importRequest !== null,
  );
  if (isOpen) event.preventDefault();
});
