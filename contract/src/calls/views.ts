import { z } from 'zod';
import { message } from '../errors/messages.ts';
import { findListDefinition } from '../reports/definition.ts';
import { resourceKeys } from '../resources/by-key.ts';
import { VIEW_LABEL, MAX_VIEW_NAME_LENGTH, VIEW_SHARING } from '../rules/saved-view.ts';
import { body } from './body.ts';
import type { Calls, JsonOf } from './definition.ts';
import { pathId } from './parameters.ts';
import { flag, id, namedRecord, text } from './shapes.ts';

const resource = z
  .string({ error: message('required') })
  .refine((key) => findListDefinition(key) !== undefined, { error: message('required') })
  .meta({ enum: [...resourceKeys] });
const name = z
  .string({ error: message('required') })
  .trim()
  .refine((text) => text !== '', { error: message('required'), abort: true })
  .refine((text) => [...text].length <= MAX_VIEW_NAME_LENGTH, {
    error: message('max_length', MAX_VIEW_NAME_LENGTH),
    abort: true,
  })
  .refine((text) => !text.includes('\0') && text.isWellFormed(), { error: message('nul') })
  .meta({ minLength: 1, maxLength: MAX_VIEW_NAME_LENGTH });
/** The requested list validates it. */
const state = z
  .custom<Readonly<Record<string, string>>>()
  .optional()
  .meta({
    type: 'object',
    additionalProperties: { type: 'string' },
    description: 'List parameters except the page, and columns',
  });
const sharing = z.enum(VIEW_SHARING, { error: message('choice', VIEW_SHARING.join(', ')) });
/** The state of a list is an object: the fields of a view are no field kinds. */
const viewChanges = {
  state,
  shared: sharing.optional().meta({ description: 'everyone: only for users of group level' }),
  _method: z.unknown().optional(),
};

const view = z.strictObject({
  id,
  resource: text,
  name: text,
  state: z.record(text, text),
  shared: sharing,
  owner: namedRecord,
  is_mine: flag,
  may_change: flag.meta({ description: 'True for the owner and for users of group level' }),
});
const viewResponse = z.strictObject({ data: view });

const viewCall = {
  tag: 'Views',
  description: 'Needs the VIEW_ right of the list.',
  rights: [],
} as const;
const path = { id: pathId({ label: VIEW_LABEL }) };

/** Saved views of lists. */
export const viewCalls = {
  'GET /api/saved_view': {
    name: 'listSavedViews',
    ...viewCall,
    summary: {
      en: 'Views of a list: your own, of your role group, and of everyone',
      id: 'Tampilan daftar: milik sendiri, grup peran, dan semua orang',
    },
    query: z.object({ resource }),
    response: z.strictObject({ data: z.array(view) }),
  },
  'POST /api/saved_view': {
    name: 'createSavedView',
    ...viewCall,
    summary: { en: 'Save a view', id: 'Simpan tampilan' },
    body: body({ resource, name, ...viewChanges }),
    response: viewResponse,
    status: 201,
    write: 'idempotent',
  },
  'POST /api/saved_view/{id}': {
    name: 'updateSavedView',
    ...viewCall,
    summary: { en: 'Rename, change or share a view', id: 'Ganti nama, ubah, atau bagikan tampilan' },
    path,
    body: body({ resource: z.unknown().optional(), name: name.optional(), ...viewChanges }),
    response: viewResponse,
    write: 'idempotent',
  },
  'DELETE /api/saved_view/{id}': {
    name: 'deleteSavedView',
    ...viewCall,
    summary: { en: 'Delete a view', id: 'Hapus tampilan' },
    path,
    response: viewResponse,
    write: 'idempotent',
  },
} satisfies Calls;

export type SavedView = JsonOf<typeof view>;
