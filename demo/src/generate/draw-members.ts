import { on } from 'node:events';
import { parentPort, workerData } from 'node:worker_threads';
import { LEDGER_TABLES, toLedgerRows } from '../ledger-rows.ts';
import { type MemberRow, createMemberSource } from '../members.ts';
import { drawPlainActivity } from '../plain-activity.ts';
import { createRandom } from '../random.ts';
import { type CopyValue, formatCopyLine } from './copy-text.ts';
import { CHUNKS_AHEAD, type Chunk, type ChunkRequest } from './member-chunks.ts';

/*
 * The worker thread of `drawChunks`. It generates the members of its order and formats them as COPY lines, chunk by
 * chunk, at most AHEAD chunks before the database consumes them.
 */

const SEED = 1_000_003;
const MEMBERS_PER_CHUNK = 2_000;

const port = parentPort;
if (!port) throw new Error('This thread belongs to another program');
const { programme, firstId, count, sequenceValues }: ChunkRequest = workerData;

let id = firstId;
const drawMember = createMemberSource(createRandom(SEED + firstId), programme, {
  makeUniqueEmail: (localPart, domain) => `${localPart}.${id}@${domain}`,
  cardless: 0,
  hasUpgrades: false,
});
const random = createRandom(SEED + firstId + 1);

const messages = on(port, 'message');
for (let start = 0; start < count; start += MEMBERS_PER_CHUNK) {
  if (start >= CHUNKS_AHEAD * MEMBERS_PER_CHUNK) await messages.next();
  const rows: MemberRow[] = [];
  const activities = Array.from({ length: Math.min(MEMBERS_PER_CHUNK, count - start) }, (_, i) => {
    id = firstId + start + i;
    const member = drawMember((start + i + 0.5) / count);
    rows.push({ id, ...member.row });
    return drawPlainActivity(random, programme, id, member);
  });
  const ledgerRows = toLedgerRows(programme, activities, sequenceValues);
  const tables = [
    { table: 'member' as const, rows },
    ...LEDGER_TABLES.map((table) => ({ table, rows: ledgerRows[table] })),
  ];
  const chunk: Chunk = {
    tables: tables.map(({ table, rows: tableRows }) => ({
      table,
      columns: Object.keys(tableRows[0] ?? {}),
      rows: tableRows.length,
      text: copyText(tableRows),
    })),
    sequenceValues: { ...sequenceValues },
  };
  port.postMessage(
    chunk,
    chunk.tables.map(({ text }) => text.buffer as ArrayBuffer), // the buffer is not shared with another thread
  );
}
port.close();

function copyText(rows: readonly object[]): Uint8Array {
  let text = '';
  // The rows of the tables contain no other value types.
  for (const row of rows) text += formatCopyLine(Object.values(row) as CopyValue[]);
  return new TextEncoder().encode(text);
}
