import type { ResourceHooks } from '../../engine/resources/resource-hooks.ts';
import { zoneSql } from '../../domain/hotel-time-zone.ts';

/** Flagged activity is shown in the time zone of its hotel, like the bill or redemption itself. */
export const flagged_activity: ResourceHooks = { computed: { time_zone: (ref) => zoneSql(ref, 'hotel') } };
