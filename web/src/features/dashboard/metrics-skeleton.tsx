import { Skeleton } from '../../ui/skeleton.tsx';

/** Placeholder for tiles and charts. */
export function MetricsSkeleton() {
  return (
    <div className="flex flex-col gap-3">
      <div className="grid gap-3 @2xl:grid-cols-2 @4xl:grid-cols-4">
        <Skeleton className="h-54 rounded-lg @2xl:col-span-2" />
        <Skeleton className="h-54 rounded-lg" />
        <Skeleton className="h-54 rounded-lg" />
      </div>
      <Skeleton className="mt-3 h-9 w-64" />
      <div className="grid gap-3 @4xl:grid-cols-2">
        <Skeleton className="h-112 rounded-lg" />
        <Skeleton className="h-112 rounded-lg" />
      </div>
    </div>
  );
}
