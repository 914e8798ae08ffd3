import { type ResourceDefinition, resources } from '@innkeeper/contract';
import { call } from './call.ts';
import type { Inputs } from './inputs.ts';
import type { TestApp } from './test-app.ts';
import type { TestUser } from './user.ts';

/** Records that no call makes by itself: each by the act with which the program writes one. Others are there from the beginning. */
const makers: Readonly<Record<string, (api: TestApp, admin: TestUser, inputs: Inputs) => Promise<void>>> = {
  // A card and a voucher that are made by hand.
  manual_change: async (_api, _admin, inputs) => {
    await inputs.create(resources.member_voucher);
  },
  receipt: async ({ app }, admin, inputs) => {
    const { id } = await inputs.create(resources.transaction);
    await call(app, admin.token, 'POST', `/api/transaction/${id}/receipt`, { body: { language: 'en' } });
  },
};

/** Has the program write some records of a resource that can only be read. */
export async function fillReadOnly(
  api: TestApp,
  admin: TestUser,
  inputs: Inputs,
  d: ResourceDefinition,
  count: number,
): Promise<void> {
  for (let i = 0; i < count; i += 1) await makers[d.key]?.(api, admin, inputs);
}
