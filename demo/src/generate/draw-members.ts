import { on } from 'node:events';
import { parentPort, workerData } from 'node:worker_threads';
import { BOOKS, enter } from '../books.ts';
import { type MemberRow, memberSource } from '../members.ts';
import { drawPlainLife } from '../plain-life.ts';
import { createRandom } from '../random.ts';
import { type CopyValue, copyLine } from './copy-text.ts';
import { AHEAD, type Chunk, type Order } from './member-chunks.ts';

/*
 * A thread of `drawChunks`: draws the members of its order and writes them down as lines of COPY, a chunk at a time and never
 * more than AHEAD of them before one is taken.
 */

const SEED = 1_000_003;
const MEMBERS = 2_000;

const port = parentPort;
if (!port) throw new Error('This is the thread of another program');
const { programme, firstId, count, counters }: Order = workerData;

let id = firstId;
const draw = memberSource(createRandom(SEED + firstId), programme, {
  unique: (local, domain) => `${local}.${id}@${domain}`,
  cardless: 0,
  hasUpgrades: false,
});
const random = createRandom(SEED + firstId + 1);

const taken = on(port, 'message');
for (let start = 0; start < count; start += MEMBERS) {
  if (start >= AHEAD * MEMBERS) await taken.next();
  const rows: MemberRow[] = [];
  const lives = Array.from({ length: Math.min(MEMBERS, count - start) }, (_, i) => {
    id = firstId + start + i;
    const member = draw((start + i + 0.5) / count);
    rows.push({ id, ...member.row });
    return drawPlainLife(random, programme, id, member);
  });
  const entries = enter(programme, lives, counters);
  const tables = [{ table: 'member' as const, rows }, ...BOOKS.map((table) => ({ table, rows: entries[table] }))];
  const chunk: Chunk = {
    tables: tables.map(({ table, rows: all }) => ({
      table,
      columns: Object.keys(all[0] ?? {}),
      rows: all.length,
      text: copyText(all),
    })),
    counters: { ...counters },
  };
  port.postMessage(
    chunk,
    chunk.tables.map(({ text }) => text.buffer as ArrayBuffer), // none of them is shared
  );
}
port.close();

function copyText(rows: readonly object[]): Uint8Array {
  let text = '';
  // Rows of tables hold nothing else.
  for (const row of rows) text += copyLine(Object.values(row) as CopyValue[]);
  return new TextEncoder().encode(text);
}
