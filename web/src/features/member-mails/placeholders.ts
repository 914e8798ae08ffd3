import { placeholdersOf, resources, placeholderTag, findPlaceholderError } from '@innkeeper/contract';
import { useQuery } from '@tanstack/react-query';
import { useLabel } from '../../i18n/use-label.ts';
import { dataOf } from '../../engine/data/envelope.ts';
import { recordQuery } from '../../engine/data/queries.ts';
import { queryKeys } from '../../engine/data/query-keys.ts';
import { isObject } from '../../ui/is-object.ts';
import { nestedAt } from '../../engine/data/record.ts';
import { callApi } from '../../engine/data/transport.ts';

/** A placeholder as inserted into a text, with its meaning. */
export interface Placeholder {
  readonly text: string;
  readonly meaning: string;
}

const mailDataQuery = (template: number) => ({
  queryKey: [...queryKeys.all, 'mail_data', 'template', template],
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
export function usePlaceholders(template: number | null): readonly Placeholder[] {
  const label = useLabel();
  const { data: record } = useQuery({
    ...recordQuery(resources.mail_template, template ?? 0),
    enabled: template !== null,
  });
  const { data: customRows } = useQuery({ ...mailDataQuery(template ?? 0), enabled: template !== null });
  if (template === null || !record || !customRows) return [];
  const mailType = nestedAt(record, 'mail_type')?.code ?? null;
  const builtIns = placeholdersOf(mailType).map(({ name, meaning }) => ({ text: placeholderTag(name), meaning }));
  const customPlaceholders = customRows.flatMap(({ name, description }): Placeholder[] => {
    const text = String(name).includes('{{') ? String(name) : placeholderTag(String(name));
    if (findPlaceholderError(text, mailType) !== undefined) return [];
    const builtIn = builtIns.find((placeholder) => placeholder.text === text);
    // Built-in descriptions exist in both languages.
    const isBuiltInText = builtIn !== undefined && builtIn.meaning.en === description;
    return [{ text, meaning: isBuiltInText ? label(builtIn.meaning) : String(description) }];
  });
  return customPlaceholders.length > 0
    ? customPlaceholders
    : builtIns.map(({ text, meaning }) => ({ text, meaning: label(meaning) }));
}
