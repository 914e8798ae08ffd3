import { Skeleton } from '../../ui/skeleton.tsx';

/** Placeholder for the metrics and the first chart of a year. */
export const YearSkeleton = () => (
  <>
    <div className="grid grid-cols-2 gap-2 @2xl:grid-cols-3 @2xl:gap-3 @5xl:grid-cols-5">
      {[1, 2, 3, 4, 5, 6, 7, 8, 9].map((tile) => (
        <Skeleton key={tile} className="h-24 w-full rounded-lg! last:odd:col-span-2 @2xl:last:odd:col-span-1" />
      ))}
    </div>
    <Skeleton className="h-72 w-full rounded-lg!" />
  </>
);
