import fc from 'fast-check';
import { expect } from 'vitest';
import { type Acts, type Life, picker } from './life.ts';

/** One step of a random life: an act, and the number from which it draws what it acts on. */
export interface Step {
  readonly name: string;
  readonly choice: number;
}

/** Steps at random; acts that are named in `often`, too, are drawn more often. */
export const stepOf = (acts: Acts, often: readonly string[]): fc.Arbitrary<Step> =>
  fc.record({ name: fc.constantFrom(...Object.keys(acts), ...often), choice: fc.nat(1_000_000_000) });

/** 429 is an answer to the user who requests many approvals in a life. */
const REFUSED = [403, 404, 409, 422, 429];

/** Performs a step and returns whether anything was done. The server may refuse it, and fails in no other way. */
export async function perform(life: Life, acts: Acts, { name, choice }: Step): Promise<boolean> {
  const reply = await acts[name]?.(life, picker(choice));
  if (reply && reply.status >= 300) expect(REFUSED, `${name}: ${reply.text}`).toContain(reply.status);
  return reply !== undefined && reply.status < 300;
}
