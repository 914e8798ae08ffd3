import type { Standing } from '@innkeeper/contract/calls';

/** The effect on a member of gaining or losing a visit. */
export interface StandingChange {
  readonly member: string;
  /** Number of visits that count for the present card, before and after. */
  readonly visits: readonly [number, number];
  /** The names of the old and new tier; null if it did not change. */
  readonly level: readonly [string, string] | null;
}

/** The difference between two statuses of a member; undefined if either is missing. */
export function compareStandings(
  before: Standing | undefined,
  after: Standing | undefined,
): StandingChange | undefined {
  if (!before || !after) return undefined;
  return {
    member: after.member.name,
    visits: [before.visits.total, after.visits.total],
    level: before.membership.id === after.membership.id ? null : [before.membership.name, after.membership.name],
  };
}
