import { z } from 'zod';
import { flag, text } from '../fields/kinds.ts';
import { inputFieldSchema } from '../fields/json-schema.ts';
import { member } from '../resources/member.ts';
import { permission } from '../rights/permission.ts';
import { body, fieldSchemas } from './body.ts';
import type { Calls } from './definition.ts';
import { INTEGRATION_TAG, jsonSchema } from './integrations.ts';
import { record } from './shapes.ts';

/** The fields of a member that a hotel's own system sets. Staff set the others. */
const ENROLMENT_FIELDS = [
  'membership_id',
  'first_name',
  'last_name',
  'type_gender_id',
  'birth_date',
  'origin_country_id',
  'hotel_id',
  'email',
  'phone_no',
  'home_address',
  'business_address',
  'type_identity_id',
  'identity_no',
  'marketing_name',
  'hobby',
  'dining_preference',
  'remark',
  'membership_notification',
  'birthday_notification',
  'all_notification',
] as const satisfies readonly (keyof typeof member.fields)[];

const memberFields = Object.fromEntries(
  ENROLMENT_FIELDS.map((name) => {
    const schema = inputFieldSchema(member.fields[name]);
    return [
      name,
      jsonSchema<unknown>(
        name === 'hotel_id' ? { ...schema, description: 'Default: the hotel of the integration' } : schema,
      ),
    ] as const;
  }),
);

const enrolmentFields = {
  fields: {
    reference_no: text('Reference', 'Nomor referensi', {
      hint: {
        en: 'Number of the guest in the calling system, which enrols each number once',
        id: 'Nomor tamu di sistem pemanggil, yang mendaftarkan setiap nomor sekali',
      },
    }),
    allows_duplicate: flag('Duplicate', 'Duplikat', {
      answers: {
        yes: {
          en: 'enrol although another member has this phone or identity number',
          id: 'daftarkan meskipun anggota lain memiliki telepon atau nomor identitas ini',
        },
        no: { en: 'reject (default)', id: 'tolak (bawaan)' },
      },
    }),
  },
} as const;

/** Calls with which a hotel's own system, or a website, enrols guests. */
export const integrationMemberCalls = {
  'POST /integration/v1/members': {
    name: 'enrolMember',
    tag: INTEGRATION_TAG,
    summary: { en: 'Enrol a guest', id: 'Daftarkan tamu' },
    description:
      'Creates the member under the rules of the console, without a card. A guest who is a member already, by email, phone or identity number, returns 409 with the matching fields under errors, and under current the id if the integration sees that member. So does a reference_no that this integration has enrolled.',
    rights: [permission('STORE', member.permission)],
    body: body({ ...memberFields, ...fieldSchemas(enrolmentFields) }),
    example: {
      body: {
        reference_no: 'WEB-10022',
        membership_id: 3,
        first_name: 'Komang',
        last_name: 'Sari',
        type_gender_id: 2,
        origin_country_id: 62,
        email: 'komang.sari@example.test',
        phone_no: '+62 811 776 655',
        all_notification: 1,
      },
    },
    response: z.strictObject({ data: record('member', {}) }),
    status: 201,
    write: 'idempotent',
    rejections: [409, 429],
  },
} satisfies Calls;
