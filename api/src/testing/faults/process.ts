import { type ChildProcess, spawn } from 'node:child_process';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { text } from 'node:stream/consumers';
import { onTestFinished } from 'vitest';
import { type Program, bundled } from './bundle.ts';

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
 * Starts a program as a process of its own, and leaves it to the caller from its first moment on. A test that
 * fails takes it along: otherwise it would go on for ever, and the run with it.
 */
export async function spawnProgram(program: Program, environment: Record<string, string>) {
  const child = spawn(process.execPath, [await bundled(program)], {
    env: environmentOf(environment),
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  onTestFinished(() => void child.kill('SIGKILL'));
  return child;
}

/** Starts a program as a process of its own and waits for the line that names its address. */
export async function serve(program: Program, environment: Record<string, string>): Promise<Serving> {
  const child = await spawnProgram(program, environment);
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
  throw new Error(`${program} ended before it served`);
}

export interface Ended {
  readonly status: number | null;
  /** Its output for people: nothing but this may stand on their terminal. */
  readonly stderr: string;
}

/** Runs a program that is expected to end by itself, behind a prefix, and resolves with how it did. */
export async function runToEnd(
  program: Program,
  environment: Record<string, string>,
  prefix: readonly string[] = [],
): Promise<Ended> {
  const [command, ...args] = [...prefix, process.execPath, await bundled(program)];
  const child = spawn(command, args, { env: environmentOf(environment), stdio: ['ignore', 'ignore', 'pipe'] });
  const ended = new Promise<number | null>((resolve) => child.once('close', resolve));
  const stderr = await text(child.stderr);
  return { status: await ended, stderr };
}
