import { zoneSql } from '../../domain/hotel-time-zone.ts';
import type { ResourceHooks } from '../../engine/resources/resource-hooks.ts';

/** A bill on hold is shown in the time zone of its hotel, like the visit that it becomes. */
export const held_posting: ResourceHooks = { computed: { time_zone: (ref) => zoneSql(ref, 'hotel') } };
