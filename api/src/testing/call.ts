import { randomUUID } from 'node:crypto';
import type { FastifyInstance } from 'fastify';

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE' | 'OPTIONS';

export interface Reply<Body> {
  readonly status: number;
  readonly headers: Readonly<Record<string, unknown>>;
  readonly text: string;
  /** The response's JSON. The type is the test's expectation and is not checked. */
  readonly body: Body;
}

export interface CallOptions {
  /** An object is sent as JSON, or as a form if a value is a file's bytes; text and bytes are sent unchanged. */
  readonly body?: object | string | Buffer;
  readonly headers?: Readonly<Record<string, string>>;
}

/** The reason for deletes that require one. */
export const REASON = { body: { reason: 'A test' } };

/** Sends one request to the server without a network. Without a token nobody is signed in. */
export async function call<Body = Record<string, unknown>>(
  app: FastifyInstance,
  token: string | null,
  method: Method,
  url: string,
  { body, headers = {} }: CallOptions = {},
): Promise<Reply<Body>> {
  const form = hasFiles(body) ? createFormBody(body) : undefined;
  const response = await app.inject({
    method,
    url,
    headers: { ...(token !== null && { authorization: `Bearer ${token}` }), ...headers, ...form?.headers },
    ...(body !== undefined && { payload: form?.body ?? body }),
  });
  const text = response.payload;
  return {
    status: response.statusCode,
    headers: response.headers,
    text,
    get body() {
      return response.json<Body>();
    },
  };
}

/** Whether a body contains the bytes of a file. */
const hasFiles = (body: CallOptions['body']): body is Record<string, unknown> =>
  typeof body === 'object' && !isBytes(body) && Object.values(body).some(isBytes);
export const isBytes = (value: unknown): value is Uint8Array => value instanceof Uint8Array;

/** Values as a browser sends a form: files as bytes, all others as text, lists with `[]`, null as an empty string. */
export function createFormBody(values: Readonly<Record<string, unknown>>): {
  body: Buffer;
  headers: Record<string, string>;
} {
  const boundary = randomUUID();
  const encodePart = (name: string, value: unknown) => {
    const head = `--${boundary}\r\ncontent-disposition: form-data; name="${name.replaceAll('"', '%22')}"`;
    return isBytes(value)
      ? Buffer.concat([Buffer.from(`${head}; filename="a file"\r\n\r\n`), value, Buffer.from('\r\n')])
      : Buffer.from(`${head}\r\n\r\n${formText(value)}\r\n`);
  };
  const parts = Object.entries(values).flatMap(([name, value]) => {
    if (!Array.isArray(value)) return [encodePart(name, value)];
    return value.length === 0 ? [encodePart(name, null)] : value.map((item) => encodePart(`${name}[]`, item));
  });
  return {
    body: Buffer.concat([...parts, Buffer.from(`--${boundary}--\r\n`)]),
    headers: { 'content-type': `multipart/form-data; boundary=${boundary}` },
  };
}

const formText = (value: unknown): string => {
  if (value === null || value === undefined) return '';
  return typeof value === 'string' ? value : JSON.stringify(value);
};

type QueryValues = Readonly<Record<string, string | number>>;

/**
 * Parameters as a query string: `{ 'filter[name][start]': 'A' }`. A name that occurs in several objects is sent several
 * times.
 */
export const queryString = (...parameters: readonly QueryValues[]): string =>
  new URLSearchParams(
    parameters.flatMap((p) => Object.entries(p).map(([name, value]) => [name, String(value)])),
  ).toString();
