import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { expect, test } from 'vitest';
import { cpuOfPart, cpuSeconds, stopParts, follow, runInPart } from './processes.mjs';

const start = (script: string, stdio: 'ignore' | 'pipe' = 'ignore'): ChildProcess =>
  follow(spawn(process.execPath, ['-e', script], { stdio: ['ignore', stdio, 'inherit'] }));

test.runIf(process.platform === 'linux')('the CPU seconds of a part include child processes', async () => {
  const BURN_CPU = 'while (process.cpuUsage().user < 1_500_000);';
  const before = cpuSeconds();
  const child = await runInPart('burning', async () =>
    start(`require('child_process').execFileSync(process.execPath, ['-e', ${JSON.stringify(BURN_CPU)}])`),
  );
  const ended = once(child, 'exit');
  await expect.poll(() => cpuOfPart('burning'), { timeout: 60_000 }).toBeGreaterThan(0.5);
  await ended;
  expect(cpuOfPart('burning')).toBeGreaterThan(0.5);
  expect(cpuOfPart('another')).toBe(0);
  expect(cpuSeconds() - before).toBeGreaterThan(1.5);
});

test('all descendants of a part are ended, even in other process groups or ignoring signals', async () => {
  const IGNORE_SIGTERM = "process.on('SIGTERM', () => {}); setInterval(() => {}, 1000); console.log(process.pid)";
  const parent = await runInPart('stubborn', async () =>
    start(
      `require('child_process').spawn(process.execPath, ['-e', ${JSON.stringify(IGNORE_SIGTERM)}], { detached: true, stdio: ['ignore', 'inherit', 'inherit'] }); setInterval(() => {}, 1000);`,
      'pipe',
    ),
  );
  const other = await runInPart('servers', async () => start('setInterval(() => {}, 1000)'));
  const lines = createInterface({ input: parent.stdout ?? process.stdin });
  const [line] = (await once(lines, 'line')) as [string];
  await stopParts('servers');
  const isRunning = (): boolean => {
    try {
      return process.kill(Number(line), 0);
    } catch {
      return false;
    }
  };
  await expect.poll(isRunning, { timeout: 60_000 }).toBe(false);
  expect(other.exitCode ?? other.signalCode).toBeNull();
  other.kill();
});
