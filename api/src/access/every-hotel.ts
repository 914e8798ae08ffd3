import { apiError } from '../platform/http/api-error.ts';
import type { Actor } from './actor.ts';

/** Throws a 403 for an actor who does not see every hotel: the call covers all of them, and names their records. */
export function requireEveryHotel({ accessLevel, hotels }: Actor): void {
  if (accessLevel === null || hotels !== null) throw apiError('forbidden');
}
