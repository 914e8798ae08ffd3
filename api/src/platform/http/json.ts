import { type ApiError, fail } from './fail.ts';

/** Lists and objects in each other. No call takes more than six; so no stack has to walk through deeper ones. */
export const JSON_DEPTH_MAX = 32;
/** Names in all objects together: the corrections of an import have the most. */
export const JSON_NAMES_MAX = 20_000;

/** Refuses JSON text, before it is read, that is deeper or has more names than any call takes. */
export function refuseVastJson(text: string): void {
  let depth = 0;
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
    else if ((c === '[' || c === '{') && (depth += 1) > JSON_DEPTH_MAX) throw tooDeep();
  }
  if (names > JSON_NAMES_MAX) throw tooManyNames();
}

const tooDeep = (): ApiError =>
  fail('validation_failed', {
    message: {
      en: `Lists and objects may stand in each other ${JSON_DEPTH_MAX} levels deep at most.`,
      id: `Daftar dan objek dapat bersarang maksimal ${JSON_DEPTH_MAX} tingkat.`,
    },
  });

const tooManyNames = (): ApiError =>
  fail('validation_failed', {
    message: {
      en: `At most ${JSON_NAMES_MAX} names in one request.`,
      id: `Maksimal ${JSON_NAMES_MAX} nama dalam satu permintaan.`,
    },
  });

/** Parses JSON text in a form; any other text stays as it is, for its reader to refuse. */
export function jsonIn(value: unknown): unknown {
  if (typeof value !== 'string') return value;
  refuseVastJson(value);
  try {
    return JSON.parse(value);
  } catch {
    return value;
  }
}
