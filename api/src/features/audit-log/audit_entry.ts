import { type ResourceDefinition, getResource, storedResourceKeys, targetKey } from '@innkeeper/contract';
import type { ResourceHooks } from '../../engine/resources/resource-hooks.ts';
import { createSource, displayName } from '../../engine/resources/source.ts';

/** Entries of the audit log with readable changes: a referenced record is shown by its name. */
export const audit_entry: ResourceHooks = { computed: { changed: (ref) => changedSql(ref('id'), ref('created_at')) } };

/** Maximum characters of one value; the record's history has the full text. */
const MAX_VALUE = 200;

/** The time of the entry leads to its month. */
const changedSql = (id: string, at: string): string => `(
  select json_build_object('resource', o.resource, 'currency', ${currencySql('o')}, 'fields', coalesce((
    select json_object_agg(k.key, case o.action
      when 'create' then json_build_array(${valueSql('o.after')})
      else json_build_array(${valueSql('o.before')}, ${valueSql('o.after')}) end)
    from jsonb_object_keys(o.after) k (key) where o.action <> 'create' or o.after ->> k.key is not null), '{}'))
  from (
    select resource_of_log(l.resource) as resource, l.record_id, l.action,
           values_of_log(l.resource, l.before) as before, values_of_log(l.resource, l.after) as after
    from audit_log l where l.id = ${id} and l.at = ${at} offset 0) o)`; // evaluates the values once, not once per key

const valueSql = (side: string): string => {
  const names = REFERENCE_PAIRS.map(
    ({ field, target, sources }) =>
      `when k.key = '${field}' and o.resource in (${sources}) then (
        select ${displayName('n', getResource(target))} from "${target}" n where n.id = (${side} ->> k.key)::bigint)`,
  );
  return `case ${names.join(' ')}
    when jsonb_typeof(${side} -> k.key) = 'string' then left(${side} ->> k.key, ${MAX_VALUE})
      else ${side} ->> k.key end`;
};

/** The currency of the amounts of an entry's record; null if it has none. */
const currencySql = (entry: string): string =>
  `case ${entry}.resource ${CURRENCY_SOURCES.map(
    ({ key, select }) => `when '${key}' then (${select} where r.id = ${entry}.record_id)`,
  ).join(' ')} end`;

/** The currency of each kind of record with amounts. */
const CURRENCY_SOURCES = storedResourceKeys.flatMap((key) => {
  const definition: ResourceDefinition = getResource(key);
  const amount = Object.values(definition.fields).find((f) => f.kind === 'money');
  if (amount?.kind !== 'money') return [];
  const source = createSource(definition, {}, 'r');
  const currency = source.ref(amount.currency ?? 'currency');
  return [{ key, select: `select ${currency} from ${source.from()}` }];
});

interface ReferencePair {
  readonly field: string;
  readonly target: string;
  /** Resources with this field, quoted. */
  readonly sources: string;
}

/** The fields that reference a record. */
const REFERENCE_PAIRS: readonly ReferencePair[] = findReferencePairs();

function findReferencePairs(): readonly ReferencePair[] {
  const references = storedResourceKeys.flatMap((source) =>
    Object.entries(getResource(source).fields).flatMap(([field, f]) =>
      f.kind === 'reference' || f.kind === 'option' ? [{ source, field, target: targetKey(f) }] : [],
    ),
  );
  const pairsByReference = Map.groupBy(references, ({ field, target }) => `${field} ${target}`);
  return [...pairsByReference.values()].flatMap((pairs) =>
    pairs
      .slice(0, 1)
      .map(({ field, target }) => ({ field, target, sources: pairs.map(({ source }) => `'${source}'`).join(', ') })),
  );
}
