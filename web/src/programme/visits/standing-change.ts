import type { Standing } from '@innkeeper/contract/calls';

/** The effect on a member of a visit that came or went. */
export interface StandingChange {
  readonly member: string;
  /** Visits that count for the present card, before and after. */
  readonly visits: readonly [number, number];
  /** The level by name where it is another one now. */
  readonly level: readonly [string, string] | null;
}

/** The change between two looks at one member; undefined where either is missing. */
export function standingChange(before: Standing | undefined, after: Standing | undefined): StandingChange | undefined {
  if (!before || !after) return undefined;
  return {
    member: after.member.name,
    visits: [before.visits.total, after.visits.total],
    level: before.membership.id === after.membership.id ? null : [before.membership.name, after.membership.name],
  };
}
