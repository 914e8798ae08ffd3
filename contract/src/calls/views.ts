import { z } from 'zod';
import { message } from '../messages.ts';
import { findListed } from '../report-definition.ts';
import { resourceKeys } from '../resources.ts';
import { VIEW_LABEL, VIEW_NAME_MAX, VIEW_SHARING } from '../saved-view.ts';
import { body } from './body.ts';
import type { Calls, Read } from './call.ts';
import { pathId } from './parameters.ts';
import { flag, id, named, text } from './shapes.ts';

const resource = z
  .string({ error: message('required') })
  .refine((key) => findListed(key) !== undefined, { error: message('required') })
  .meta({ enum: [...resourceKeys] });
const name = z
  .string({ error: message('required') })
  .trim()
  .refine((s) => s !== '', { error: message('required'), abort: true })
  .refine((s) => [...s].length <= VIEW_NAME_MAX, { error: message('max_length', VIEW_NAME_MAX), abort: true })
  .refine((s) => !s.includes('\0') && s.isWellFormed(), { error: message('nul') })
  .meta({ minLength: 1, maxLength: VIEW_NAME_MAX });
/** Judged by the list that it asks. */
const state = z
  .custom<Readonly<Record<string, string>>>()
  .optional()
  .meta({
    type: 'object',
    additionalProperties: { type: 'string' },
    description: 'Parameters of the list but the page, and columns',
  });
const shared = z.enum(VIEW_SHARING, { error: message('choice', VIEW_SHARING.join(', ')) });
const changes = {
  state,
  shared: shared.optional().meta({ description: 'everyone: by users of group level alone' }),
  _method: z.unknown().optional(),
};

const view = z.strictObject({
  id,
  resource: text,
  name: text,
  state: z.record(text, text),
  shared,
  owner: named,
  is_mine: flag,
  may_change: flag.meta({ description: 'The owner may, and users of group level' }),
});
const one = z.strictObject({ data: view });

const calls = {
  tag: 'Views',
  description: 'Needs VIEW_ of the list.',
  rights: [],
} as const;
const path = { id: pathId({ label: VIEW_LABEL }) };

/** Lists under a name. */
export const viewCalls = {
  'GET /api/saved_view': {
    ...calls,
    summary: {
      en: 'Views of a list: the own ones, those of the role group, those of everyone',
      id: 'Tampilan sebuah daftar: milik sendiri, grup peran, dan semua orang',
    },
    query: z.object({ resource }),
    answer: z.strictObject({ data: z.array(view) }),
  },
  'POST /api/saved_view': {
    ...calls,
    summary: { en: 'Save a view', id: 'Simpan tampilan' },
    body: body({ resource, name, ...changes }),
    answer: one,
    status: 201,
    write: 'once',
  },
  'POST /api/saved_view/{id}': {
    ...calls,
    summary: { en: 'Rename, change or share a view', id: 'Ganti nama, ubah, atau bagikan tampilan' },
    path,
    body: body({ resource: z.unknown().optional(), name: name.optional(), ...changes }),
    answer: one,
    write: 'once',
  },
  'DELETE /api/saved_view/{id}': {
    ...calls,
    summary: { en: 'Delete a view', id: 'Hapus tampilan' },
    path,
    answer: one,
    write: 'once',
  },
} satisfies Calls;

export type SavedView = Read<typeof view>;
