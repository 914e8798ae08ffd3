import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, cp, mkdir, mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { expect, onTestFinished, test } from 'vitest';
import { ROOT } from './prepare.mjs';

/*
 * A checkout with the real scripts and a fake npm. It records that it ran, takes a moment, and creates the files that
 * the scripts look for. The tests cover the commands' work around npm.
 */
interface Checkout {
  readonly path: (...parts: string[]) => string;
  /** Starts scripts/run.mjs, which prepares the checkout and then runs a program under the installed Node. */
  run(program: string): ChildProcess;
  installations(): Promise<number>;
}

async function createCheckout(
  npm = 'mkdir -p node_modules/node/bin && ln -s "$REAL_NODE" node_modules/node/bin/node',
): Promise<Checkout> {
  const folder = await mkdtemp(join(tmpdir(), 'checkout-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const path = (...parts: string[]) => join(folder, ...parts);
  await cp(join(ROOT, 'scripts'), path('scripts'), { recursive: true });
  await writeFile(path('package-lock.json'), '{}');
  await mkdir(path('bin'));
  await writeFile(path('bin', 'npm'), `#!/bin/sh\necho ran >> installations\nsleep 0.2\n${npm}\n`);
  await chmod(path('bin', 'npm'), 0o755);
  return {
    path,
    run: (program) =>
      spawn(process.execPath, [path('scripts', 'run.mjs'), '--eval', program], {
        env: { PATH: `${path('bin')}:${process.env.PATH}`, REAL_NODE: process.execPath },
        stdio: ['ignore', 'pipe', 'pipe'],
      }),
    installations: async () => (await readFile(path('installations'), 'utf8')).split('\n').length - 1,
  };
}

async function waitForExit(child: ChildProcess): Promise<{ status: unknown; output: string }> {
  if (!child.stdout || !child.stderr) throw new Error('The output is piped');
  const [out, error, [status]] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'close')]);
  return { status, output: out + error };
}

test('missing dependencies are installed only once', async () => {
  const checkout = await createCheckout();
  expect(await waitForExit(checkout.run('console.log("first")'))).toEqual({
    status: 0,
    output: 'Installing dependencies (a minute or two) …\nfirst\n',
  });
  expect(await waitForExit(checkout.run('console.log("second")'))).toEqual({ status: 0, output: 'second\n' });
  expect(await checkout.installations()).toBe(1);
});

test('a change of the locked versions reinstalls the dependencies', async () => {
  const checkout = await createCheckout();
  await waitForExit(checkout.run(''));
  await writeFile(checkout.path('package-lock.json'), '{ "other": true }');
  await waitForExit(checkout.run(''));
  expect(await checkout.installations()).toBe(2);
});

test('an interrupted installation starts over', async () => {
  const checkout = await createCheckout();
  await mkdir(checkout.path('node_modules', 'half'), { recursive: true });
  expect((await waitForExit(checkout.run('console.log("well")'))).output).toMatch(/well\n$/);
  await expect(stat(checkout.path('node_modules', 'half'))).rejects.toThrow(/ENOENT/);
});

test('two parallel commands install once, and both run', async () => {
  const checkout = await createCheckout();
  const [first, second] = await Promise.all([
    waitForExit(checkout.run('console.log("well")')),
    waitForExit(checkout.run('console.log("well")')),
  ]);
  expect([first.status, second.status]).toEqual([0, 0]);
  expect(await checkout.installations()).toBe(1);
});

test('the lock of a command that was killed while preparing is ignored', async () => {
  const checkout = await createCheckout();
  const killed = spawn(process.execPath, ['--eval', '']);
  await once(killed, 'exit');
  await mkdir(checkout.path('.cache'));
  await writeFile(checkout.path('.cache', 'preparing'), String(killed.pid));
  expect((await waitForExit(checkout.run('console.log("well")'))).output).toMatch(/well\n$/);
});

test('an npm failure is reported in one line and retried on the next run', async () => {
  const checkout = await createCheckout(
    '[ -e online ] || exit 1; mkdir -p node_modules/node/bin && ln -s "$REAL_NODE" node_modules/node/bin/node',
  );
  const failed = await waitForExit(checkout.run(''));
  expect(failed).toEqual({
    status: 1,
    output:
      'Installing dependencies (a minute or two) …\nThe dependencies could not be installed; npm says why above.\n',
  });
  await writeFile(checkout.path('online'), '');
  expect((await waitForExit(checkout.run('console.log("well")'))).output).toMatch(/well\n$/);
});

test('the command exits with the status of the program', async () => {
  const checkout = await createCheckout();
  expect((await waitForExit(checkout.run('process.exitCode = 7'))).status).toBe(7);
});

test.each(['SIGTERM', 'SIGINT'] as const)(
  'the command forwards %s and waits until the program has stopped',
  async (signal) => {
    const checkout = await createCheckout();
    const child = checkout.run(`
    const running = setInterval(() => {}, 1e6);
    process.once('${signal}', () => { console.log('stopping'); clearInterval(running); });
    console.log('running');`);
    child.stdout?.on('data', (chunk: Buffer) => {
      if (chunk.toString().includes('running')) child.kill(signal);
    });
    const { status, output } = await waitForExit(child);
    expect(output).toMatch(/running\nstopping\n$/);
    expect(status).toBe(0);
  },
);
