import { message } from '@innkeeper/contract';
import type { Db } from '@innkeeper/db';
import { sql } from 'kysely';
import { validationError } from '../platform/http/api-error.ts';
import { countAllNames } from '../platform/http/json.ts';

/** Console settings are a few kilobytes; anything far larger is invalid. */
const MAX_JSON_LENGTH = 64 * 1024;
const MAX_DEPTH = 16;
/** Maximum names in the settings. Each column of a list has one for its width. */
export const MAX_SETTINGS_NAMES = 5_000;
const MAX_SHORTCUTS = 200;
const MAX_SHORTCUT_LENGTH = 100;

/** A value sent as JSON text, as in multipart, or as JSON itself. Throws a 422 at the field. */
function parseJsonValue(field: string, value: unknown): unknown {
  const text = typeof value === 'string' ? value : JSON.stringify(value ?? null);
  if (text.length > MAX_JSON_LENGTH) throw validationError({ [field]: [message('max_length', MAX_JSON_LENGTH)] });
  if (countAllNames(text) > MAX_SETTINGS_NAMES)
    throw validationError({ [field]: [message('max_names', MAX_SETTINGS_NAMES)] });
  const parsed = tryParseJson(text);
  if (parsed === undefined) throw validationError({ [field]: [message('pattern')] });
  if (!isStorable(parsed)) throw validationError({ [field]: [message('nul')] });
  return parsed;
}

function tryParseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** PostgreSQL cannot store NUL or half a surrogate pair in JSON, nor unlimited nesting. */
function isStorable(value: unknown, depth = 0): boolean {
  if (typeof value === 'string') return value.isWellFormed() && !value.includes('\0');
  if (typeof value !== 'object' || value === null) return true;
  return (
    depth < MAX_DEPTH && Object.entries(value).every(([key, item]) => isStorable(key) && isStorable(item, depth + 1))
  );
}

/** Stores a user's console settings: a JSON object that only the console reads. Returns it as stored. */
export async function saveSettings(db: Db, userId: number, value: unknown): Promise<unknown> {
  const settings = parseJsonValue('settings', value);
  if (typeof settings !== 'object' || settings === null || Array.isArray(settings))
    throw validationError({ settings: [message('pattern')] });
  return savePreference(db, userId, 'settings', settings);
}

/** Stores a user's shortcuts: ids of navigation items, in order. Returns them as stored. */
export async function saveShortcuts(db: Db, userId: number, value: unknown): Promise<unknown> {
  const shortcuts = parseJsonValue('bookmark', value);
  if (!Array.isArray(shortcuts)) throw validationError({ bookmark: [message('list')] });
  if (shortcuts.length > MAX_SHORTCUTS) throw validationError({ bookmark: [message('max', MAX_SHORTCUTS)] });
  if (!shortcuts.every((id) => typeof id === 'string' && id !== '' && id.length <= MAX_SHORTCUT_LENGTH))
    throw validationError({ bookmark: [message('pattern')] });
  return savePreference(db, userId, 'shortcuts', [...new Set(shortcuts)]);
}

async function savePreference(
  db: Db,
  userId: number,
  column: 'settings' | 'shortcuts',
  value: unknown,
): Promise<unknown> {
  await sql`insert into user_preference (user_id, ${sql.ref(column)})
    values (${userId}, ${JSON.stringify(value)}::jsonb)
    on conflict (user_id) do update set ${sql.ref(column)} = excluded.${sql.ref(column)}`.execute(db.kysely);
  return value;
}
