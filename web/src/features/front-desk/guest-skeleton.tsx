import { useLingui } from '@lingui/react/macro';
import { Skeleton } from '../../ui/skeleton.tsx';

/** Placeholder for a guest and their vouchers. */
export function GuestSkeleton() {
  const { t } = useLingui();
  return (
    <div role="status" aria-label={t`Searching for the guest`} className="mt-5 flex flex-col gap-5">
      <Skeleton className="h-20 w-full rounded-lg!" />
      <div className="grid gap-3 @3xl:grid-cols-2">
        <Skeleton className="h-24 w-full rounded-lg!" />
        <Skeleton className="h-24 w-full rounded-lg!" />
      </div>
    </div>
  );
}
