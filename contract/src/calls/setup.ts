import { z } from 'zod';
import { starterVouchersBody } from '../bodies/setup.ts';
import { role_group } from '../resources/role_group.ts';
import { voucher } from '../resources/voucher.ts';
import { VOUCHER_SETS } from '../rules/voucher-sets.ts';
import { permission } from '../rights/permission.ts';
import { bodyOf } from './body.ts';
import type { Calls, JsonOf } from './definition.ts';
import { flag, integer, text } from './shapes.ts';

const tag = 'Set-up';

/** What a new programme needs before its first sale, in the order in which one needs the other. */
const setupSteps = z.strictObject({
  region: flag,
  country: flag.meta({ description: 'A country in a region of the group, with its rate to the US dollar' }),
  hotel: flag,
  membership: flag.meta({ description: 'A membership with a price' }),
  voucher: flag,
  role_group: flag.meta({ description: 'A role group besides the administrators' }),
  user: flag.meta({ description: 'A user who is assigned to a hotel or region' }),
  mail: flag.meta({ description: 'The program was started with a mail server' }),
  sale: flag,
});
const voucherSet = z.strictObject({
  set: z.enum(VOUCHER_SETS.map(({ value }) => value)),
  vouchers: z.array(
    z.strictObject({
      name: text,
      name_id: text,
      quantity: integer,
      picture: text.meta({ description: 'A drawing as a data URL' }),
    }),
  ),
});
const created = z.strictObject({ data: z.strictObject({ created: integer }) });

/** Calls for administrators of a new programme. */
export const setupCalls = {
  'GET /api/setup': {
    name: 'getSetup',
    tag,
    summary: { en: 'What is set up already, step by step', id: 'Yang sudah disiapkan, langkah demi langkah' },
    rights: [permission('STORE', role_group.permission)],
    response: z.strictObject({ data: setupSteps }),
  },
  'POST /api/setup/role_groups': {
    name: 'createStarterRoleGroups',
    tag,
    summary: { en: 'Create the usual role groups', id: 'Buat grup peran yang lazim' },
    description:
      'Head office, finance, regional manager, front desk and outlet. Those that exist by name are left alone.',
    rights: [permission('STORE', role_group.permission)],
    body: bodyOf({ fields: {} }),
    response: created,
    status: 201,
    write: 'idempotent',
  },
  'GET /api/setup/voucher_sets': {
    name: 'listVoucherSets',
    tag,
    summary: { en: 'Sets of vouchers to start from', id: 'Paket voucher awal' },
    rights: [permission('STORE', voucher.permission)],
    response: z.strictObject({ data: z.array(voucherSet) }),
  },
  'POST /api/setup/vouchers': {
    name: 'createStarterVouchers',
    tag,
    summary: { en: 'Create vouchers to start from', id: 'Buat voucher awal' },
    description:
      'The vouchers of a set, by default `common`, with pictures and texts in both languages. Their nominals are a share of the price of the membership.',
    rights: [permission('STORE', voucher.permission)],
    body: bodyOf(starterVouchersBody),
    response: created,
    status: 201,
    write: 'idempotent',
  },
} satisfies Calls;

export type VoucherSet = JsonOf<typeof voucherSet>;
export type SetupSteps = JsonOf<typeof setupSteps>;
