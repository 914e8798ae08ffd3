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
import { type ImportAsked, checkImport, runImport } from './import-calls.ts';
import { importPath } from './import-path.ts';
import { undoWithQuestion } from './undo-import.tsx';

/**
 * An import on its way: a file is chosen and checked at once, which tells its columns (`columns`); then the wrong rows are mended
 * (`rows`), each time checked anew; then it is done (`done`). It is kept outside the page, so that a user who leaves the page, or
 * has to sign in again, finds it as it was.
 */
export interface ImportWork {
  readonly step: 'file' | 'columns' | 'rows' | 'done';
  /** The file, and the user's answers about it so far. Null until one is chosen. */
  readonly asked: ImportAsked | null;
  /** The server's last check, and the request for it. */
  readonly check: ImportCheck | null;
  readonly checked: ImportAsked | null;
  /** The server's work, and its beginning in milliseconds since 1970. */
  readonly busy: { readonly what: 'check' | 'import'; readonly since: number } | null;
  /** Why the last call failed, in words. */
  readonly problem: string | null;
  readonly done: ImportDone | null;
}

const NOTHING: ImportWork = {
  step: 'file',
  asked: null,
  check: null,
  checked: null,
  busy: null,
  problem: null,
  done: null,
};

/** All steps of the import of one list. */
export interface ImportHandle {
  readonly definition: ResourceDefinition;
  readonly work: Store<ImportWork>;
  readonly choose: (file: File) => Promise<void>;
  readonly map: (header: string, field: string | null) => void;
  /** Sets the text of a field in these rows. */
  readonly correct: (rows: readonly number[], field: string, text: string) => void;
  readonly go: (step: 'file' | 'columns' | 'rows') => void;
  /** Goes on with the file that is chosen already. */
  readonly resume: () => Promise<void>;
  /** Checks where anything is new, and shows the rows. */
  readonly check: () => Promise<void>;
  readonly cancel: () => void;
  readonly run: () => Promise<void>;
  readonly startOver: () => void;
}

const handles = new Map<string, { owner: number | undefined; handle: ImportHandle }>();

/** The import of a list by the signed-in user. */
export function importOf(d: ResourceDefinition): ImportHandle {
  const owner = currentUser()?.id;
  const known = handles.get(d.key);
  if (known?.owner === owner && known) return known.handle;
  const handle = createImport(d);
  handles.set(d.key, { owner, handle });
  return handle;
}

/** Whether the server's last answer is about all that has been said since. */
export const isChecked = ({ asked, checked }: ImportWork): boolean => asked !== null && asked === checked;

function createImport(d: ResourceDefinition): ImportHandle {
  const work = createStore<ImportWork>(NOTHING);
  const change = (part: Partial<ImportWork>) => work.set({ ...work.get(), ...part });
  const say = (part: Partial<ImportAsked>) => {
    const { asked } = work.get();
    if (asked) change({ asked: { ...asked, ...part } });
  };
  let abort = new AbortController();
  // One key for one import: where its answer was lost, asking again does not import twice.
  let key = '';

  const check = async (step: ImportWork['step']) => {
    const { asked } = work.get();
    if (!asked) return;
    abort = new AbortController();
    const { signal } = abort;
    // Another file was chosen meanwhile, or nobody wants to know any more.
    const isStale = () => signal.aborted || work.get().asked !== asked;
    change({ busy: { what: 'check', since: Date.now() }, problem: null });
    try {
      const found = await checkImport(d, asked, signal);
      if (isStale()) return;
      key = crypto.randomUUID();
      change({ busy: null, check: found, checked: asked, step });
    } catch (error) {
      if (isStale()) return;
      const reason = reasonOf(error);
      const isFirst = work.get().check === null;
      change({
        busy: null,
        // Before the first answer it is the file that is refused: another one is to be chosen.
        asked: isFirst && isApiError(error) && error.status === 422 ? null : asked,
        problem: isFirst && reason !== null ? `${asked.file.name}: ${reason}` : reason,
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
      work.set(NOTHING);
      const problem = await problemOf(chosen);
      if (problem !== undefined) return change({ problem });
      // The user may go on working in the file meanwhile and change it while the browser reads it.
      const file = new File([await chosen.arrayBuffer()], chosen.name, { type: chosen.type });
      change({ asked: { file, mapping: {}, corrections: {} } });
      await check('columns');
    },
    map: (header, field) => say({ mapping: { ...work.get().asked?.mapping, [header]: field } }),
    correct(rows, field, text) {
      const corrections = work.get().asked?.corrections ?? {};
      const mended = rows.map((row) => [row, { ...corrections[row], [field]: text }] as const);
      say({ corrections: { ...corrections, ...Object.fromEntries(mended) } });
    },
    go: (step) => change({ step, problem: null }),
    resume: () => (work.get().check ? Promise.resolve(change({ step: 'columns', problem: null })) : check('columns')),
    check: () => (isChecked(work.get()) ? Promise.resolve(change({ step: 'rows', problem: null })) : check('rows')),
    async run() {
      const { asked } = work.get();
      if (!asked) return;
      change({ busy: { what: 'import', since: Date.now() }, problem: null });
      const isAway = () => location.pathname !== importPath(d);
      try {
        const done = await runImport(d, asked, key);
        change({ ...NOTHING, step: 'done', done });
        await refreshResources(queryClient);
        if (isAway()) sayDone(d, done, asked.file.name);
      } catch (error) {
        change({ busy: null, problem: isRefusal(error) ? null : reasonOf(error) });
        // The check is out of date; the rows say why.
        if (isRefusal(error)) await check('rows');
        if (isAway()) showMessage({ message: t`${d.labels[currentLanguage()]}: the import was refused.` });
      }
    },
    startOver() {
      cancel();
      work.set(NOTHING);
    },
  };
}

/** Tells a user who went elsewhere meanwhile, with the way back for those who have the rights to take it. */
function sayDone(d: ResourceDefinition, done: ImportDone, fileName: string): void {
  const mayUndo =
    (done.created === 0 || can(permission('DELETE', d.permission))) &&
    (done.updated === 0 || can(permission('UPDATE', d.permission)));
  const undo = { label: t`Undo`, onClick: () => void undoWithQuestion({ ...done, file_name: fileName }) };
  showMessage({
    message: t`${d.labels[currentLanguage()]}: the import is done.`,
    variant: 'success',
    ...(mayUndo && { action: undo }),
  });
}

const MEGABYTE = 1024 * 1024;

async function problemOf(file: File): Promise<string | undefined> {
  const most = IMPORT_BYTES_MAX / MEGABYTE;
  const { name } = file;
  if (file.size > IMPORT_BYTES_MAX) return t`${name} is larger than ${most} MB. Split it into several files.`;
  if (file.size === 0) return t`${name} is empty.`;
  return file
    .slice(0, 1)
    .arrayBuffer()
    .then(
      () => undefined,
      () => t`${name} cannot be read. Is it still open in another program?`,
    );
}

/** Rows were refused: the answer names them. */
const isRefusal = (error: unknown): error is ApiError =>
  isApiError(error) && error.status === 422 && Object.keys(error.errors).some((name) => name.startsWith('row '));

/** The server's message, by field where it names fields; null if the session has ended, which has its own message. */
function reasonOf(error: unknown): string | null {
  if (!isApiError(error)) throw error;
  if (error.status === 401) return null;
  const texts = Object.values(error.errors).flat();
  return texts.length > 0 ? texts.join(' ') : error.message;
}

// A file and the answers about it do not outlive the page.
addEventListener('beforeunload', (event) => {
  const owner = currentUser()?.id;
  const isOpen = [...handles.values()].some((own) => own.owner === owner && own.handle.work.get().asked !== null);
  if (isOpen) event.preventDefault();
});
