import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { type Field, resources } from '@innkeeper/contract';
import { checkSync } from 'recheck';
import { parseAst } from 'rolldown/parseAst';
import { afterAll, expect, test, vi } from 'vitest';

/*
 * A regular expression whose steps grow with the square of a text stops the process with a text of some 100 kB. `recheck` tells
 * by counting steps, in automata and by attacks that it breeds, never by a clock.
 */

// In JavaScript alone: without it a program of the machine's own is looked for first.
vi.stubEnv('RECHECK_BACKEND', 'pure');
afterAll(() => void vi.unstubAllEnvs());

const ROOT = join(import.meta.dirname, '../../../..');
const FOLDERS = ['api/src', 'contract/src', 'db/src', 'web/src'];
/** Tests, and files that only they use. */
const OTHERS = /\.(test|stories|d)\.tsx?$|(^|\/)(testing|faults|specification|test-[^/]*)(\/|\.ts|$)/;
/** Files that read no foreign text: log lines of our own PostgreSQL. */
const HOME = new Set(['db/src/embedded/cluster.ts']);

interface Expression {
  readonly pattern: string;
  readonly flags: string;
}

/** Everything in a syntax tree that has the shape of a node. */
function* nodesOf(tree: unknown): Generator<Readonly<{ type: unknown; regex?: unknown; callee?: unknown }>> {
  if (typeof tree !== 'object' || tree === null) return;
  if ('type' in tree) yield tree;
  for (const part of Object.values(tree)) yield* nodesOf(part);
}

const isExpression = (value: unknown): value is Expression =>
  typeof value === 'object' && value !== null && 'pattern' in value && 'flags' in value;

const sources = FOLDERS.flatMap((folder) =>
  readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' })
    .filter((path) => /\.tsx?$/.test(path) && !OTHERS.test(path))
    .map((path) => `${folder}/${path}`),
);
const built: string[] = [];
const found = new Map<string, Expression & { readonly at: string }>();
const note = (expression: Expression, at: string) =>
  found.set(`/${expression.pattern}/${expression.flags}`, { ...expression, at });

for (const path of sources) {
  const text = readFileSync(join(ROOT, path), 'utf8');
  if (!/\/|RegExp/.test(text)) continue;
  for (const { type, regex, callee } of nodesOf(parseAst(text, { lang: path.endsWith('x') ? 'tsx' : 'ts' }))) {
    if (type === 'Literal' && isExpression(regex) && !HOME.has(path)) note(regex, path);
    if (type === 'NewExpression' && (callee as { name?: string }).name === 'RegExp') built.push(path);
  }
}
for (const d of Object.values(resources))
  for (const f of Object.values(d.fields as Readonly<Record<string, Field>>))
    if ('pattern' in f && f.pattern !== undefined) note({ pattern: f.pattern, flags: 'u' }, d.key);

/** Steps are counted, not time: beside other work a clock calls the harmless vulnerable. */
const BY_STEPS_ALONE = {
  timeout: null,
  attackTimeout: null,
  incubationTimeout: null,
  seedingTimeout: null,
} as const;

/** Without a quantifier that has no end the steps for each start are bounded; only a group could multiply them. */
const isEndless = ({ pattern }: Expression): boolean =>
  /[*+]|,\}|\)\{/.test(pattern.replaceAll(/\\.|\[(?:\\.|[^\]\\])*\]/g, '_'));

test.each([...found].filter(([, expression]) => isEndless(expression)))(
  'the steps of $0 grow no faster than its text',
  (_, { pattern, flags, at }) => {
    expect(checkSync(pattern, flags, BY_STEPS_ALONE).status, at).toBe('safe');
  },
);

test('expressions are made from texts in the known places only', () => {
  expect(found.size).toBeGreaterThan(100);
  expect(new Set(built)).toEqual(
    new Set([
      'api/src/platform/http/known-methods.ts', // addresses of our own routes
      'api/src/platform/files/names.ts', // widths of pictures
      'api/src/engine/openapi/examples.ts', // patterns of fields, as in the document
      'api/src/programme/by-hand/replace.ts', // the pattern of a field, which is looked at above
      'web/src/format/date.ts', // names of months
      'contract/src/schemas.ts', // the scale of money; patterns of fields, which are looked at above
    ]),
  );
});
