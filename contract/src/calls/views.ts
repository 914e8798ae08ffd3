import { z } from 'zod';
import { message } from '../errors/messages.ts';
import { findListDefinition } from '../reports/definition.ts';
import { resourceKeys } from '../resources/by-key.ts';
import { VIEW_LABEL, VIEW_NAME_MAX, VIEW_SHARING } from '../rules/saved-view.ts';
import { body } from './body.ts';
import type { Calls, JsonOf } from './definition.ts';
import { pathId } from './parameters.ts';
import { flag, id, named, text } from './shapes.ts';

const resource = z
  .string({ error: message('required') })
  .refine((key) => findListDefinition(key) !== undefined, { error: message('required') })
  .meta({ enum: [...resourceKeys] });
const name = z
  .string({ error: message('required') })
  .trim()
  .refine((s) => s !== '', { error: message('required'), abort: true })
  .refine((s) => [...s].length <= VIEW_NAME_MAX, { error: message('max_length', VIEW_NAME_MAX), abort: true })
  .refine((s) => !s.includes('\0') && s.isWellFormed(), { error: message('nul') })
  .meta({ minLength: 1, maxLength: VIEW_NAME_MAX });
/** Validated by the requested list. */
const state = z
  .custom<Readonly<Record<string, string>>>()
  .optional()
  .meta({
    type: 'object',
    additionalProperties: { type: 'string' },
    description: 'List parameters except the page, and columns',
  });
const shared = z.enum(VIEW_SHARING, { error: message('choice', VIEW_SHARING.join(', ')) });
const changes = {
  state,
  shared: shared.optional().meta({ description: 'everyone: only for users of group level' }),
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
  may_change: flag.meta({ description: 'True for the owner and for users of group level' }),
});
const one = z.strictObject({ data: view });

const calls = {
  tag: 'Views',
  description: 'Needs the VIEW_ right of the list.',
  rights: [],
} as const;
const path = { id: pathId({ label: VIEW_LABEL }) };

/** Saved views of lists. */
export const viewCalls = {
  'GET /api/saved_view': {
    ...calls,
    summary: {
      en: 'Views of a list: your own, of your role group, and of everyone',
      id: 'Tampilan daftar: milik sendiri, grup peran, dan semua orang',
    },
    query: z.object({ resource }),
    response: z.strictObject({ data: z.array(view) }),
  },
  'POST /api/saved_view': {
    ...calls,
    summary: { en: 'Save a view', id: 'Simpan tampilan' },
    body: body({ resource, name, ...changes }),
    response: one,
    status: 201,
    write: 'idempotent',
  },
  'POST /api/saved_view/{id}': {
    ...calls,
    summary: { en: 'Rename, change or share a view', id: 'Ganti nama, ubah, atau bagikan tampilan' },
    path,
    body: body({ resource: z.unknown().optional(), name: name.optional(), ...changes }),
    response: one,
    write: 'idempotent',
  },
  'DELETE /api/saved_view/{id}': {
    ...calls,
    summary: { en: 'Delete a view', id: 'Hapus tampilan' },
    path,
    response: one,
    write: 'idempotent',
  },
} satisfies Calls;

export type SavedView = JsonOf<typeof view>;
