import { Skeleton } from '../../../ui/skeleton.tsx';

/** Holds the places of the overview. */
export function OverviewSkeleton() {
  return (
    <div className="grid items-start gap-4 @4xl:grid-cols-[minmax(0,1fr)_20rem]">
      <div className="flex min-w-0 flex-col gap-4">
        <Skeleton className="h-80 w-full rounded-lg" />
        <Skeleton className="h-56 w-full rounded-lg" />
        <Skeleton className="h-96 w-full rounded-lg" />
      </div>
      <div className="flex min-w-0 flex-col gap-4 @max-4xl:hidden">
        <Skeleton className="h-48 w-full rounded-lg" />
        <Skeleton className="h-40 w-full rounded-lg" />
      </div>
    </div>
  );
}
