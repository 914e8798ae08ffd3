import { type ResourceDefinition, resources } from '@innkeeper/contract';
import { call } from './call.ts';
import type { Inputs } from './inputs.ts';
import type { TestApp } from './test-app.ts';
import type { TestUser } from './user.ts';

/**
 * Records that no call creates directly: each is created by an action that makes the server write one. Others exist
 * from the start.
 */
const rowCreators: Readonly<Record<string, (api: TestApp, admin: TestUser, inputs: Inputs) => Promise<void>>> = {
  // Manually creates a card and a voucher.
  manual_change: async (_api, _admin, inputs) => {
    await inputs.create(resources.member_voucher);
  },
  receipt: async ({ app }, admin, inputs) => {
    const { id } = await inputs.create(resources.transaction);
    await call(app, admin.token, 'POST', `/api/transaction/${id}/receipt`, { body: { language: 'en' } });
  },
};

/** Makes the server write some records of a read-only resource. */
export async function createReadOnlyRows(
  api: TestApp,
  admin: TestUser,
  inputs: Inputs,
  d: ResourceDefinition,
  count: number,
): Promise<void> {
  for (let i = 0; i < count; i += 1) await rowCreators[d.key]?.(api, admin, inputs);
}
