import { permission, recordPermissions, resources } from '@innkeeper/contract';
import { ACTS } from './mail-of-act.ts';
import { answer, content, idParameter, onceHeader, ref, refusals } from '../../engine/openapi/parts.ts';
import { type Json, id } from '../../engine/openapi/schemas.ts';

const { mail_log, mail_language } = resources;
const text: Json = { type: 'string' };
const member_id: Json = { ...id, description: 'The newest in sight who has what such a mail speaks of when absent' };
const header: Json = { type: 'string', description: 'A subject in place of the one that is saved' };
const values: Json = {
  type: 'object',
  description: 'Values in place of those that are saved, by the id of their mail parameter',
  additionalProperties: { type: 'string' },
};

const maybe = (type: string): Json => ({ type: [type, 'null'] });

const actMail: Json = {
  type: 'object',
  properties: {
    recipient: { ...maybe('string'), description: 'Null without a right to see members' },
    delivery_status: text,
  },
};
/** What is done at a counter has its mail. */
const actPaths: Json = Object.fromEntries(
  ACTS.map((d) => {
    const needs = `Needs ${permission('STORE', d.permission)} for what the caller has done, or ${permission('UPDATE', mail_log.permission)}.`;
    const tags = [d.labels.en];
    const call = {
      get: {
        tags,
        summary: 'The mail that it sent',
        description: `${needs} Null while there is none, and where its member is out of sight.`,
        parameters: [idParameter],
        responses: {
          200: answer('The mail', {
            type: 'object',
            properties: { data: { ...actMail, type: ['object', 'null'] } },
          }),
          ...refusals(404),
        },
      },
      post: {
        tags,
        summary: 'Send its mail again, written anew',
        description: needs,
        parameters: [idParameter, onceHeader],
        responses: {
          200: answer('The mail, queued', { type: 'object', properties: { data: actMail } }),
          ...refusals(404, 409, 422),
        },
      },
    };
    return [`/api/${d.key}/{id}/mail`, call];
  }),
);

/** Mails as they went out, mails once more, and mails on trial. */
export const mailPaths: Json = {
  ...actPaths,
  '/api/mail_log/{id}/mail': {
    get: {
      tags: [mail_log.labels.en],
      summary: 'What a mail said',
      description: `Needs ${permission('VIEW', mail_log.permission)}. As it went out where it was captured, otherwise written anew for the same cause, which \`is_as_sent\` tells. Links of letters to users are left out, and looking counts as no opening.`,
      parameters: [idParameter],
      responses: {
        200: answer('The mail, or why there is none', {
          type: 'object',
          properties: {
            data: {
              type: 'object',
              properties: {
                is_as_sent: { type: 'boolean' },
                mail: { ...maybe('object'), properties: { subject: text, html: maybe('string'), text } },
                problem: { ...maybe('object'), properties: { en: text, id: text } },
              },
            },
          },
        }),
        ...refusals(404),
      },
    },
  },
  '/api/mail_log/{id}/resend': {
    post: {
      tags: [mail_log.labels.en],
      summary: 'Send a mail again, written anew for the same cause',
      description: `Needs ${permission('UPDATE', mail_log.permission)}.`,
      parameters: [idParameter, onceHeader],
      responses: {
        200: answer('The entry, queued', { type: 'object', properties: { data: ref('mail_log') } }),
        ...refusals(404, 409, 422),
      },
    },
  },
  '/api/mail_language/{id}/preview': {
    post: {
      tags: [mail_language.labels.en],
      summary: "The mail with a real member's data",
      description: `Needs any of ${recordPermissions(mail_language.permission).join(', ')}, and ${permission('UPDATE', mail_language.permission)} for what is not saved yet; placeholders stay as they are written without ${permission('VIEW', resources.member.permission)}.`,
      parameters: [idParameter],
      requestBody: { content: content({ type: 'object', properties: { member_id, header, values } }) },
      responses: {
        200: answer('The mail', {
          type: 'object',
          properties: { data: { type: 'object', properties: { subject: text, html: text, text } } },
        }),
        ...refusals(404, 422),
      },
    },
  },
  '/api/mail_language/{id}/test': {
    post: {
      tags: [mail_language.labels.en],
      summary: 'Send the mail, as the preview shows it, to the own address',
      description: `Needs ${permission('UPDATE', mail_language.permission)}.`,
      parameters: [idParameter, onceHeader],
      requestBody: { content: content({ type: 'object', properties: { member_id } }) },
      responses: {
        200: answer('Its entry in the log of mails', {
          type: 'object',
          properties: { data: { type: 'object', properties: { id, recipient: text } } },
        }),
        ...refusals(404, 422),
      },
    },
  },
};
