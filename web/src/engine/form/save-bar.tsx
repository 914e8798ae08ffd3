import { Plural, Trans } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { Button } from '../../ui/button.tsx';
import { classNames } from '../../ui/class-names.ts';
import { Kbd } from '../../ui/kbd.tsx';
import type { ResourceForm } from './use-resource-form.ts';

/** The bar at the bottom of a page with a form: unsaved changes and buttons. */
export function SaveBar({ form, children }: { form: ResourceForm; children?: ReactNode }) {
  const count = form.changedNames.length;
  const isIdle = form.record !== undefined && count === 0;
  return (
    <div
      data-submit-bar
      className={classNames(
        'print:hidden sticky bottom-0 z-10 [@media(max-height:30rem)]:static -mx-4 mt-auto flex flex-wrap items-center gap-2 border-t border-border bg-canvas px-4 py-3 sm:-mx-6 sm:px-6 lg:-mx-8 lg:px-8',
        // A phone has no room for an idle bar.
        isIdle && 'max-sm:hidden',
      )}
    >
      <p role="status" className="mr-auto text-sm text-muted max-sm:w-full">
        {count > 0 ? (
          <Plural value={count} one="# unsaved change" other="# unsaved changes" />
        ) : (
          isIdle && <Trans>No changes</Trans>
        )}
      </p>
      {children}
      <Button
        variant="primary"
        type="submit"
        form={form.formId}
        pending={form.isSaving}
        disabled={isIdle}
        className="max-sm:flex-1"
      >
        <Trans>Save</Trans>
        <span className="flex gap-0.5 opacity-80 max-lg:hidden">
          <Kbd>Ctrl S</Kbd>
        </span>
      </Button>
    </div>
  );
}
