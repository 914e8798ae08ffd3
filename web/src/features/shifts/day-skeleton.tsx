import { Skeleton } from '../../ui/skeleton.tsx';
import { DAY_GRID_CLASS, FULL_CARD_CLASS, visibleDayParts } from './day-cards.ts';

/** Placeholder with the size of a day. */
export const DaySkeleton = () => (
  <div className="mb-4">
    <div className="mb-2 h-7" />
    <DaySkeletonCards />
  </div>
);

export const DaySkeletonCards = () => (
  <div className={DAY_GRID_CLASS}>
    {visibleDayParts().map((part) => (
      <Skeleton key={part} className={`rounded-lg ${FULL_CARD_CLASS}`} />
    ))}
  </div>
);
