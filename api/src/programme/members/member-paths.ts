import { MERGED_RESOURCES, MERGE_UNDO_DAYS, mergeFields } from '@innkeeper/contract';
import { answer, content, idParameter, inQuery, onceHeader, refusals } from '../../engine/openapi/parts.ts';
import { type Json, id } from '../../engine/openapi/schemas.ts';

const text: Json = { type: 'string' };
const named: Json = { type: 'object', properties: { id, name: text } };

const merge: Json = {
  type: 'object',
  properties: {
    id: { type: ['integer', 'null'], description: 'Null in the answer to a dry run' },
    at: text,
    by: named,
    kept: named,
    absorbed: named,
    moved: {
      type: 'object',
      description: 'How many live records moved',
      properties: Object.fromEntries(MERGED_RESOURCES.map((key) => [key, { type: 'integer' }])),
      required: [...MERGED_RESOURCES],
    },
    undo_until: text,
    undone_at: { type: ['string', 'null'] },
    undone_by: { ...named, type: ['object', 'null'] },
    can_undo: { type: 'boolean' },
  },
  required: ['id', 'kept', 'absorbed', 'moved', 'undo_until', 'can_undo'],
};
const textOrNull: Json = { type: ['string', 'null'] };
const duplicate: Json = {
  type: 'object',
  properties: {
    id,
    name: text,
    email: textOrNull,
    phone_no: textOrNull,
    identity_no: textOrNull,
    deleted_at: textOrNull,
    matches: { type: 'array', items: { type: 'string', enum: ['email', 'identity_no', 'phone_no'] } },
  },
};
const one = answer('The merge', { type: 'object', properties: { data: merge } });

/** Members that turned out to be one person. */
export function memberPaths(): Json {
  const tags = ['Members'];
  return {
    '/api/member/{id}/merge': {
      post: {
        tags,
        summary: 'Merge another member into this one',
        description: `Needs UPDATE_MEMBER and DELETE_MEMBER. What the other member has moves here, and the other one is deleted. Can be undone for ${MERGE_UNDO_DAYS} days.`,
        parameters: [idParameter, onceHeader],
        requestBody: {
          required: true,
          content: content({
            type: 'object',
            properties: {
              member_id: { ...id, description: 'The member that is absorbed' },
              fields: {
                type: 'object',
                description: 'Whose value each field has from now on; kept, where nothing is said',
                properties: Object.fromEntries(
                  Object.keys(mergeFields).map((name) => [name, { type: 'string', enum: ['kept', 'absorbed'] }]),
                ),
                additionalProperties: false,
              },
              dry_run: { type: 'integer', enum: [0, 1], description: '1: everything is done, told and taken back' },
            },
            required: ['member_id'],
          }),
        },
        responses: { 200: one, ...refusals(404, 409, 422) },
      },
    },
    '/api/member/duplicates': {
      get: {
        tags,
        summary: 'Members that have one of these already, deleted ones too',
        description: 'Needs any right on members.',
        parameters: [
          inQuery('email', text),
          inQuery('phone_no', text, 'Compared by its last digits'),
          inQuery('identity_no', text),
        ],
        responses: {
          200: answer('Members', { type: 'object', properties: { data: { type: 'array', items: duplicate } } }),
          ...refusals(422),
        },
      },
    },
    '/api/member/{id}/merges': {
      get: {
        tags,
        summary: 'Merges that a member had a part in, newest first',
        parameters: [idParameter],
        responses: {
          200: answer('Merges', { type: 'object', properties: { data: { type: 'array', items: merge } } }),
          ...refusals(404),
        },
      },
    },
    '/api/member/{id}/merge/{merge_id}/undo': {
      post: {
        tags,
        summary: 'Undo a merge',
        description: 'Needs UPDATE_MEMBER and DELETE_MEMBER. Moves back what moved and is still with the kept member.',
        parameters: [idParameter, { name: 'merge_id', in: 'path', required: true, schema: id }, onceHeader],
        responses: { 200: one, ...refusals(404, 409) },
      },
    },
  };
}
