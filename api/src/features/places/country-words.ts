import { LANGUAGES, normalizeWords } from '@innkeeper/contract';
import type { Tx } from '@innkeeper/db';
import { sql } from 'kysely';

/** The codes of countries by the words for them in files: their other ISO code, and their names in each language. */
export async function readCountryWords(tx: Tx): Promise<ReadonlyMap<string, string>> {
  const { rows } = await sql<{ cca2: string; cca3: string }>`
    select cca2, cca3 from country where deleted_at is null`.execute(tx);
  const names = LANGUAGES.map((language) => new Intl.DisplayNames(language, { type: 'region' }));
  return new Map(
    rows.flatMap(({ cca2, cca3 }) =>
      [cca3, ...names.map((name) => name.of(cca2) ?? cca2)].map((word) => [normalizeWords(word), cca2] as const),
    ),
  );
}
