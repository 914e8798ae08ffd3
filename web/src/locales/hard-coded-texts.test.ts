import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { type ESTree, parseSync } from 'vite';
import { describe, expect, it } from 'vitest';

/** Finds user-visible texts in the source that are missing from the catalogues. */

/** Attributes and properties whose text is visible or read by a screen reader. */
const TEXT_ATTRIBUTES =
  /^(?:label|title|placeholder|hint|alt|message|description|summary|tooltip|aria-label|aria-description|aria-roledescription|aria-valuetext|(?:confirm|cancel|close|empty|submit)(?:Label|Text))$/;

/** Identical in every language: names, date and time formats, keys. */
const UNTRANSLATED_TERMS = /\b(?:Innkeeper|DD MMM YYYY|HH:mm|Esc|Ctrl|Alt|Shift|Enter|https)\b/g;

const isText = (text: string): boolean => /\p{L}{2,}/u.test(text.replace(UNTRANSLATED_TERMS, ''));

interface Node {
  readonly type: string;
  readonly start: number;
  readonly [key: string]: unknown;
}
const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && 'type' in value && typeof value.type === 'string';

const getChildren = (node: Node): Node[] =>
  Object.entries(node).flatMap(([key, value]) => (key === 'parent' ? [] : [value].flat().filter(isNode)));

function getName(value: unknown): string {
  const { name, value: text }: Partial<Node> = isNode(value) ? value : {};
  return [name, text].find((part) => typeof part === 'string') ?? '';
}

/**
 * The texts an expression may evaluate to: either branch of a conditional, but not call arguments or comparison
 * operands.
 */
function findTextsIn(value: unknown): string[] {
  if (!isNode(value)) return [];
  if (value.type === 'Literal' && typeof value['value'] === 'string') return [value['value']];
  if (value.type === 'TemplateLiteral' && Array.isArray(value['quasis']))
    return value['quasis'].filter(isNode).map((quasi) => (quasi['value'] as { cooked: string }).cooked); // the text of a template
  if (value.type === 'ConditionalExpression') return [value['consequent'], value['alternate']].flatMap(findTextsIn);
  if (value.type === 'LogicalExpression') return [value['left'], value['right']].flatMap(findTextsIn);
  if (value.type === 'JSXExpressionContainer') return findTextsIn(value['expression']);
  return [];
}

/** The texts directly at this node. */
function findTextsAt(node: Node, parent: Node | undefined): string[] {
  if (node.type === 'JSXText') return [String(node['value'])];
  if (node.type === 'JSXExpressionContainer' && (parent?.type === 'JSXElement' || parent?.type === 'JSXFragment'))
    return findTextsIn(node);
  if (node.type === 'JSXAttribute' && TEXT_ATTRIBUTES.test(getName(node['name']))) return findTextsIn(node['value']);
  if (node.type === 'Property' && TEXT_ATTRIBUTES.test(getName(node['key']))) return findTextsIn(node['value']);
  return [];
}

const MACROS = new Set(['Trans', 'Plural', 'Select', 'SelectOrdinal']);
const isMacro = (node: Node): boolean => {
  const { openingElement: opening, callee } = node;
  // `t({ message, context })`: the context distinguishes two meanings of the same text.
  return (isNode(opening) && MACROS.has(getName(opening['name']))) || (isNode(callee) && getName(callee) === 't');
};

function findHardCodedTexts(file: string, source: string): string[] {
  const { program, errors }: { program: ESTree.Program; errors: readonly unknown[] } = parseSync(file, source);
  expect(errors, file).toEqual([]);
  const findings: string[] = [];
  const visit = (node: Node, parent?: Node) => {
    if (node.type.startsWith('TS') && !node.type.endsWith('Expression')) return;
    if (isMacro(node)) return;
    for (const text of findTextsAt(node, parent).filter(isText)) {
      const line = source.slice(0, node.start).split('\n').length;
      findings.push(`${file}:${line} ${text.trim()}`);
    }
    for (const child of getChildren(node)) visit(child, node);
  };
  visit(program as unknown as Node); // walked by key, as any tree
  return findings;
}

describe('hard-coded texts', () => {
  it.each([
    ['<p>Nothing here</p>', 'Nothing here'],
    ['<p>{"Nothing here"}</p>', 'Nothing here'],
    ['<p>{isEmpty ? "None" : <b>{count}</b>}</p>', 'None'],
    ['<p>{isEmpty && "None"}</p>', 'None'],
    ['<p>{`Page ${page}`}</p>', 'Page'],
    ['<button aria-label="Close" />', 'Close'],
    ['<Field label={isNew ? "New" : t`Old`} />', 'New'],
    ['<input placeholder={"Find"} />', 'Find'],
    ['showMessage({ message: "Saved." })', 'Saved.'],
    ['confirm({ title: <Trans>Leave?</Trans>, confirmLabel: "Leave" })', 'Leave'],
  ])('are found in %s', (source, text) => {
    expect(findHardCodedTexts('fixture.tsx', source)).toEqual([`fixture.tsx:1 ${text}`]);
  });

  it.each([
    '<p><Trans>Nothing <b>here</b></Trans></p>',
    '<p>{t`Nothing here`} · {label(field.label)}</p>',
    '<p>{formatDate(day, "long")} {status === "open" ? <Open /> : null}</p>',
    '<Field label={t({ message: "Redeem", context: "on a narrow button" })} />',
    '<button aria-label={t`Close`} className="flex gap-2" role="tab" />',
    '<Plural value={count} one="# record" other="# records" />',
    'const labels = { en: "Open", id: "Buka" }; type Title = { title: "wide" };',
    '<h1>Innkeeper</h1>',
  ])('are not reported in %s', (source) => {
    expect(findHardCodedTexts('fixture.tsx', source)).toEqual([]);
  });

  it('do not exist in the console', () => {
    const root = join(import.meta.dirname, '..');
    const files = readdirSync(root, { recursive: true, encoding: 'utf8' }).filter(
      // Excludes the mock server, whose texts are those of a server.
      (file) => /\.tsx?$/.test(file) && !/\.(?:test|stories|d)\.tsx?$|^testing\//.test(file),
    );
    expect(files.length).toBeGreaterThan(100);
    expect(files.flatMap((file) => findHardCodedTexts(file, readFileSync(join(root, file), 'utf8')))).toEqual([]);
  });
});
