import fc from 'fast-check';
import { expect } from 'vitest';
import { type Actions, type Simulation, createPicker } from './simulation.ts';

/** One step of a random simulation: an action, and the number that picks its records. */
export interface Step {
  readonly name: string;
  readonly choice: number;
}

/** Random steps; actions in `frequent` are chosen more often. */
export const stepOf = (actions: Actions, frequent: readonly string[]): fc.Arbitrary<Step> =>
  fc.record({ name: fc.constantFrom(...Object.keys(actions), ...frequent), choice: fc.nat(1_000_000_000) });

/** 429 is the response to a user who requests many approvals in one simulation. */
const REJECTED_STATUSES = [403, 404, 409, 422, 429];

/**
 * Performs a step and returns whether anything was done. The server may reject it, but must not fail in any other way.
 */
export async function runStep(simulation: Simulation, actions: Actions, { name, choice }: Step): Promise<boolean> {
  const reply = await actions[name]?.(simulation, createPicker(choice));
  if (reply && reply.status >= 300) expect(REJECTED_STATUSES, `${name}: ${reply.text}`).toContain(reply.status);
  return reply !== undefined && reply.status < 300;
}
