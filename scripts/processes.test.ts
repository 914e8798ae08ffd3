import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { expect, test } from 'vitest';
import { measurePartCpu, measureCpuSeconds, stopParts, trackProcess, runInPart } from './processes.mjs';

const startProcess = (script: string, stdio: 'ignore' | 'pipe' = 'ignore'): ChildProcess =>
  trackProcess(spawn(process.execPath, ['-e', script], { stdio: ['ignore', stdio, 'inherit'] }));

test.runIf(process.platform === 'linux')('the CPU seconds of a part include child processes', async () => {
  const BURN_CPU = 'while (process.cpuUsage().user < 1_500_000);';
  const cpuBefore = measureCpuSeconds();
  const child = await runInPart('burning', async () =>
    startProcess(`require('child_process').execFileSync(process.execPath, ['-e', ${JSON.stringify(BURN_CPU)}])`),
  );
  const exited = once(child, 'exit');
  await expect.poll(() => measurePartCpu('burning'), { timeout: 60_000 }).toBeGreaterThan(0.5);
  await exited;
  expect(measurePartCpu('burning')).toBeGreaterThan(0.5);
  expect(measurePartCpu('another')).toBe(0);
  expect(measureCpuSeconds() - cpuBefore).toBeGreaterThan(1.5);
});

test('stopping parts ends all descendants, even in other process groups or ignoring signals', async () => {
  const IGNORE_SIGTERM = "process.on('SIGTERM', () => {}); setInterval(() => {}, 1000); console.log(process.pid)";
  const parent = await runInPart('stubborn', async () =>
    startProcess(
      `require('child_process').spawn(process.execPath, ['-e', ${JSON.stringify(IGNORE_SIGTERM)}], { detached: true, stdio: ['ignore', 'inherit', 'inherit'] }); setInterval(() => {}, 1000);`,
      'pipe',
    ),
  );
  const serverProcess = await runInPart('servers', async () => startProcess('setInterval(() => {}, 1000)'));
  const lines = createInterface({ input: parent.stdout ?? process.stdin });
  const [pidLine] = (await once(lines, 'line')) as [string];
  await stopParts('servers');
  const isRunning = (): boolean => {
    try {
      return process.kill(Number(pidLine), 0);
    } catch {
      return false;
    }
  };
  await expect.poll(isRunning, { timeout: 60_000 }).toBe(false);
  expect(serverProcess.exitCode ?? serverProcess.signalCode).toBeNull();
  serverProcess.kill();
});
