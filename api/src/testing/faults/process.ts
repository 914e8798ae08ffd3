import { type ChildProcess, spawn } from 'node:child_process';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { createInterface } from 'node:readline';
import { text } from 'node:stream/consumers';
import { onTestFinished } from 'vitest';

export interface Serving {
  readonly address: string;
  readonly child: ChildProcess;
  /** Ends it without a word, as a power cut would. */
  kill(): Promise<void>;
  /** Asks it to stop, and waits until it has. */
  stop(): Promise<void>;
}

/** Nothing of ours but the path; modules are compiled once for all the processes of a run. */
const environmentOf = (environment: Record<string, string>) => ({
  PATH: process.env.PATH ?? '',
  NODE_COMPILE_CACHE: join(tmpdir(), 'innkeeper-compiled'),
  ...environment,
});

/**
 * Starts a file of the program as a process of its own, and leaves it to the caller from its first moment on. A test that
 * fails takes it along: otherwise it would go on for ever, and the run with it.
 */
export function spawnProgram(file: string, environment: Record<string, string>) {
  const child = spawn(process.execPath, [resolve(import.meta.dirname, file)], {
    env: environmentOf(environment),
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  onTestFinished(() => void child.kill('SIGKILL'));
  return child;
}

/** Starts a file of the program as a process of its own and waits for the line that names its address. */
export async function serve(file: string, environment: Record<string, string>): Promise<Serving> {
  const child = spawnProgram(file, environment);
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  for await (const line of createInterface({ input: child.stdout })) {
    const address = /http:\/\/\S+/.exec(line)?.[0];
    if (!address) continue;
    child.stdout.resume();
    const end = (signal: NodeJS.Signals) => {
      child.kill(signal);
      return ended;
    };
    return { address, child, kill: () => end('SIGKILL'), stop: () => end('SIGTERM') };
  }
  throw new Error(`${file} ended before it served`);
}

export interface Ended {
  readonly status: number | null;
  /** Its output for people: nothing but this may stand on their terminal. */
  readonly stderr: string;
}

/** Runs a file of the program that is expected to end by itself, behind a prefix, and resolves with how it did. */
export async function runToEnd(
  file: string,
  environment: Record<string, string>,
  prefix: readonly string[] = [],
): Promise<Ended> {
  const [command, ...args] = [...prefix, process.execPath, join(import.meta.dirname, file)];
  const child = spawn(command, args, { env: environmentOf(environment), stdio: ['ignore', 'ignore', 'pipe'] });
  const ended = new Promise<number | null>((resolve) => child.once('close', resolve));
  const stderr = await text(child.stderr);
  return { status: await ended, stderr };
}
