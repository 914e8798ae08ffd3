import { Skeleton } from '../../../ui/skeleton.tsx';

/** Placeholders for card and status, vouchers, and timeline. */
export function OverviewSkeleton() {
  return (
    <div className="flex min-w-0 flex-col gap-4">
      <Skeleton className="h-80 w-full rounded-lg" />
      <Skeleton className="h-56 w-full rounded-lg" />
      <Skeleton className="h-96 w-full rounded-lg" />
    </div>
  );
}
