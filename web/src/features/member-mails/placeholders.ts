import { placeholdersOf, resources, placeholderTag, invalidPlaceholder } from '@innkeeper/contract';
import { useQuery } from '@tanstack/react-query';
import { useLabel } from '../../i18n/use-label.ts';
import { dataOf } from '../../engine/data/envelope.ts';
import { recordQuery } from '../../engine/data/queries.ts';
import { queryKeys } from '../../engine/data/query-keys.ts';
import { isObject, nestedAt } from '../../engine/data/record.ts';
import { callApi } from '../../engine/data/transport.ts';

/** A placeholder as inserted into a text, with its meaning. */
export interface Offered {
  readonly text: string;
  readonly meaning: string;
}

const mailData = (template: number) => ({
  queryKey: [...queryKeys.all, 'mail_data', 'of', template],
  queryFn: async ({ signal }: { signal: AbortSignal }) => {
    const { body } = await callApi('mail_data', {
      query: [
        ['mail_template_id', String(template)],
        ['per_page', '200'],
        ['sort', 'sort_no'],
      ],
      signal,
    });
    const rows = dataOf(body);
    return Array.isArray(rows) ? rows.filter(isObject) : [];
  },
  staleTime: 60_000,
});

/** The placeholders for a template's texts: its own list if it has one, otherwise all of its mail type. */
export function usePlaceholders(template: number | null): readonly Offered[] {
  const label = useLabel();
  const { data: record } = useQuery({
    ...recordQuery(resources.mail_template, template ?? 0),
    enabled: template !== null,
  });
  const { data: listed } = useQuery({ ...mailData(template ?? 0), enabled: template !== null });
  if (template === null || !record || !listed) return [];
  const mailType = nestedAt(record, 'mail_type')?.code ?? null;
  const known = placeholdersOf(mailType).map(({ name, meaning }) => ({ text: placeholderTag(name), meaning }));
  const own = listed.flatMap(({ name, description }): Offered[] => {
    const text = String(name).includes('{{') ? String(name) : placeholderTag(String(name));
    if (invalidPlaceholder(text, mailType) !== undefined) return [];
    const given = known.find((placeholder) => placeholder.text === text);
    // Built-in descriptions exist in both languages.
    const isOurs = given !== undefined && given.meaning.en === description;
    return [{ text, meaning: isOurs ? label(given.meaning) : String(description) }];
  });
  return own.length > 0 ? own : known.map(({ text, meaning }) => ({ text, meaning: label(meaning) }));
}
