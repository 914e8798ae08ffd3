import { useLingui } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { formatDateTime } from '../../format/date.ts';
import { useUser } from '../../session/user.ts';
import { Brand } from '../../ui/brand.tsx';
import { classNames } from '../../ui/class-names.ts';
import { PrintedFacts } from '../../ui/printed-facts.tsx';
import { usePrinting } from '../../ui/use-printing.ts';

/**
 * The frame of a single-record page. It is at least as high as the window, so the save bar stays at the bottom edge.
 */
export function RecordFrame({ isWide, children }: { isWide?: boolean; children: ReactNode }) {
  const { t } = useLingui();
  const user = useUser();
  const isPrinting = usePrinting();
  return (
    <div
      className={classNames(
        'mx-auto flex w-full shrink-0 grow flex-col px-4 pt-5 sm:px-6 lg:px-8 print:block print:p-0',
        isWide ? 'max-w-[108rem]' : 'max-w-(--boxed)',
      )}
    >
      {isPrinting && (
        <div className="mb-4">
          <Brand />
        </div>
      )}
      {children}
      <PrintedFacts
        facts={[
          [t`Printed by`, user?.displayName ?? ''],
          [t`Printed at`, formatDateTime(new Date().toISOString())],
        ]}
      />
    </div>
  );
}
