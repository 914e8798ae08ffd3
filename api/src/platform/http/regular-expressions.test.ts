import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { type Field, resources } from '@innkeeper/contract';
import { checkSync } from 'recheck';
import { parseAst } from 'rolldown/parseAst';
import { afterAll, expect, test, vi } from 'vitest';

/*
 * A regular expression with quadratic running time blocks the process on a text of some 100 kB. `recheck` finds them by
 * counting steps, in automata and with generated attacks, never by time.
 */

// Uses the JavaScript backend only; otherwise it looks for a native binary first.
vi.stubEnv('RECHECK_BACKEND', 'pure');
afterAll(() => void vi.unstubAllEnvs());

const ROOT = join(import.meta.dirname, '../../../..');
const FOLDERS = ['api/src', 'contract/src', 'db/src', 'web/src'];
/** Tests, and files used only by tests. */
const IGNORED_FILES =
  /\.(test|stories|d)\.tsx?$|(^|\/)(testing|faults|specification|test-[^/]*|[^/]*-helpers)(\/|\.ts|$)/;
/** Files that read no external text: log lines of our own PostgreSQL. */
const ALLOWED_FILES = new Set(['db/src/embedded/cluster.ts']);

interface Expression {
  readonly pattern: string;
  readonly flags: string;
}

/** All nodes of a syntax tree. */
function* nodesOf(tree: unknown): Generator<Readonly<{ type: unknown; regex?: unknown; callee?: unknown }>> {
  if (typeof tree !== 'object' || tree === null) return;
  if ('type' in tree) yield tree;
  for (const part of Object.values(tree)) yield* nodesOf(part);
}

const isExpression = (value: unknown): value is Expression =>
  typeof value === 'object' && value !== null && 'pattern' in value && 'flags' in value;

const sources = FOLDERS.flatMap((folder) =>
  readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' })
    .filter((path) => /\.tsx?$/.test(path) && !IGNORED_FILES.test(path))
    .map((path) => `${folder}/${path}`),
);
const dynamicExpressions: string[] = [];
const expressions = new Map<string, Expression & { readonly at: string }>();
const addExpression = (expression: Expression, location: string) =>
  expressions.set(`/${expression.pattern}/${expression.flags}`, { ...expression, at: location });

for (const path of sources) {
  const text = readFileSync(join(ROOT, path), 'utf8');
  if (!/\/|RegExp/.test(text)) continue;
  for (const { type, regex, callee } of nodesOf(parseAst(text, { lang: path.endsWith('x') ? 'tsx' : 'ts' }))) {
    if (type === 'Literal' && isExpression(regex) && !ALLOWED_FILES.has(path)) addExpression(regex, path);
    if (type === 'NewExpression' && (callee as { name?: string }).name === 'RegExp') dynamicExpressions.push(path);
  }
}
for (const d of Object.values(resources))
  for (const f of Object.values(d.fields as Readonly<Record<string, Field>>))
    if ('pattern' in f && f.pattern !== undefined) addExpression({ pattern: f.pattern, flags: 'u' }, d.key);

/** Counts steps instead of time: under load a time limit reports harmless expressions as vulnerable. */
const STEP_LIMIT_ONLY = {
  timeout: null,
  attackTimeout: null,
  incubationTimeout: null,
  seedingTimeout: null,
} as const;

/** Without an unbounded quantifier the steps per start position are bounded; only a group could multiply them. */
const isUnbounded = ({ pattern }: Expression): boolean =>
  /[*+]|,\}|\)\{/.test(pattern.replaceAll(/\\.|\[(?:\\.|[^\]\\])*\]/g, '_'));

test.each([...expressions].filter(([, expression]) => isUnbounded(expression)))(
  'the expression $0 matches in linear time',
  (_, { pattern, flags, at }) => {
    expect(checkSync(pattern, flags, STEP_LIMIT_ONLY).status, at).toBe('safe');
  },
);

test('expressions are built from strings only in the listed files', () => {
  expect(expressions.size).toBeGreaterThan(100);
  expect(new Set(dynamicExpressions)).toEqual(
    new Set([
      'api/src/platform/http/known-methods.ts', // paths of our own routes
      'api/src/platform/files/file-names.ts', // widths of pictures
      'api/src/engine/openapi/examples.ts', // patterns of fields, as in the document
      'api/src/features/manual-changes/replace-card.ts', // the pattern of a field, which is checked above
      'contract/src/fields/schemas.ts', // the scale of money; patterns of fields, which are looked at above
    ]),
  );
});
