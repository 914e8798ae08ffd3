import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { parseSync } from 'oxc-parser';

/** @typedef {{ word: string, replacement: string, exceptions: readonly string[] }} Rule */
/** @typedef {{ names: readonly Rule[], texts: readonly Rule[] }} Rules */
/** @typedef {{ path: string, line: number, found: string, replacement: string }} Finding */

const ROOT = join(import.meta.dirname, '..');
const SECTION_HEADING = '## Words we do not use';
/** Documents may quote former words. See docs/decisions/0094-use-the-fields-standard-terms.md. */
const EXCLUDED_PATHS = /^docs\/|^package-lock\.json$/;

/**
 * The two tables of GLOSSARY.md: words that no name has, phrases that no text has.
 *
 * @param {string} glossary
 * @returns {Rules}
 */
export function readRules(glossary) {
  const section = glossary.slice(glossary.indexOf(SECTION_HEADING) + SECTION_HEADING.length);
  const tables = section.split(/^### /m).slice(1, 3).map(readTable);
  const [names = [], texts = []] = tables;
  if (!names.length || !texts.length)
    throw new Error(`GLOSSARY.md has no tables of names and texts under "${SECTION_HEADING}".`);
  return { names, texts };
}

/** @param {string} table its columns list words, what to use instead, and exceptions, each separated by commas */
function readTable(table) {
  const rows = table.split('\n').filter((line) => line.startsWith('|'));
  const splitCell = (/** @type {string} */ cell) => cell.replaceAll('`', '').split(/, */).filter(Boolean);
  return rows.slice(2).flatMap((row) => {
    const [words = '', replacement = '', exceptions = ''] = row
      .split('|')
      .slice(1)
      .map((cell) => cell.trim());
    return splitCell(words).map((word) => ({ word, replacement, exceptions: splitCell(exceptions) }));
  });
}

/** @param {string} name in camelCase, snake_case or with hyphens */
const splitName = (name) =>
  name
    .replace(/([a-z0-9])([A-Z])/g, '$1_$2')
    .replace(/([A-Z])([A-Z][a-z])/g, '$1_$2')
    .toLowerCase()
    .split(/[^a-z]+/);

/** @param {string} pattern which may end in * */
const createPattern = (pattern) =>
  new RegExp(`^${pattern.replace(/[.+?^${}()|[\]\\]/g, '\\$&').replace(/\*/g, '.*')}$`, 'i');

/**
 * The rule that a name breaks.
 *
 * @param {string} name
 * @param {readonly Rule[]} rules
 */
export function findNameRule(name, rules) {
  const words = splitName(name);
  return rules.find(({ word, exceptions }) => {
    const wordPattern = createPattern(word);
    return (
      words.some((part) => wordPattern.test(part)) &&
      !exceptions.some((exception) => createPattern(exception).test(name))
    );
  });
}

/**
 * The rule that a text breaks.
 *
 * @param {string} text
 * @param {readonly Rule[]} rules
 */
export const findTextRule = (text, rules) =>
  rules.find(
    ({ word, exceptions }) =>
      new RegExp(`(?<![\\w’'])${word.replace(/[.+?^${}()|[\]\\]/g, '\\$&')}(?![\\w’'])`, 'i').test(text) &&
      !exceptions.some((exception) => text.includes(exception)),
  );

/** @typedef {import('oxc-parser').Node & Record<string, unknown>} Node */

/**
 * @param {unknown} node
 * @param {(node: Node) => void} visit
 */
function walk(node, visit) {
  if (Array.isArray(node)) {
    for (const child of node) walk(child, visit);
    return;
  }
  if (!node || typeof node !== 'object' || !('type' in node)) return;
  visit(/** @type {Node} */ (node));
  for (const [key, value] of Object.entries(node))
    if (key !== 'parent' && typeof value === 'object') walk(value, visit);
}

/**
 * Every identifier of a file, and every text of it for people: values of `en`, labels of fields.
 *
 * @param {string} path
 * @param {string} source
 */
export function readSource(path, source) {
  /** @type {Map<string, number>} */
  const names = new Map();
  /** @type {{ text: string, at: number }[]} */
  const texts = [];
  /** @param {any} node */
  const getText = (node) =>
    node?.type === 'Literal' && typeof node.value === 'string'
      ? node.value
      : node?.type === 'TemplateLiteral'
        ? node.quasis.map((/** @type {any} */ part) => part.value.cooked).join('…')
        : undefined;
  walk(parseSync(path, source).program, (/** @type {any} */ node) => {
    if (/^(Private)?Identifier$/.test(node.type) && !names.has(node.name)) names.set(node.name, node.start);
    const textNode =
      node.type === 'Property' && ['en', 'summary', 'description'].includes(node.key?.name) && node.value;
    const text = getText(textNode || undefined);
    if (text) texts.push({ text, at: node.start });
    const [label, translated] = node.type === 'CallExpression' ? node.arguments : [];
    if (path.startsWith('contract/') && getText(label) && getText(translated))
      texts.push({ text: getText(label), at: node.start });
  });
  return { names, texts };
}

/**
 * Names in the database's dump: tables, columns, functions, triggers, constraints.
 *
 * @param {string} source
 */
const listSqlNames = (source) =>
  new Set(
    source
      .replace(/--.*$/gm, '')
      .replace(/'[^']*'/g, '')
      .match(/[a-z][a-z0-9]*(?:_[a-z0-9]+)+/g),
  );

/** @param {string} source of a catalogue */
const listCatalogueTexts = (source) =>
  [...source.matchAll(/^msgid ((?:".*"\n?)+)/gm)].map(({ 1: lines = '', index }) => ({
    text: lines
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line))
      .join(''),
    at: index,
  }));

/**
 * Names and texts of the files that are against the rules.
 *
 * @param {readonly string[]} paths
 * @param {Rules} rules
 * @param {(path: string) => string} read
 * @returns {Finding[]}
 */
export function findBannedWords(paths, rules, read) {
  /** @type {Finding[]} */
  const findings = [];
  for (const path of paths) {
    if (EXCLUDED_PATHS.test(path)) continue;
    const baseName = path.slice(path.lastIndexOf('/') + 1).replace(/\..*$/, '');
    const pathRule = findNameRule(baseName, rules.names);
    if (pathRule) findings.push({ path, line: 1, found: baseName, replacement: pathRule.replacement });
    if (!/\.(tsx?|mjs|cjs|po)$|^db\/schema\.sql$/.test(path)) continue;
    const source = read(path);
    /** @param {number} at */
    const getLine = (at) => source.slice(0, at).split('\n').length;
    /** @param {{ text: string, at: number }} text */
    const checkText = ({ text, at }) => {
      const rule = findTextRule(text, rules.texts);
      if (rule)
        findings.push({
          path,
          line: getLine(at),
          found: `“${rule.word}” in “${text.slice(0, 80)}”`,
          replacement: rule.replacement,
        });
    };
    if (path.endsWith('/en.po')) listCatalogueTexts(source).forEach(checkText);
    else if (path.endsWith('.sql')) {
      for (const name of listSqlNames(source)) {
        const rule = findNameRule(name, rules.names);
        if (rule)
          findings.push({ path, line: getLine(source.indexOf(name)), found: name, replacement: rule.replacement });
      }
    } else if (!path.endsWith('.po')) {
      const { names, texts } = readSource(path, source);
      for (const [name, at] of names) {
        const rule = findNameRule(name, rules.names);
        if (rule) findings.push({ path, line: getLine(at), found: name, replacement: rule.replacement });
      }
      if (!/\.test\.|\/testing\//.test(path)) texts.forEach(checkText);
    }
  }
  return findings;
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const paths = execFileSync('git', ['ls-files'], { cwd: ROOT, encoding: 'utf8', maxBuffer: 1e8 }).trim().split('\n');
  const read = (/** @type {string} */ path) => readFileSync(join(ROOT, path), 'utf8');
  const findings = findBannedWords(paths, readRules(read('GLOSSARY.md')), read);
  for (const { path, line, found, replacement } of findings)
    console.log(`${path}:${line} ${found}: use ${replacement} (GLOSSARY.md)`);
  process.exitCode = findings.length ? 1 : 0;
}
