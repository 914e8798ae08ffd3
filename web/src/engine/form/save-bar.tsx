import { Plural, Trans } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { Button } from '../../ui/button.tsx';
import { classNames } from '../../ui/class-names.ts';
import { Kbd } from '../../ui/kbd.tsx';
import type { ResourceForm } from './use-resource-form.ts';

/** Stays at the lower edge of a page with a form: the unsaved changes, and the buttons. */
export function SaveBar({ form, children }: { form: ResourceForm; children?: ReactNode }) {
  const count = form.changed.length;
  const isIdle = form.record !== undefined && count === 0;
  return (
    <div
      data-submit-bar
      className={classNames(
        'sticky bottom-0 z-10 [@media(max-height:30rem)]:static -mx-4 mt-auto flex flex-wrap items-center gap-2 border-t border-border bg-canvas px-4 py-3 sm:-mx-6 sm:px-6 lg:-mx-8 lg:px-8',
        // A phone has no room for a bar that has nothing to do.
        isIdle && 'max-sm:hidden',
      )}
    >
      <p role="status" className="mr-auto text-sm text-muted max-sm:w-full">
        {count > 0 ? (
          <Plural value={count} one="# field changed, not saved yet" other="# fields changed, not saved yet" />
        ) : (
          isIdle && <Trans>Nothing to save</Trans>
        )}
      </p>
      {children}
      <Button
        variant="primary"
        type="submit"
        form={form.formId}
        pending={form.saving}
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
