import { AsyncLocalStorage } from 'node:async_hooks';
import { readFileSync, readdirSync } from 'node:fs';

/**
 * `ticks`: CPU time of the process and of the children that it waited for.
 *
 * @typedef {{ parent: number, ticks: number }} Process
 */

/** Linux counts CPU time in hundredths of a second on every architecture. */
const TICKS_PER_SECOND = 100;
const SAMPLE_INTERVAL_MS = 500;
/** Milliseconds before processes that ignore SIGTERM are killed. */
const GRACE_MS = 3_000;

/** @returns {ReadonlyMap<number, Process>} every process by id; empty where there is no /proc */
function readProcesses() {
  /** @type {Map<number, Process>} */
  const processes = new Map();
  for (const name of readFolder('/proc')) {
    if (!/^\d+$/.test(name)) continue;
    try {
      const stat = readFileSync(`/proc/${name}/stat`, 'utf8');
      // The program name in parentheses may contain any character.
      const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
      const ticks = fields.slice(11, 15).reduce((sum, field) => sum + Number(field), 0);
      processes.set(Number(name), { parent: Number(fields[1]), ticks });
    } catch {
      // The process has ended in the meantime.
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

/** Returns the ids of a process and all its descendants. */
function listProcessTree(/** @type {number} */ pid, processes = readProcesses()) {
  /** @type {Map<number, number[]>} */
  const children = new Map();
  for (const [id, { parent }] of processes) children.set(parent, [...(children.get(parent) ?? []), id]);
  const tree = new Set([pid]);
  for (const id of tree) for (const child of children.get(id) ?? []) tree.add(child);
  return tree;
}

/**
 * Returns the CPU seconds of a process and everything it has started. Test runs are measured in CPU time, because wall
 * time depends on what else the machine does. Excludes processes whose parent ended without waiting for them. 0 where
 * there is no /proc.
 */
export function measureCpuSeconds(pid = process.pid, processes = readProcesses()) {
  let ticks = 0;
  for (const id of listProcessTree(pid, processes)) ticks += processes.get(id)?.ticks ?? 0;
  return ticks / TICKS_PER_SECOND;
}

/** @type {AsyncLocalStorage<string>} */
const currentPart = new AsyncLocalStorage();
/** The processes started in each part of a run. An ended process keeps the usage of its last sample. */
/** @type {Map<number, { part: string, seconds: number }>} */
const trackedProcesses = new Map();

/**
 * Runs work as a part of a run: processes started by it count towards that part.
 *
 * @template T
 * @param {string} part
 * @param {() => Promise<T>} work
 */
export const runInPart = (part, work) => currentPart.run(part, work);

/** Counts a process towards the part that starts it. */
export function trackProcess(/** @type {import('node:child_process').ChildProcess} */ child) {
  if (child.pid !== undefined) trackedProcesses.set(child.pid, { part: currentPart.getStore() ?? '', seconds: 0 });
  return child;
}

/** Samples the tracked processes while they run, because a process cannot be measured after it has ended. */
export function startSampling() {
  setInterval(sampleProcesses, SAMPLE_INTERVAL_MS).unref();
}

function sampleProcesses() {
  const processes = readProcesses();
  for (const [pid, tracked] of trackedProcesses)
    tracked.seconds = Math.max(tracked.seconds, measureCpuSeconds(pid, processes));
}

/** Returns the CPU seconds so far of a part and its subparts, whose names begin with its name and a slash. */
export function measurePartCpu(/** @type {string} */ part) {
  sampleProcesses();
  return [...trackedProcesses.values()].reduce(
    (sum, tracked) => sum + (`${tracked.part}/`.startsWith(`${part}/`) ? tracked.seconds : 0),
    0,
  );
}

/**
 * Ends the processes of all parts but one, including all descendants: browsers and databases have their own process
 * groups.
 */
export async function stopParts(/** @type {string} */ exceptPart) {
  const pids = [...trackedProcesses].filter(([, { part }]) => part !== exceptPart).map(([pid]) => pid);
  const processes = readProcesses();
  const ids = new Set(pids.flatMap((pid) => [...listProcessTree(pid, processes)]));
  for (const pid of ids) sendSignal(pid, 'SIGTERM');
  const end = Date.now() + GRACE_MS;
  while ([...ids].some(isRunning) && Date.now() < end) await new Promise((resolve) => setTimeout(resolve, 50));
  for (const pid of ids) sendSignal(pid, 'SIGKILL');
}

function sendSignal(/** @type {number} */ pid, /** @type {NodeJS.Signals} */ name) {
  try {
    process.kill(pid, name);
  } catch {
    // The process has ended.
  }
}

/** False for a process that has ended but whose parent has not reaped it yet. */
function isRunning(/** @type {number} */ pid) {
  try {
    process.kill(pid, 0);
    return !/\) Z /.test(readFileSync(`/proc/${pid}/stat`, 'utf8'));
  } catch {
    return false;
  }
}
