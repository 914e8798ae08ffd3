import formbody from '@fastify/formbody';
import multipart, { type MultipartFile } from '@fastify/multipart';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { ApiError, fail } from './api-error.ts';
import { countNames } from './json.ts';
import { NAMES_MAX, namesMaxOf, namesOfValue, parseFields, tooManyNamesError } from './name-limits.ts';
import { type UploadedFile, discardUpload, storeUpload } from './uploaded-file.ts';
import { requestTexts } from '../../texts/requests.ts';

export const JSON_LIMIT = 1024 * 1024;
const FILE_LIMIT = 10 * 1024 * 1024;
const MAX_FILES = 10;
/** Bytes of a form besides its values: boundaries, names and types of 500 parts. */
const FORM_LIMIT = JSON_LIMIT + 256 * 1024;

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Fields of this call that accept a file. */
    files?: readonly string[];
  }
}

const multipartFieldsOf = ({ routeOptions }: FastifyRequest): readonly string[] => routeOptions.config.files ?? [];

/** Maximum bytes of the request's body. */
export const bytesMaxOf = (request: FastifyRequest): number =>
  request.headers['content-type']?.startsWith('multipart/')
    ? FORM_LIMIT + multipartFieldsOf(request).length * FILE_LIMIT
    : JSON_LIMIT;

/** A request's body in either format. In a form every value is text; `isForm` tells the field parser to expect that. */
export interface Body {
  readonly isForm: boolean;
  readonly values: Readonly<Record<string, unknown>>;
  readonly files: Readonly<Record<string, UploadedFile>>;
  /** Names of the stored files by file field; null for a file that is not a picture. */
  readonly storedFiles?: Readonly<Record<string, string | null>>;
}

export const isObject = (v: unknown): v is Record<string, unknown> =>
  typeof v === 'object' && v !== null && !Array.isArray(v);

/** Rejected as field names because they would modify an object's prototype. */
const FORBIDDEN = new Set(['__proto__', 'constructor', 'prototype']);

/** Uploads on disk for a request, removed once it is answered. */
const uploadsOf = new WeakMap<FastifyRequest, UploadedFile[]>();

async function receive(request: FastifyRequest, part: MultipartFile, isWanted: boolean): Promise<UploadedFile> {
  const file = await (isWanted ? storeUpload : discardUpload)(part.filename, part.file);
  uploadsOf.set(request, [...(uploadsOf.get(request) ?? []), file]);
  if (part.file.truncated) throw fail('too_large');
  return file;
}

async function closeUploads(request: FastifyRequest): Promise<void> {
  const files = uploadsOf.get(request) ?? [];
  uploadsOf.delete(request);
  for (const file of files) await file.close();
}

/** Reads a form up to the limit of its call: a form without a declared length may be endless. */
async function readForm(request: FastifyRequest, maxFiles: number): Promise<Body> {
  const { raw } = request;
  const { promise: tooManyFields, reject } = Promise.withResolvers<never>();
  const bytesMax = bytesMaxOf(request);
  let bytes = 0;
  let file: MultipartFile['file'] | undefined;
  const count = (chunk: Buffer) => {
    bytes += chunk.length;
    if (bytes <= bytesMax) return;
    raw.off('data', count);
    raw.unpipe();
    file?.destroy(fail('too_large')); // so that the file on disk is closed
    reject(fail('too_large'));
  };
  raw.on('data', count);
  try {
    return await Promise.race([tooManyFields, readParts(request, maxFiles, (next) => (file = next))]);
  } finally {
    raw.off('data', count);
  }
}

async function readParts(
  request: FastifyRequest,
  maxFiles: number,
  onFile: (file: MultipartFile['file']) => void,
): Promise<Body> {
  const values: Record<string, unknown> = {};
  const files: Record<string, UploadedFile> = {};
  let size = 0;
  let names = 0;
  const namesMax = namesMaxOf(request);
  const count = (more: number) => {
    names += more;
    if (names > namesMax) throw tooManyNamesError(namesMax);
  };
  for await (const part of request.parts({ limits: { files: maxFiles } })) {
    count(1);
    if (FORBIDDEN.has(part.fieldname)) throw fail('bad_request');
    if (part.type === 'file') {
      onFile(part.file);
      const isWanted = Boolean(part.filename) && multipartFieldsOf(request).includes(part.fieldname);
      const file = await receive(request, part, isWanted);
      if (part.filename) files[part.fieldname] = file;
      continue;
    }
    const text = typeof part.value === 'string' ? part.value : shallowText(part.value);
    size += part.fieldname.length + text.length;
    if (part.valueTruncated || size > JSON_LIMIT) throw fail('too_large');
    count(namesOfValue(text));
    if (part.fieldname.endsWith('[]')) {
      const name = part.fieldname.slice(0, -2);
      const list = values[name];
      values[name] = Array.isArray(list) ? [...list, part.value] : [part.value];
    } else {
      values[part.fieldname] = part.value;
    }
  }
  return { isForm: true, values, files };
}

/** The parser's own errors have no status and all mean an unreadable form. A full disk has an error code. */
function rethrowFormError(error: unknown): never {
  const isKnownError =
    error instanceof ApiError || (error instanceof Error && ('statusCode' in error || 'errno' in error));
  throw isKnownError ? error : fail('bad_request', { cause: error });
}

/** The text of a value sent as JSON, which the form parser has already parsed. */
function shallowText(value: unknown): string {
  const text = JSON.stringify(value) ?? '';
  countNames(text);
  return text;
}

/**
 * The body of a write: a JSON object or a form; a missing body is empty. Files are stored only for fields listed in the
 * call's `files`. For others only the name remains, so the field parser can reject it.
 */
export const readBody = (request: FastifyRequest): Promise<Body> => readRequestBody(request, MAX_FILES);

/** As `readBody`, for calls that accept no files: a file is a 413. */
export const readPlainBody = (request: FastifyRequest): Promise<Body> => readRequestBody(request, 0);

async function readRequestBody(request: FastifyRequest, maxFiles: number): Promise<Body> {
  if (request.isMultipart()) return readForm(request, maxFiles).catch(rethrowFormError);
  const body = request.body ?? {};
  if (!isObject(body)) throw fail('bad_request', { message: requestTexts.notAnObject });
  const isForm = request.headers['content-type']?.startsWith('application/x-www-form-urlencoded') ?? false;
  return { isForm, values: body, files: {} };
}

export async function registerBodies(app: FastifyInstance): Promise<void> {
  app.addHook('onSend', closeUploads);
  app.removeContentTypeParser(['application/json', 'text/plain']);
  const parseJson = app.getDefaultJsonParser('error', 'error');
  // Some clients send the JSON content type on every call, even without a body.
  app.addContentTypeParser('application/json', { parseAs: 'string' }, async (request: FastifyRequest, text: string) => {
    if (text === '') return undefined;
    if (countNames(text) > namesMaxOf(request)) throw tooManyNamesError(namesMaxOf(request));
    return new Promise((resolve, reject) => {
      void parseJson(request, text, (error, value) => (error ? reject(error) : resolve(value)));
    });
  });
  await app.register(formbody, { bodyLimit: JSON_LIMIT, parser: parseFields });
  // One more than any form may have, so that the excess gets a proper error message.
  const fields = NAMES_MAX + 1;
  await app.register(multipart, {
    limits: { fileSize: FILE_LIMIT, fieldSize: JSON_LIMIT, fields, files: MAX_FILES, parts: fields + MAX_FILES },
  });
}
