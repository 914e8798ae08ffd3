import { type ApiError, fail } from './fail.ts';

/** Lists and objects in each other. No call takes more than six; so no stack has to walk through deeper ones. */
export const JSON_DEPTH_MAX = 32;

/** How deep JSON text is, and how many names all its objects have, before it is read. */
function measure(text: string): { readonly depth: number; readonly names: number } {
  let depth = 0;
  let deepest = 0;
  let names = 0;
  let isText = false;
  for (let at = 0; at < text.length; at += 1) {
    const c = text[at];
    if (isText) {
      if (c === '\\') at += 1;
      else if (c === '"') isText = false;
    } else if (c === '"') isText = true;
    else if (c === ':') names += 1;
    else if (c === ']' || c === '}') depth -= 1;
    else if (c === '[' || c === '{') deepest = Math.max(deepest, (depth += 1));
  }
  return { depth: deepest, names };
}

/** The names of all objects in JSON text together. */
export const namesIn = (text: string): number => measure(text).names;

/** The names of JSON text that is about to be read. Throws a 422 for one that is deeper than any call takes. */
export function namesInShallow(text: string): number {
  const { depth, names } = measure(text);
  if (depth > JSON_DEPTH_MAX) throw tooDeep();
  return names;
}

const tooDeep = (): ApiError =>
  fail('validation_failed', {
    message: {
      en: `Lists and objects may stand in each other ${JSON_DEPTH_MAX} levels deep at most.`,
      id: `Daftar dan objek dapat bersarang maksimal ${JSON_DEPTH_MAX} tingkat.`,
    },
  });

/** Parses JSON text in a form, whose names were counted with the form's own; any other text stays as it is, for its reader to refuse. */
export function jsonIn(value: unknown): unknown {
  if (typeof value !== 'string') return value;
  namesInShallow(value);
  try {
    return JSON.parse(value);
  } catch {
    return value;
  }
}
