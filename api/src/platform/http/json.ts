import { type ApiError, fail } from './api-error.ts';
import { requestTexts } from '../../texts/requests.ts';

/** Maximum nesting of lists and objects. No call needs more than six levels, and the limit protects the stack. */
export const JSON_DEPTH_MAX = 32;

/** The depth of JSON text and the number of names in all its objects, before parsing. */
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

/** The number of names in all objects of a JSON text. */
export const namesIn = (text: string): number => measure(text).names;

/** The number of names in JSON text that is about to be parsed. Throws a 422 if it is nested deeper than allowed. */
export function countNames(text: string): number {
  const { depth, names } = measure(text);
  if (depth > JSON_DEPTH_MAX) throw tooDeepError();
  return names;
}

const tooDeepError = (): ApiError =>
  fail('validation_failed', { message: requestTexts.tooDeep({ levels: JSON_DEPTH_MAX }) });

/**
 * Parses JSON text in a form, whose names are already counted with those of the form. Other text is returned unchanged
 * for validation to reject.
 */
export function parseJsonField(value: unknown): unknown {
  if (typeof value !== 'string') return value;
  countNames(value);
  try {
    return JSON.parse(value);
  } catch {
    return value;
  }
}
