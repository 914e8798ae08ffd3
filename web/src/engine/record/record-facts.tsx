import { type Field, type ResourceDefinition, isInHead } from '@innkeeper/contract';
import { useLingui } from '@lingui/react/macro';
import { useLabel } from '../../i18n/use-label.ts';
import { classNames } from '../../ui/class-names.ts';
import type { RecordPartProps } from '../form/extensions.ts';
import { RecordValue } from '../form/record-value.tsx';

/** Computed fields of a record, which no form shows: totals, rates, the owner, a picture. */
export function RecordFacts({ definition, record }: RecordPartProps) {
  const { t } = useLingui();
  const label = useLabel();
  const facts = computedFields(definition).filter(([name]) => (record[name] ?? '') !== '');
  if (facts.length === 0) return null;
  return (
    <section aria-label={t`At a glance`} className="mb-5 rounded-lg border border-border bg-surface p-4">
      <dl className="grid gap-x-6 gap-y-3 @sm:grid-cols-2 @2xl:grid-cols-4">
        {facts.map(([name, field]) => (
          <div key={name} className={classNames('min-w-0', field.kind === 'textarea' && 'col-span-full')}>
            <dt className="text-xs font-medium text-muted">{label(field.label)}</dt>
            <dd className="break-words whitespace-pre-line tabular">
              <RecordValue name={name} field={field} record={record} />
            </dd>
          </div>
        ))}
      </dl>
    </section>
  );
}

/**
 * Whether the page shows the field elsewhere: name, facts, coloured states and system fields in the header, the currency
 * with each amount, the time zone with each moment.
 */
const isShownElsewhere = (definition: ResourceDefinition, name: string, field: Field): boolean =>
  definition.display.name.includes(name) ||
  isInHead(definition, name) ||
  field.kind === 'choice' ||
  name === 'is_reserved' ||
  name === 'currency' ||
  name === 'time_zone';

const computedFields = (definition: ResourceDefinition): readonly (readonly [string, Field])[] =>
  definition.readOnly
    ? []
    : Object.entries(definition.fields).filter(
        ([name, field]) => field.computed === true && !isShownElsewhere(definition, name, field),
      );
