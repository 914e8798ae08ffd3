import { on } from 'node:events';
import { parentPort, workerData } from 'node:worker_threads';
import { LEDGER_TABLES, toLedgerRows } from '../ledger-rows.ts';
import { type MemberRow, createMemberSource } from '../members.ts';
import { drawPlainActivity } from '../plain-activity.ts';
import { createRandom } from '../random.ts';
import { type CopyValue, formatCopyLine } from './copy-text.ts';
import { AHEAD, type Chunk, type Order } from './member-chunks.ts';

/*
 * Worker thread of `drawChunks`: generates the members of its order and formats them as COPY lines, chunk by chunk, at
 * most AHEAD chunks before one is consumed.
 */

const SEED = 1_000_003;
const MEMBERS = 2_000;

const port = parentPort;
if (!port) throw new Error('This thread belongs to another program');
const { programme, firstId, count, sequenceValues }: Order = workerData;

let id = firstId;
const draw = createMemberSource(createRandom(SEED + firstId), programme, {
  unique: (local, domain) => `${local}.${id}@${domain}`,
  cardless: 0,
  hasUpgrades: false,
});
const random = createRandom(SEED + firstId + 1);

const taken = on(port, 'message');
for (let start = 0; start < count; start += MEMBERS) {
  if (start >= AHEAD * MEMBERS) await taken.next();
  const rows: MemberRow[] = [];
  const activities = Array.from({ length: Math.min(MEMBERS, count - start) }, (_, i) => {
    id = firstId + start + i;
    const member = draw((start + i + 0.5) / count);
    rows.push({ id, ...member.row });
    return drawPlainActivity(random, programme, id, member);
  });
  const entries = toLedgerRows(programme, activities, sequenceValues);
  const tables = [
    { table: 'member' as const, rows },
    ...LEDGER_TABLES.map((table) => ({ table, rows: entries[table] })),
  ];
  const chunk: Chunk = {
    tables: tables.map(({ table, rows: all }) => ({
      table,
      columns: Object.keys(all[0] ?? {}),
      rows: all.length,
      text: copyText(all),
    })),
    sequenceValues: { ...sequenceValues },
  };
  port.postMessage(
    chunk,
    chunk.tables.map(({ text }) => text.buffer as ArrayBuffer), // not shared with another thread
  );
}
port.close();

function copyText(rows: readonly object[]): Uint8Array {
  let text = '';
  // Rows of tables contain no other value types.
  for (const row of rows) text += formatCopyLine(Object.values(row) as CopyValue[]);
  return new TextEncoder().encode(text);
}
