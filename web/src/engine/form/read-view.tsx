import type { ResourceDefinition } from '@innkeeper/contract';
import { Trans } from '@lingui/react/macro';
import { useLabel } from '../../i18n/use-label.ts';
import { classNames } from '../../ui/class-names.ts';
import { type ResourceRecord, valueAt } from '../data/record.ts';
import { type FormField, readSections } from './form-fields.ts';
import { TWO_COLUMNS, placementClasses } from './placement-class.ts';
import { RecordValue } from './record-value.tsx';

interface ReadViewProps {
  definition: ResourceDefinition;
  record: ResourceRecord;
  /** Whether the page shows the field already. */
  isShownElsewhere?: (name: string) => boolean;
}

/** A read-only record: for users without the right to change it, and for deleted records. */
export function ReadView({ definition, record, isShownElsewhere }: ReadViewProps) {
  const label = useLabel();
  const sections = readSections(definition, isShownElsewhere);
  return (
    <div
      className={classNames('@container flex flex-col divide-y divide-border', sections.length === 1 && 'max-w-3xl')}
    >
      {sections.map((section, index) => (
        <section
          key={section.label?.en ?? ''}
          className={classNames(
            sections.length > 1 && 'grid gap-x-10 gap-y-3 @4xl:grid-cols-[11rem_1fr]',
            index === 0 ? 'pb-6' : 'py-6',
          )}
        >
          <h2 className={classNames('font-semibold', sections.length === 1 && 'sr-only')}>
            {section.label ? label(section.label) : <Trans>Details</Trans>}
          </h2>
          <dl className={TWO_COLUMNS}>
            {section.fields.map((field) => (
              <ReadField key={field.name} spec={field} record={record} />
            ))}
          </dl>
        </section>
      ))}
    </div>
  );
}

function ReadField({ spec: { name, field, placement }, record }: { spec: FormField; record: ResourceRecord }) {
  const label = useLabel();
  const isEmpty = (valueAt(record, name) ?? '') === '';
  return (
    <div className={classNames('min-w-0', placementClasses[placement], isEmpty && 'print:hidden')}>
      <dt className="text-sm font-medium text-muted">{label(field.label)}</dt>
      <dd className="mt-0.5 min-h-5.5 break-words whitespace-pre-line">
        <RecordValue name={name} field={field} record={record} />
      </dd>
    </div>
  );
}
