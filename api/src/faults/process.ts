import { type ChildProcess, spawn } from 'node:child_process';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';

export interface Serving {
  readonly address: string;
  readonly child: ChildProcess;
  /** Ends it without a word, as a power cut would. */
  kill(): Promise<void>;
}

/** Starts a file of the program as a process of its own and waits for the line that names its address. */
export async function serve(file: string, environment: Record<string, string>): Promise<Serving> {
  const child = spawn(process.execPath, [join(import.meta.dirname, file)], {
    // Compiled once for all the processes of a run.
    env: { PATH: process.env.PATH ?? '', NODE_COMPILE_CACHE: join(tmpdir(), 'innkeeper-compiled'), ...environment },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  for await (const line of createInterface({ input: child.stdout })) {
    const address = /http:\/\/\S+/.exec(line)?.[0];
    if (!address) continue;
    child.stdout.resume();
    return {
      address,
      child,
      kill: async () => {
        child.kill('SIGKILL');
        await ended;
      },
    };
  }
  throw new Error(`${file} ended before it served`);
}
