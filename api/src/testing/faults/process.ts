import { type ChildProcess, spawn } from 'node:child_process';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { text } from 'node:stream/consumers';
import { onTestFinished } from 'vitest';
import { type Program, getBundle } from './bundle.ts';

export interface RunningServer {
  readonly address: string;
  readonly child: ChildProcess;
  /** Kills the process without warning, like a power cut. */
  kill(): Promise<void>;
  /** Asks the process to stop, and waits for its end. */
  stop(): Promise<void>;
}

/** Passes only PATH of our environment; compiled modules are shared by all processes of a run. */
const environmentOf = (environment: Record<string, string>) => ({
  PATH: process.env.PATH ?? '',
  NODE_COMPILE_CACHE: join(tmpdir(), 'innkeeper-compiled'),
  ...environment,
});

/**
 * Starts a program as a separate process and returns it immediately. A failing test kills it; otherwise it would run
 * forever, and the test run with it.
 */
export async function spawnProgram(program: Program, environment: Record<string, string>) {
  const child = spawn(process.execPath, [await getBundle(program)], {
    env: environmentOf(environment),
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  onTestFinished(() => void child.kill('SIGKILL'));
  return child;
}

/** Starts a program as a separate process and waits for the line with its address. */
export async function startServer(program: Program, environment: Record<string, string>): Promise<RunningServer> {
  const child = await spawnProgram(program, environment);
  const exit = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  for await (const line of createInterface({ input: child.stdout })) {
    const address = /http:\/\/[\w.:[\]]+/.exec(line)?.[0];
    if (!address) continue;
    child.stdout.resume();
    const sendSignal = (signal: NodeJS.Signals) => {
      child.kill(signal);
      return exit;
    };
    return { address, child, kill: () => sendSignal('SIGKILL'), stop: () => sendSignal('SIGTERM') };
  }
  throw new Error(`${program} ended before it was ready`);
}

export interface ProcessResult {
  readonly status: number | null;
  /** The complete output; nothing else may appear in a user's terminal. */
  readonly stderr: string;
}

/** Runs a program that should end by itself, with a command prefix, and resolves with its result. */
export async function runToEnd(
  program: Program,
  environment: Record<string, string>,
  prefix: readonly string[] = [],
): Promise<ProcessResult> {
  const [command, ...args] = [...prefix, process.execPath, await getBundle(program)];
  const child = spawn(command, args, { env: environmentOf(environment), stdio: ['ignore', 'ignore', 'pipe'] });
  const exitCode = new Promise<number | null>((resolve) => child.once('close', resolve));
  const stderr = await text(child.stderr);
  return { status: await exitCode, stderr };
}
