import formbody from '@fastify/formbody';
import multipart, { type MultipartFile } from '@fastify/multipart';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { ApiError, apiError } from './api-error.ts';
import { countNames } from './json.ts';
import { MAX_NAMES, maxNamesOf, countNamesInValue, parseFields, tooManyNamesError } from './name-limits.ts';
import { type UploadedFile, discardUpload, storeUpload } from './uploaded-file.ts';
import { requestTexts } from '../../texts/requests.ts';

export const MAX_JSON_BYTES = 1024 * 1024;
const MAX_FILE_BYTES = 10 * 1024 * 1024;
const MAX_FILES = 10;
/** Maximum bytes of a form without its files: values, boundaries, names and types of 500 parts. */
const MAX_FORM_BYTES = MAX_JSON_BYTES + 256 * 1024;

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Fields of this call that accept a file. */
    files?: readonly string[];
  }
}

const multipartFieldsOf = ({ routeOptions }: FastifyRequest): readonly string[] => routeOptions.config.files ?? [];

/** Maximum bytes of the request's body. */
export const maxBytesOf = (request: FastifyRequest): number =>
  request.headers['content-type']?.startsWith('multipart/')
    ? MAX_FORM_BYTES + multipartFieldsOf(request).length * MAX_FILE_BYTES
    : MAX_JSON_BYTES;

/** A request's body in either format. In a form every value is text, so `isForm` decides how fields are parsed. */
export interface Body {
  readonly isForm: boolean;
  readonly values: Readonly<Record<string, unknown>>;
  readonly files: Readonly<Record<string, UploadedFile>>;
  /** Names of the stored files by file field; null for a file that is not a picture. */
  readonly storedFiles?: Readonly<Record<string, string | null>>;
}

/** The body with these values for fields that are missing or empty. */
export function withDefaults(body: Body, defaults: Readonly<Record<string, string | number>>): Body {
  const givenValues = Object.entries(body.values).filter(([, value]) => value !== null && value !== '');
  const defaultValues = Object.entries(defaults).map(([name, value]) => [name, body.isForm ? String(value) : value]);
  return { ...body, values: { ...Object.fromEntries(defaultValues), ...Object.fromEntries(givenValues) } };
}

export const isObject = (v: unknown): v is Record<string, unknown> =>
  typeof v === 'object' && v !== null && !Array.isArray(v);

/** Rejected as field names because they would modify an object's prototype. */
const FORBIDDEN_NAMES = new Set(['__proto__', 'constructor', 'prototype']);

/** Uploads on disk for a request, removed once it is answered. */
const uploadsByRequest = new WeakMap<FastifyRequest, UploadedFile[]>();

async function receiveFile(request: FastifyRequest, part: MultipartFile, isAccepted: boolean): Promise<UploadedFile> {
  const file = await (isAccepted ? storeUpload : discardUpload)(part.filename, part.file);
  uploadsByRequest.set(request, [...(uploadsByRequest.get(request) ?? []), file]);
  if (part.file.truncated) throw apiError('too_large');
  return file;
}

async function closeUploads(request: FastifyRequest): Promise<void> {
  const files = uploadsByRequest.get(request) ?? [];
  uploadsByRequest.delete(request);
  for (const file of files) await file.close();
}

/** Reads a form up to the limit of its call: a form without a declared length may be endless. */
async function readForm(request: FastifyRequest, maxFiles: number): Promise<Body> {
  const { raw } = request;
  const { promise: tooManyFields, reject } = Promise.withResolvers<never>();
  const maxBytes = maxBytesOf(request);
  let bytes = 0;
  let file: MultipartFile['file'] | undefined;
  const countBytes = (chunk: Buffer) => {
    bytes += chunk.length;
    if (bytes <= maxBytes) return;
    raw.off('data', countBytes);
    raw.unpipe();
    file?.destroy(apiError('too_large')); // so that the file on disk is closed
    reject(apiError('too_large'));
  };
  raw.on('data', countBytes);
  try {
    return await Promise.race([tooManyFields, readParts(request, maxFiles, (currentFile) => (file = currentFile))]);
  } finally {
    raw.off('data', countBytes);
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
  let nameCount = 0;
  const maxNames = maxNamesOf(request);
  const countTowardsLimit = (added: number) => {
    nameCount += added;
    if (nameCount > maxNames) throw tooManyNamesError(maxNames);
  };
  for await (const part of request.parts({ limits: { files: maxFiles } })) {
    countTowardsLimit(1);
    if (FORBIDDEN_NAMES.has(part.fieldname)) throw apiError('bad_request');
    if (part.type === 'file') {
      onFile(part.file);
      const isAccepted = Boolean(part.filename) && multipartFieldsOf(request).includes(part.fieldname);
      const file = await receiveFile(request, part, isAccepted);
      if (part.filename) files[part.fieldname] = file;
      continue;
    }
    const text = typeof part.value === 'string' ? part.value : toJsonText(part.value);
    size += part.fieldname.length + text.length;
    if (part.valueTruncated || size > MAX_JSON_BYTES) throw apiError('too_large');
    countTowardsLimit(countNamesInValue(text));
    if (part.fieldname.endsWith('[]')) {
      const name = part.fieldname.slice(0, -2);
      const previousValues = values[name];
      values[name] = Array.isArray(previousValues) ? [...previousValues, part.value] : [part.value];
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
  throw isKnownError ? error : apiError('bad_request', { cause: error });
}

/** The text of a value sent as JSON, which the form parser has already parsed. */
function toJsonText(value: unknown): string {
  const text = JSON.stringify(value) ?? '';
  countNames(text);
  return text;
}

/**
 * The body of a write: a JSON object or a form; a missing body is empty. Files are stored only for fields listed in the
 * call's `files`. Of any other file only the name is kept, so that validation can reject it.
 */
export const readBody = (request: FastifyRequest): Promise<Body> => readRequestBody(request, MAX_FILES);

/** As `readBody`, for calls that accept no files: a file is a 413. */
export const readPlainBody = (request: FastifyRequest): Promise<Body> => readRequestBody(request, 0);

async function readRequestBody(request: FastifyRequest, maxFiles: number): Promise<Body> {
  if (request.isMultipart()) return readForm(request, maxFiles).catch(rethrowFormError);
  const body = request.body ?? {};
  if (!isObject(body)) throw apiError('bad_request', { message: requestTexts.notAnObject });
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
    if (countNames(text) > maxNamesOf(request)) throw tooManyNamesError(maxNamesOf(request));
    return new Promise((resolve, reject) => {
      void parseJson(request, text, (error, value) => (error ? reject(error) : resolve(value)));
    });
  });
  await app.register(formbody, { bodyLimit: MAX_JSON_BYTES, parser: parseFields });
  // One more than any form may have, so that the excess gets a proper error message.
  const fields = MAX_NAMES + 1;
  await app.register(multipart, {
    limits: {
      fileSize: MAX_FILE_BYTES,
      fieldSize: MAX_JSON_BYTES,
      fields,
      files: MAX_FILES,
      parts: fields + MAX_FILES,
    },
  });
}
