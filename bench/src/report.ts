import { readFileSync, writeFileSync } from 'node:fs';
import { cpus, totalmem } from 'node:os';
import { join } from 'node:path';
import type { StoredRow } from './row-store.ts';
import { isMet, formatValue } from './row.ts';

const RESULTS_FILE = join(import.meta.dirname, '../RESULTS.md');

/** The table of a run as Markdown, with the notes needed to read it. */
export function renderReport(rows: readonly StoredRow[], members: number, now: Date): string {
  const lines = rows.map((row) => {
    const targetMark = isMet(row) ? 'yes' : '**no**';
    return `| ${row.work} | ${row.result} | ${row.floor ?? ''} | ${row.plain ?? ''} | ${formatValue(row, row.value)} | ≤ ${formatValue(row, row.target)} | ${targetMark} | ${row.on} |`;
  });
  return [
    '# Benchmark results',
    '',
    `Written by \`npm run bench\` on ${now.toISOString().slice(0, 10)}: ${members.toLocaleString('en')} members,`,
    `${describeMachine()}.`,
    '',
    'Requests come over 16 connections from a separate process. The floor of a request is the same SQL with the same',
    "values, captured in the database's log and sent by a bare client over as many connections, alternating with the",
    'server. Of three rounds the least disturbed one counts, and the ratio is that of the 95th percentiles. The',
    "column of PostgreSQL 15 has the same measurements on Debian's server with default settings and the same data.",
    'Pages are measured in Chromium with its CPU slowed down four times, over the "fast 3G" network of its tools,',
    'against the embedded database with the demonstration programme.',
    '',
    '| work | measured | floor | on PostgreSQL 15 | value | target | met | on |',
    '|---|---|---|---|---|---|---|---|',
    ...lines,
    '',
  ].join('\n');
}

/** Chapters after the table, each written by a run of its own. */
export type Chapter = 'Every request' | 'Against a peer';

/** Replaces the table, and leaves the chapters. */
export const writeReport = (report: string): void =>
  writeFileSync(RESULTS_FILE, replaceTable(readFileSync(RESULTS_FILE, 'utf8'), report));

/** Replaces a chapter, and leaves everything else. */
export const writeChapter = (heading: Chapter, text: string): void =>
  writeFileSync(RESULTS_FILE, replaceChapter(readFileSync(RESULTS_FILE, 'utf8'), heading, text));

/** The table, and each chapter from its heading on. */
const splitResults = (results: string): string[] => results.split(/(?<=\n)(?=## )/);

export const replaceTable = (results: string, report: string): string =>
  [`${report}\n`, ...splitResults(results).slice(1)].join('').trimEnd().concat('\n');

/** A new chapter is the last one. */
export function replaceChapter(results: string, heading: Chapter, text: string): string {
  const chapter = `## ${heading}\n\n${text.trimEnd()}\n\n`;
  const parts = splitResults(`${results.trimEnd()}\n\n`);
  const position = parts.findIndex((part) => part.startsWith(`## ${heading}\n`));
  const newParts = position < 0 ? [...parts, chapter] : parts.with(position, chapter);
  return newParts.join('').trimEnd().concat('\n');
}

export function describeMachine(): string {
  const cores = cpus();
  return `${cores.length} cores, ${Math.round(totalmem() / 2 ** 30)} GB of memory, Node ${process.versions.node}, PostgreSQL 18 embedded`;
}
