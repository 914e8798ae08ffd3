import { Parser } from 'htmlparser2';
import { type Entry, type ZipFile, fromBufferPromise } from 'yauzl';
import { MAX_DEPTH, MAX_PARTS, TableError, UNPACKED_MB } from './table-limits.ts';

/** The parts of a workbook: a ZIP container whose XML parts refer to each other by relations (ECMA-376, part 2). */
export interface Parts {
  readonly zip: ZipFile;
  /** By name in lower case: names of parts ignore case. */
  readonly entries: ReadonlyMap<string, Entry>;
  unpacked: number;
}

export async function openParts(bytes: Buffer): Promise<Parts> {
  const zip = await fromBufferPromise(bytes);
  if (zip.entryCount > MAX_PARTS) throw new TableError('table_parts', MAX_PARTS);
  const entries = new Map<string, Entry>();
  for await (const entry of zip.eachEntry()) entries.set(entry.fileName.toLowerCase(), entry);
  return { zip, entries, unpacked: 0 };
}

const findEntry = ({ entries }: Parts, path: string): Entry | undefined => entries.get(path.toLowerCase());

/** A relation from one part to another. */
export interface Relation {
  readonly id: string;
  /** The last segment of the type's address, which is the same in both variants of the standard: `worksheet`. */
  readonly type: string;
  readonly path: string;
}

/** The relations of a part; those of the container if the path is empty. */
export async function readRelations(parts: Parts, path: string): Promise<readonly Relation[]> {
  const folder = path.slice(0, path.lastIndexOf('/') + 1);
  const relations: Relation[] = [];
  await readPart(parts, `${folder}_rels/${path.slice(folder.length)}.rels`, {
    open: (name, { Id: id = '', Type: type = '', Target: target, TargetMode: mode }) => {
      if (name !== 'Relationship' || target === undefined || mode === 'External') return;
      const { pathname } = new URL(target, `http://container/${path}`);
      relations.push({ id, type: type.slice(type.lastIndexOf('/') + 1), path: decodeURIComponent(pathname).slice(1) });
    },
  });
  return relations;
}

export type Attributes = Readonly<Record<string, string>>;
/** Receives the elements of the format by their local names. Elements of extensions are skipped with their content. */
export interface Handlers {
  readonly open?: (name: string, attributes: Attributes) => void;
  readonly text?: (text: string) => void;
  readonly close?: (name: string) => void;
}

/** Namespaces of the format: of its two variants and of containers. Simple programs write none. */
const FORMAT_NAMESPACES: ReadonlySet<string> = new Set([
  '',
  'http://schemas.openxmlformats.org/spreadsheetml/2006/main',
  'http://purl.oclc.org/ooxml/spreadsheetml/main',
  'http://schemas.openxmlformats.org/package/2006/relationships',
  // Encloses alternatives of elements (ECMA-376, part 3).
  'http://schemas.openxmlformats.org/markup-compatibility/2006',
]);

/** Reads a part's XML if it exists; yields `undefined` after each chunk. Resolves only XML's built-in entities. */
export async function* parsePart(parts: Parts, path: string, handlers: Handlers): AsyncGenerator<undefined> {
  const entry = findEntry(parts, path);
  if (!entry) return;
  // The declared size of a part can be trusted: yauzl rejects a part that unpacks to more.
  parts.unpacked += entry.uncompressedSize;
  if (parts.unpacked > UNPACKED_MB * 1024 * 1024) throw new TableError('table_large', UNPACKED_MB);
  const parser = createParser(handlers);
  let decoder: TextDecoder | undefined;
  for await (const chunk of (await parts.zip.openReadStreamPromise(entry)) as AsyncIterable<Buffer>) {
    decoder ??= createXmlDecoder(chunk);
    parser.write(decode(decoder, chunk));
    yield undefined;
  }
  if (decoder) parser.write(decode(decoder));
  parser.end();
  yield undefined;
}

export async function readPart(parts: Parts, path: string, handlers: Handlers): Promise<void> {
  for await (const _ of parsePart(parts, path, handlers));
}

function createParser(handlers: Handlers): Parser {
  const enclosingScopes: { readonly depth: number; readonly scope: Scope }[] = [];
  let scope = createScope(new Map());
  let depth = 0;
  let declaresNamespace = false;
  /** The depth of the outermost open element of an extension. */
  let skippedFrom = Infinity;
  return new Parser(
    {
      onattribute: (name) => {
        if (name.startsWith('xmlns')) declaresNamespace = true;
      },
      onopentag: (name, attributes) => {
        if ((depth += 1) > MAX_DEPTH) throw new TableError('table_depth', MAX_DEPTH);
        if (declaresNamespace) {
          enclosingScopes.push({ depth, scope });
          scope = createScope(new Map([...scope.namespaces, ...declaredNamespaces(attributes)]));
          declaresNamespace = false;
        }
        if (depth > skippedFrom) return;
        const localName = scope.resolve(name);
        if (localName === undefined) skippedFrom = depth;
        else handlers.open?.(localName, attributes);
      },
      ontext: (text) => {
        if (depth < skippedFrom) handlers.text?.(text);
      },
      onclosetag: (name) => {
        if (depth < skippedFrom) handlers.close?.(scope.resolve(name) ?? '');
        else if (depth === skippedFrom) skippedFrom = Infinity;
        if (enclosingScopes.at(-1)?.depth === depth) scope = enclosingScopes.pop()?.scope ?? scope;
        depth -= 1;
      },
    },
    { xmlMode: true },
  );
}

/** Names remembered per scope: the format has a few dozen in a part, a hostile file has millions. */
const MAX_CACHED_NAMES = 200;

interface Scope {
  /** Addresses by prefix; an empty prefix is the default. */
  readonly namespaces: ReadonlyMap<string, string>;
  /** The local name of an element; undefined for an extension's. */
  readonly resolve: (name: string) => string | undefined;
}

function createScope(namespaces: Scope['namespaces']): Scope {
  const localNames = new Map<string, string | undefined>();
  return {
    namespaces,
    resolve: (name) => {
      const known = localNames.get(name);
      if (known !== undefined) return known;
      const colon = name.indexOf(':');
      const address = colon < 0 ? (namespaces.get('') ?? '') : namespaces.get(name.slice(0, colon));
      const localName = address !== undefined && FORMAT_NAMESPACES.has(address) ? name.slice(colon + 1) : undefined;
      if (localNames.size < MAX_CACHED_NAMES) localNames.set(name, localName);
      return localName;
    },
  };
}

const declaredNamespaces = (attributes: Attributes): [string, string][] =>
  Object.entries(attributes).flatMap(([name, address]): [string, string][] =>
    name === 'xmlns' || name.startsWith('xmlns:') ? [[name.slice('xmlns:'.length), address]] : [],
  );

/** A decoder for the encoding that XML begins with: its byte order mark, or its declaration; otherwise UTF-8. */
function createXmlDecoder(start: Buffer): TextDecoder {
  const [first, second] = start;
  if (first === 0xfe || first === 0x00) return new TextDecoder('utf-16be', { fatal: true });
  if (first === 0xff || second === 0x00) return new TextDecoder('utf-16le', { fatal: true });
  const [, declared = 'utf-8'] =
    /^[^<]*<\?xml[^>]*\bencoding\s*=\s*["']([\w.:-]+)/.exec(start.subarray(0, 200).toString('latin1')) ?? [];
  try {
    // The declaration itself is readable as ASCII, so the part cannot be in UTF-16.
    return new TextDecoder(/^utf-16/i.test(declared) ? 'utf-8' : declared, { fatal: true });
  } catch {
    throw new TableError('table_encoding');
  }
}

function decode(decoder: TextDecoder, chunk?: Buffer): string {
  try {
    return decoder.decode(chunk, { stream: chunk !== undefined });
  } catch {
    throw new TableError('table_encoding');
  }
}
