/** Code of the region that contains countries until they are moved to a region of the group. */
export const WORLD_REGION = 'WORLD';
