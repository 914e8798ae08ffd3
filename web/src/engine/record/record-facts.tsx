import type { Field, ResourceDefinition } from '@innkeeper/contract';
import { useLingui } from '@lingui/react/macro';
import { useLabel } from '../../i18n/use-label.ts';
import { classNames } from '../../ui/class-names.ts';
import type { RecordPartProps } from '../form/extensions.ts';
import { RecordValue } from '../form/record-value.tsx';

/** Facts that the server adds to a record, and that no form shows: totals, rates, the owner, a picture. */
export function RecordFacts({ definition, record }: RecordPartProps) {
  const { t } = useLingui();
  const label = useLabel();
  const facts = factsOf(definition).filter(([name]) => (record[name] ?? '') !== '');
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

/** Fields shown elsewhere: name, coloured states and system fields in the header, the currency with each amount. */
const isSeen = (d: ResourceDefinition, name: string, field: Field): boolean =>
  d.display.name.includes(name) || field.kind === 'choice' || name === 'is_reserved' || name === 'currency';

const factsOf = (d: ResourceDefinition): readonly (readonly [string, Field])[] =>
  d.readOnly
    ? []
    : Object.entries(d.fields).filter(([name, field]) => field.computed === true && !isSeen(d, name, field));
