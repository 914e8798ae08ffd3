import { Trans } from '@lingui/react/macro';
import { Skeleton } from '../../ui/skeleton.tsx';
import { TWO_COLUMNS } from './placement-class.ts';

/** Placeholder while a form is loading. */
export function FormSkeleton({ fields }: { fields: number }) {
  return (
    <div className="@container" role="status" data-waiting="">
      <span className="sr-only">
        <Trans>Loading...</Trans>
      </span>
      <div className={TWO_COLUMNS}>
        {Array.from({ length: Math.min(fields, 10) }, (_, index) => (
          <div key={index} className="flex flex-col gap-1.5">
            <Skeleton className="h-4 w-24" />
            <Skeleton className="h-(--control) w-full" />
          </div>
        ))}
      </div>
    </div>
  );
}
