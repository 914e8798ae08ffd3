import type { Behaviour } from '../../engine/resources/behaviour.ts';
import { zoneSql } from '../places/zone.ts';

/** Unusual acts: what happened is told by the clocks of its hotel, as the bill or redemption itself is. */
export const unusual_act: Behaviour = { computed: { time_zone: (ref) => zoneSql(ref, 'hotel') } };
