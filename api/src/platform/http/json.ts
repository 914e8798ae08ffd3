import { type ApiError, apiError } from './api-error.ts';
import { requestTexts } from '../../texts/requests.ts';

/** Maximum nesting of lists and objects. No call needs more than six levels, and the limit protects the stack. */
export const MAX_JSON_DEPTH = 32;

/** The depth of JSON text and the number of names in all its objects, before parsing. */
function measureJson(text: string): { readonly depth: number; readonly names: number } {
  let depth = 0;
  let maxDepth = 0;
  let names = 0;
  let isInString = false;
  for (let index = 0; index < text.length; index += 1) {
    const character = text[index];
    if (isInString) {
      if (character === '\\') index += 1;
      else if (character === '"') isInString = false;
    } else if (character === '"') isInString = true;
    else if (character === ':') names += 1;
    else if (character === ']' || character === '}') depth -= 1;
    else if (character === '[' || character === '{') maxDepth = Math.max(maxDepth, (depth += 1));
  }
  return { depth: maxDepth, names };
}

/** The number of names in all objects of a JSON text. */
export const countAllNames = (text: string): number => measureJson(text).names;

/** The number of names in JSON text that is about to be parsed. Throws a 422 if it is nested deeper than allowed. */
export function countNames(text: string): number {
  const { depth, names } = measureJson(text);
  if (depth > MAX_JSON_DEPTH) throw tooDeepError();
  return names;
}

const tooDeepError = (): ApiError =>
  apiError('validation_failed', { message: requestTexts.tooDeep({ levels: MAX_JSON_DEPTH }) });

/**
 * Parses JSON text in a field of a form, whose names were counted with those of the form, or in a report of a mail
 * service. Other text is returned unchanged, for validation to reject.
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
