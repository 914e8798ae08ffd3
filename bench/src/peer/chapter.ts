import { formatLatency } from '../row.ts';
import { DIRECTUS_VERSION } from './directus.ts';
import type { PeerMeasurements, PeerRow } from './measure-peer.ts';

/** The chapter of RESULTS.md, without its heading. */
export function renderPeerChapter(
  rows: readonly PeerRow[],
  { members, machine, now }: { readonly members: number; readonly machine: string; readonly now: Date },
): string {
  const lines = rows.map(({ work, results: [innkeeper, ...peers] }) => {
    if (!innkeeper) throw new Error('There is no result');
    const ratios = peers.map((peer) => `${(innkeeper.perSecond / peer.perSecond).toFixed(1)}×`);
    return `| ${[work, ...[innkeeper, ...peers].map(formatCell), ...ratios].join(' | ')} |`;
  });
  return [
    `Written by \`npm run bench -- --peer\` on ${now.toISOString().slice(0, 10)}: ${members.toLocaleString('en')} members,`,
    `${machine}. The peer is Directus ${DIRECTUS_VERSION}, with one process, as many`,
    'connections to the same PostgreSQL server, and the same rows, columns and indexes in a database of its own. Requests',
    'come over 16 connections, in three alternating rounds, while the other servers are paused; the least disturbed round',
    'counts. CPU is that of a request, of the server and of PostgreSQL. Above 1× Innkeeper responds more often.',
    '',
    '| work | Innkeeper | Directus | Directus with its cache | requests a second against Directus | with its cache |',
    '|---|---|---|---|---|---|',
    ...lines,
    '',
  ].join('\n');
}

const formatCell = (measurements: PeerMeasurements): string => {
  const { perSecond, serverMs, databaseMs } = measurements;
  return `${Math.round(perSecond)}/s, ${formatLatency(measurements)}, CPU ${serverMs.toFixed(2)} + ${databaseMs.toFixed(2)} ms`;
};
