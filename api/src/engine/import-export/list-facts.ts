import { type ColumnPath, type Language, type ResourceDefinition, getResource, targetKey } from '@innkeeper/contract';
import type { Db } from '@innkeeper/db';
import { sql } from 'kysely';
import type { Actor } from '../../access/actor.ts';
import { scopeSql } from '../../access/scope.ts';
import { fileFactTexts } from '../../texts/file-facts.ts';
import type { FilterContext } from '../resources/conditions.ts';
import type { ListQuery } from '../resources/list-query.ts';
import type { HooksByResource } from '../resources/resource-hooks.ts';
import { createSource, displayName } from '../resources/source.ts';
import { type FindRecordName, describeCondition } from './describe-filters.ts';
import { type ExportColumn, headingOf } from './export-columns.ts';
import { type Fact, createFiltersFact, createHotelTimeFact, describeReader } from './file-facts.ts';

interface ListFile {
  readonly d: ResourceDefinition;
  readonly query: ListQuery;
  readonly columns: readonly ExportColumn[];
  readonly actor: Actor;
  readonly context: FilterContext;
  readonly language: Language;
}

/** What a file of a list states about itself, except the number of rows, which is known only with the rows. */
export async function describeList(
  db: Db,
  hooksByResource: HooksByResource,
  { d, query, columns, actor, context, language }: ListFile,
): Promise<readonly Fact[]> {
  const { searchTerms, conditions, deleted } = query;
  const findRecordName = await readRecordNames(db, hooksByResource, actor, conditions);
  const filters = [
    ...(searchTerms.length > 0 ? [`${fileFactTexts.search[language]}: ${searchTerms.join(' ')}`] : []),
    ...conditions.map((condition) =>
      describeCondition(condition, headingOf(d, condition.path, language), language, findRecordName),
    ),
    ...(deleted ? [fileFactTexts.withDeleted[language]] : []),
  ];
  const hasHotelTimes = columns.some(({ path: { definition: f } }) => f.kind === 'instant' && f.inHotelZone === true);
  return [
    createFiltersFact(filters, language),
    ...(await describeReader(db, actor, context, language)),
    ...(hasHotelTimes ? [createHotelTimeFact(language)] : []),
  ];
}

/** The resource whose records the values of a column are; undefined for other columns. */
function referencedResource({ definition: f }: ColumnPath): string | undefined {
  if (f.kind === 'reference' || f.kind === 'option') return targetKey(f);
  return f.kind === 'references' ? f.to : undefined;
}

/** Reads the names of the visible records that the conditions select by id, in one statement per resource. */
async function readRecordNames(
  db: Db,
  hooksByResource: HooksByResource,
  actor: Actor,
  conditions: ListQuery['conditions'],
): Promise<FindRecordName> {
  const idsByResource = new Map<string, string[]>();
  for (const { path, condition } of conditions) {
    const key = referencedResource(path);
    if (key === undefined || condition.operator === 'null') continue;
    const ids = condition.value.split(',').map((id) => id.trim());
    idsByResource.set(key, [...(idsByResource.get(key) ?? []), ...ids]);
  }
  const names = await Promise.all(
    [...idsByResource].map(async ([key, ids]) => {
      const target = getResource(key);
      const source = createSource(target, hooksByResource);
      const scope = scopeSql(actor, source) ?? sql`true`;
      const rows = await db.read<{ id: number; name: string | null }>(
        sql`select t.id, ${sql.raw(displayName('t', target))} as name from ${sql.raw(source.from())}
          where t.id = any(${ids}::bigint[]) and ${scope}`.compile(db.kysely),
      );
      return rows.map(({ id, name }): [string, string] => [`${key} ${id}`, name ?? String(id)]);
    }),
  );
  const nameByRecord = new Map(names.flat());
  return (path, id) => nameByRecord.get(`${referencedResource(path)} ${id}`) ?? id;
}
