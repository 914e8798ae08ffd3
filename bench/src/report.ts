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

const SWEEP_HEADING = '\n## Every request\n\n';

/** Replaces the table, and leaves the chapter of the last sweep. */
export function writeReport(report: string): void {
  const [, sweep] = readFileSync(RESULTS_FILE, 'utf8').split(SWEEP_HEADING);
  writeFileSync(RESULTS_FILE, sweep === undefined ? report : report + SWEEP_HEADING + sweep);
}

/** Replaces the chapter of the sweep, and leaves the table. */
export function writeSweep(chapter: string): void {
  const [report = ''] = readFileSync(RESULTS_FILE, 'utf8').split(SWEEP_HEADING);
  writeFileSync(RESULTS_FILE, report + SWEEP_HEADING + chapter);
}

function describeMachine(): string {
  const cores = cpus();
  return `${cores.length} cores, ${Math.round(totalmem() / 2 ** 30)} GB of memory, Node ${process.versions.node}, PostgreSQL 18 embedded`;
}
