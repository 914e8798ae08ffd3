import { VIEW_NAME_MAX, VIEW_SHARING, resourceKeys } from '@innkeeper/contract';
import { answer, content, idParameter, inQuery, refusals } from './parts.ts';
import { type Json, id } from './schemas.ts';

const resource: Json = { type: 'string', enum: [...resourceKeys] };
const changeable: Json = {
  name: { type: 'string', minLength: 1, maxLength: VIEW_NAME_MAX },
  state: {
    type: 'object',
    description: 'Parameters of the list but the page, and columns',
    additionalProperties: { type: 'string' },
  },
  shared: { type: 'string', enum: [...VIEW_SHARING], description: 'everyone: by users of group level alone' },
};
const view: Json = {
  type: 'object',
  properties: {
    ...changeable,
    id,
    resource,
    owner: { type: 'object', properties: { id, name: { type: 'string' } } },
    is_mine: { type: 'boolean' },
    may_change: { type: 'boolean', description: 'The owner may, and users of group level' },
  },
};
const one = answer('The view', { type: 'object', properties: { data: view } });
const bodyOf = (properties: Json, required: readonly string[]): Json => ({
  required: true,
  content: content({ type: 'object', properties, required }),
});

/** Lists under a name. */
export function viewPaths(): Json {
  const tags = ['Views'];
  return {
    '/api/saved_view': {
      get: {
        tags,
        summary: 'Views of a list: the own ones, those of the role group, those of everyone',
        description: 'Needs VIEW_ of the list, as every call here.',
        parameters: [inQuery('resource', resource)],
        responses: {
          200: answer('Views', { type: 'object', properties: { data: { type: 'array', items: view } } }),
          ...refusals(422),
        },
      },
      post: {
        tags,
        summary: 'Save a view',
        requestBody: bodyOf({ resource, ...changeable }, ['resource', 'name', 'state']),
        responses: { 201: one, ...refusals(422) },
      },
    },
    '/api/saved_view/{id}': {
      post: {
        tags,
        summary: 'Rename, change or share a view',
        parameters: [idParameter],
        requestBody: bodyOf(changeable, []),
        responses: { 200: one, ...refusals(404, 422) },
      },
      delete: {
        tags,
        summary: 'Delete a view',
        parameters: [idParameter],
        responses: { 200: one, ...refusals(404) },
      },
    },
  };
}
