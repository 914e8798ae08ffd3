import { type ListQuery, MAX_PER_PAGE, resources } from '@innkeeper/contract';
import { listQuery } from '../../engine/data/queries.ts';
import { type ResourceRecord, nestedAt } from '../../engine/data/record.ts';

const { mail_language, mail_params, mail_language_params } = resources;

const childrenQuery = (column: string, id: number): ListQuery => ({
  page: 1,
  per_page: MAX_PER_PAGE,
  sort: '',
  search: '',
  conditions: [{ column, operator: 'includes', value: String(id) }],
  deleted: false,
});

export const languagesQuery = (template: number) =>
  listQuery(mail_language, childrenQuery('mail_template_id', template));

/** The parts of a template, in their order. */
export const partsQuery = (template: number) => listQuery(mail_params, childrenQuery('mail_template_id', template));

/** A language's own values for the parts; parts without one are missing. */
export const valuesQuery = (language: number) => ({
  ...listQuery(mail_language_params, childrenQuery('mail_language_id', language)),
  // Never show another language's texts while loading.
  placeholderData: undefined,
});

/** Puts the fallback language first. */
export const sortLanguages = (languages: readonly ResourceRecord[]): readonly ResourceRecord[] =>
  languages.toSorted((a, b) => Number(b['is_reserved']) - Number(a['is_reserved']) || a.id - b.id);

/** A text of a record; '' if it has none. */
export function textIn(record: ResourceRecord | undefined, name: string): string {
  const value = record?.[name];
  return typeof value === 'string' ? value : '';
}

export const inputTypeOf = (part: ResourceRecord): string | null => nestedAt(part, 'type_input')?.code ?? null;
