import { AsyncLocalStorage } from 'node:async_hooks';
import { readFileSync, readdirSync } from 'node:fs';

/** @typedef {{ parent: number, ticks: number }} Process `ticks`: its own CPU time and that of the children that it waited for */

/** Linux counts CPU time in hundredths of a second, whatever the processor does. */
const TICKS_PER_SECOND = 100;
const SAMPLE_MS = 500;
/** After this time, processes that ignore SIGTERM are killed. */
const GRACE_MS = 3_000;

/** @returns {ReadonlyMap<number, Process>} every process by its id; empty where there is no /proc */
function readProcesses() {
  /** @type {Map<number, Process>} */
  const processes = new Map();
  for (const name of readFolder('/proc')) {
    if (!/^\d+$/.test(name)) continue;
    try {
      const stat = readFileSync(`/proc/${name}/stat`, 'utf8');
      // The name of the program, in parentheses, may hold anything.
      const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
      const ticks = fields.slice(11, 15).reduce((sum, field) => sum + Number(field), 0);
      processes.set(Number(name), { parent: Number(fields[1]), ticks });
    } catch {
      // The process has ended meanwhile.
    }
  }
  return processes;
}

function readFolder(/** @type {string} */ folder) {
  try {
    return readdirSync(folder);
  } catch {
    return []; // not Linux
  }
}

/** The ids of a process and of all that descend from it. */
function treeOf(/** @type {number} */ pid, processes = readProcesses()) {
  /** @type {Map<number, number[]>} */
  const children = new Map();
  for (const [id, { parent }] of processes) children.set(parent, [...(children.get(parent) ?? []), id]);
  const tree = new Set([pid]);
  for (const id of tree) for (const child of children.get(id) ?? []) tree.add(child);
  return tree;
}

/**
 * CPU seconds of everything that this process has started, itself included: the measure of a test run, since wall time depends on
 * what else the machine does. A process whose parent ended without waiting for it is not counted any more. 0 where there is no /proc.
 */
export function cpuSeconds(pid = process.pid, processes = readProcesses()) {
  let ticks = 0;
  for (const id of treeOf(pid, processes)) ticks += processes.get(id)?.ticks ?? 0;
  return ticks / TICKS_PER_SECOND;
}

/** @type {AsyncLocalStorage<string>} */
const currentPart = new AsyncLocalStorage();
/** The processes that were started in parts of a run; of one that has ended, what it had used in the last sample. */
/** @type {Map<number, { part: string, seconds: number }>} */
const followed = new Map();

/**
 * Runs work as a part of a run: the processes that it starts count as that part's.
 *
 * @template T
 * @param {string} part
 * @param {() => Promise<T>} work
 */
export const inPart = (part, work) => currentPart.run(part, work);

/** Counts a process as one of the part that starts it. */
export function follow(/** @type {import('node:child_process').ChildProcess} */ child) {
  if (child.pid !== undefined) followed.set(child.pid, { part: currentPart.getStore() ?? '', seconds: 0 });
  return child;
}

/** Measures the followed processes while they run, since one that has ended can no longer be read. */
export function startSampling() {
  setInterval(sample, SAMPLE_MS).unref();
}

function sample() {
  const processes = readProcesses();
  for (const [pid, one] of followed) one.seconds = Math.max(one.seconds, cpuSeconds(pid, processes));
}

/** CPU seconds so far of the processes of a part, and of its own parts, whose names begin with its name and a slash. */
export function cpuOfPart(/** @type {string} */ part) {
  sample();
  return [...followed.values()].reduce(
    (sum, one) => sum + (`${one.part}/`.startsWith(`${part}/`) ? one.seconds : 0),
    0,
  );
}

/** Ends the processes of all parts but one, with all that they have started: browsers and databases have process groups of their own. */
export async function endParts(/** @type {string} */ butPart) {
  const pids = [...followed].filter(([, { part }]) => part !== butPart).map(([pid]) => pid);
  const processes = readProcesses();
  const all = new Set(pids.flatMap((pid) => [...treeOf(pid, processes)]));
  for (const pid of all) signal(pid, 'SIGTERM');
  const end = Date.now() + GRACE_MS;
  while ([...all].some(isRunning) && Date.now() < end) await new Promise((resolve) => setTimeout(resolve, 50));
  for (const pid of all) signal(pid, 'SIGKILL');
}

function signal(/** @type {number} */ pid, /** @type {NodeJS.Signals} */ name) {
  try {
    process.kill(pid, name);
  } catch {
    // It has ended.
  }
}

/** A process that has ended, and whose parent has not noticed yet, does not run. */
function isRunning(/** @type {number} */ pid) {
  try {
    process.kill(pid, 0);
    return !/\) Z /.test(readFileSync(`/proc/${pid}/stat`, 'utf8'));
  } catch {
    return false;
  }
}
