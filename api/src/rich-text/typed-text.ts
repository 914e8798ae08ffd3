import { message } from '@innkeeper/contract';
import { sql } from 'kysely';
import { invalid } from '../http/fail.ts';
import type { Behaviour, WriteContext } from '../resources/behaviour.ts';
import { sanitiseRichText } from './sanitise.ts';

/** Code of the input type whose values are rich text. */
const EDITOR = '7';

/**
 * A resource with a text that is typed in as its input type says: where that is the editor, the text is sanitised, also when
 * only the type is changed.
 */
export const typedText = (field: string): Behaviour => ({
  beforeWrite: async (context, values, before) => {
    const value = values[field] ?? before?.[field];
    const isTouched = values[field] !== undefined || values.type_input_id !== undefined;
    if (!isTouched || typeof value !== 'string') return values;
    if ((await codeOf(context, values.type_input_id ?? before?.type_input_id)) !== EDITOR) return values;
    const clean = sanitiseRichText(value);
    if (clean === '') throw invalid({ [field]: [message('required')] });
    return { ...values, [field]: clean };
  },
});

async function codeOf({ tx }: WriteContext, id: unknown): Promise<string | undefined> {
  const { rows } = await sql<{ code: string }>`select code from type_input where id = ${id}`.execute(tx);
  return rows[0]?.code;
}
