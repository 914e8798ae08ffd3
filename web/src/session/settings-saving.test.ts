import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { createSaving } from './settings-saving.ts';

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

/** A saving over a line that can be cut, and the settings sent over it. */
function createLine() {
  const line = { isUp: true, sent: [] as boolean[], arrived: 0 };
  const saving = createSaving({
    send(announce) {
      line.sent.push(announce);
      return line.isUp ? Promise.resolve() : Promise.reject(new Error('no line'));
    },
    arrived: () => {
      line.arrived += 1;
    },
  });
  return { line, saving };
}
const after = (milliseconds: number) => vi.advanceTimersByTimeAsync(milliseconds);

describe('changes', () => {
  test('are saved together, a second after the last one', async () => {
    const { line, saving } = createLine();
    saving.changed();
    await after(900);
    saving.changed();
    await after(999);
    expect(line.sent).toEqual([]);
    expect(saving.isWaiting()).toBe(true);
    await after(1);
    expect(line).toMatchObject({ sent: [true], arrived: 1 });
    expect(saving.isWaiting()).toBe(false);
    await after(3_600_000);
    expect(line.sent).toHaveLength(1);
  });

  test('that come while others are on their way are saved too', async () => {
    const { promise, resolve } = Promise.withResolvers<void>();
    const sends: Promise<void>[] = [promise, Promise.resolve()];
    let arrived = 0;
    const saving = createSaving({
      send: () => sends.shift() ?? Promise.reject(new Error('too many')),
      arrived: () => (arrived += 1),
    });
    saving.changed();
    await after(1_000);
    saving.changed();
    resolve();
    await after(0);
    expect([arrived, saving.isWaiting()]).toEqual([0, true]);
    await after(1_000);
    expect([arrived, saving.isWaiting()]).toEqual([1, false]);
  });
});

describe('a save that fails', () => {
  test('is said once, and tried again after growing waits', async () => {
    const { line, saving } = createLine();
    line.isUp = false;
    saving.changed();
    await after(1_000);
    expect(line.sent).toEqual([true]);
    await after(4_999);
    expect(line.sent).toHaveLength(1);
    await after(1);
    expect(line.sent).toEqual([true, false]);
    await after(10_000);
    expect(line.sent).toHaveLength(3);
    await after(19_999);
    expect(line.sent).toHaveLength(3);
    line.isUp = true;
    await after(1);
    expect(line).toMatchObject({ sent: [true, false, false, false], arrived: 1 });
  });

  test('is tried at least every five minutes', async () => {
    const { line, saving } = createLine();
    line.isUp = false;
    saving.changed();
    await after(24 * 3_600_000);
    const tries = line.sent.length;
    await after(300_000);
    expect(line.sent.length).toBe(tries + 1);
  });

  test('is tried at once when the network is back, and with the next change', async () => {
    const { line, saving } = createLine();
    line.isUp = false;
    saving.changed();
    await after(1_000);
    saving.hurry();
    await after(0);
    expect(line.sent).toHaveLength(2);
    saving.changed();
    await after(1_000);
    expect(line.sent).toHaveLength(3);
  });

  test('is said again after one that arrived', async () => {
    const { line, saving } = createLine();
    for (const isUp of [false, true, false]) {
      line.isUp = isUp;
      saving.changed();
      await after(1_000);
    }
    expect(line.sent).toEqual([true, false, true]);
  });
});

test('forgotten changes are not saved, not even after a failure', async () => {
  const { line, saving } = createLine();
  line.isUp = false;
  saving.changed();
  await after(1_000);
  saving.changed();
  saving.forget();
  await after(3_600_000);
  expect(line.sent).toHaveLength(1);
  saving.hurry();
  await after(0);
  expect(line.sent).toHaveLength(1);
});
