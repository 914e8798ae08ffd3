import type { Language } from '@innkeeper/contract';
import { ApiError } from '../../platform/http/fail.ts';
import type { Row } from './behaviour.ts';
import { usesOf } from './references.ts';
import { lockRows } from './locks.ts';
import { restoreRefusals } from './restore.ts';
import { readStaying } from './staying.ts';
import type { Write } from './write-services.ts';

/** Ids that an answer names at most. */
const NAMED = 500;

/** Reasons that an answer tells at most: where each voucher has a sentence of its own, a few say enough. */
const REASONS = 5;

/** The records that would not be deleted or restored: those still in use, and those with another reason. */
export interface Refusals {
  readonly inUse: readonly number[];
  readonly refused: ReadonlyMap<number, ApiError>;
}

/** The same as a dry run tells it: the first ids, and each reason once. */
export const refusalsIn = ({ inUse, refused }: Refusals, language: Language) => ({
  in_use: inUse.slice(0, NAMED),
  refused: [...refused.keys()].sort((a, b) => a - b).slice(0, NAMED),
  reasons: [
    ...(inUse.length > 0 ? [IN_USE[language]] : []),
    ...new Set([...refused.values()].map((error) => wordsOf(error, language))),
  ].slice(0, REASONS),
});
const IN_USE = { en: 'It is still in use.', id: 'Masih dipakai.' };

/**
 * Asks of records what deleting or restoring them would ask first, and writes nothing. Throws the refusal of all of them together where no
 * record is refused by itself: of two administrators the last one stays, whichever it is.
 */
export async function askActs(write: Write, ids: readonly number[], act: 'delete' | 'restore'): Promise<Refusals> {
  const { context, services, d } = write;
  const refused = await readStaying(write, ids, act);
  if (act === 'restore') {
    const rows = await lockRows(
      context,
      services.behaviours,
      d,
      ids.filter((id) => !refused.has(id)),
    );
    return { inUse: [], refused: new Map([...refused, ...(await restoreRefusals(write, rows))]) };
  }
  const inUse = [...new Set((await usesOf(context, services.behaviours, d, ids)).map(({ id }) => id))];
  const asked = ids.filter((id) => !refused.has(id) && !inUse.includes(id));
  const beforeDelete = services.behaviours[d.key]?.beforeDelete;
  if (!beforeDelete || asked.length === 0) return { inUse, refused };
  const rows = await lockRows(context, services.behaviours, d, asked);
  const ask = (some: readonly Row[]) => refusalOf(beforeDelete(context, some));
  const others = await refusedBy(ask, rows);
  const whole = others.size === 0 ? undefined : await ask(rows.filter(({ id }) => !others.has(id)));
  if (whole) throw whole;
  return { inUse, refused: new Map([...refused, ...others]) };
}

/** The refusals of single records, found by halves: mostly none is refused, and one question is enough. */
async function refusedBy(
  ask: (rows: readonly Row[]) => Promise<ApiError | undefined>,
  rows: readonly Row[],
): Promise<ReadonlyMap<number, ApiError>> {
  const error = await ask(rows);
  const [only, ...more] = rows;
  if (!error || !only) return new Map();
  if (more.length === 0) return new Map([[only.id, error]]);
  const middle = Math.floor(rows.length / 2);
  const found = new Map([
    ...(await refusedBy(ask, rows.slice(0, middle))),
    ...(await refusedBy(ask, rows.slice(middle))),
  ]);
  if (found.size === 0 || found.size > NAMED) throw error;
  return found;
}

async function refusalOf(asking: Promise<void>): Promise<ApiError | undefined> {
  try {
    await asking;
    return undefined;
  } catch (error) {
    if (error instanceof ApiError) return error;
    throw error;
  }
}

/** The words of a refusal: those of its fields, where it has none of its own. */
function wordsOf(error: ApiError, language: Language): string {
  const { message, errors = {} } = error.body(language, '');
  const [first] = Object.values(errors).flat();
  return error.details.message || first === undefined ? message : first;
}
