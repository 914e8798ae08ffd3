import { fieldLockReason, immutableReason, isInHead } from '@innkeeper/contract';
import { Trans } from '@lingui/react/macro';
import { type FormEvent, Suspense, useId } from 'react';
import { useLabel } from '../../i18n/use-label.ts';
import { classNames } from '../../ui/class-names.ts';
import { DraftBanner } from './draft-banner.tsx';
import { getExtensions } from './extensions.ts';
import { FormField } from './form-field.tsx';
import { type FormSection, formSections } from './form-fields.ts';
import { TWO_COLUMNS } from './placement-class.ts';
import type { ResourceForm } from './use-resource-form.ts';

/**
 * The fields of a form under their headings; on a page, the headings are next to them. The parent provides the buttons.
 */
export function FormBody({ form, layout }: { form: ResourceForm; layout: 'page' | 'dialog' }) {
  const label = useLabel();
  const { definition, record } = form;
  const lockReason = record ? immutableReason(definition, record) : null;
  // What the head of the page shows and the form cannot change is not repeated here.
  const isShownInHead = (name: string) =>
    layout === 'page' &&
    record !== undefined &&
    isInHead(definition, name) &&
    fieldLockReason(definition, name, record) !== null;
  const sections = formSections(definition, isShownInHead);
  const Aside = layout === 'page' ? getExtensions().formAsides[definition.key] : undefined;
  const fields = (
    <form
      id={form.formId}
      noValidate
      onSubmit={(event: FormEvent) => {
        event.preventDefault();
        event.stopPropagation();
        void form.submit();
      }}
      className="@container flex flex-col"
    >
      {form.offeredDraft && <DraftBanner form={form} draft={form.offeredDraft} />}
      {form.problem && (
        <p role="alert" className="mb-4 rounded-md bg-danger-soft px-3 py-2 text-danger-text">
          {form.problem}
        </p>
      )}
      {lockReason && <p className="mb-4 max-w-3xl text-muted">{label(lockReason)}</p>}
      <div
        className={classNames(
          'flex flex-col',
          layout === 'page' ? 'divide-y divide-border' : 'gap-6',
          layout === 'page' && sections.length === 1 && 'max-w-3xl',
        )}
      >
        {sections.map((section, index) => (
          <Section
            key={section.label?.en ?? ''}
            form={form}
            section={section}
            layout={layout}
            isFirst={index === 0}
            isOnly={sections.length === 1}
          />
        ))}
      </div>
    </form>
  );
  if (!Aside) return fields;
  return (
    <div className="@container">
      <div className="grid grid-cols-[minmax(0,1fr)] gap-8 @4xl:grid-cols-2">
        {fields}
        <Suspense>
          <Aside form={form} />
        </Suspense>
      </div>
    </div>
  );
}

interface SectionProps {
  form: ResourceForm;
  section: FormSection;
  layout: 'page' | 'dialog';
  isFirst: boolean;
  isOnly: boolean;
}

function Section({ form, section, layout, isFirst, isOnly }: SectionProps) {
  const label = useLabel();
  const headingId = useId();
  const title = section.label ? label(section.label) : isOnly || layout === 'dialog' ? null : <Trans>Details</Trans>;
  const hasHeadingColumn = layout === 'page' && !isOnly;
  return (
    <section
      aria-labelledby={title ? headingId : undefined}
      className={classNames(
        hasHeadingColumn && 'grid gap-x-10 gap-y-3 @4xl:grid-cols-[11rem_1fr]',
        layout === 'page' && (isFirst ? 'pb-6' : 'py-6'),
      )}
    >
      {title && (
        <h2
          id={headingId}
          className={classNames('font-semibold', layout === 'dialog' && 'mb-3 border-b border-border pb-1.5')}
        >
          {title}
        </h2>
      )}
      <div className={TWO_COLUMNS}>
        {section.fields.map((spec) => (
          <FormField key={spec.name} form={form} spec={spec} />
        ))}
      </div>
    </section>
  );
}
