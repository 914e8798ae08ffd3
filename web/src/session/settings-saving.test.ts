import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { createSaving } from './settings-saving.ts';

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

/** Saves settings over a connection that can fail, and records the calls. */
function createConnection() {
  const connection = { isUp: true, sent: [] as boolean[], onSaved: 0 };
  const saving = createSaving({
    send(announce) {
      connection.sent.push(announce);
      return connection.isUp ? Promise.resolve() : Promise.reject(new Error('no connection'));
    },
    onSaved: () => {
      connection.onSaved += 1;
    },
  });
  return { connection, saving };
}
const after = (milliseconds: number) => vi.advanceTimersByTimeAsync(milliseconds);

describe('changes', () => {
  test('are saved together, one second after the last one', async () => {
    const { connection, saving } = createConnection();
    saving.changed();
    await after(900);
    saving.changed();
    await after(999);
    expect(connection.sent).toEqual([]);
    expect(saving.isWaiting()).toBe(true);
    await after(1);
    expect(connection).toMatchObject({ sent: [true], onSaved: 1 });
    expect(saving.isWaiting()).toBe(false);
    await after(3_600_000);
    expect(connection.sent).toHaveLength(1);
  });

  test('are saved later if they are made during a save', async () => {
    const { promise, resolve } = Promise.withResolvers<void>();
    const sends: Promise<void>[] = [promise, Promise.resolve()];
    let onSaved = 0;
    const saving = createSaving({
      send: () => sends.shift() ?? Promise.reject(new Error('too many')),
      onSaved: () => (onSaved += 1),
    });
    saving.changed();
    await after(1_000);
    saving.changed();
    resolve();
    await after(0);
    expect([onSaved, saving.isWaiting()]).toEqual([0, true]);
    await after(1_000);
    expect([onSaved, saving.isWaiting()]).toEqual([1, false]);
  });
});

describe('a failed save', () => {
  test('is shown once, and retried after increasing delays', async () => {
    const { connection, saving } = createConnection();
    connection.isUp = false;
    saving.changed();
    await after(1_000);
    expect(connection.sent).toEqual([true]);
    await after(4_999);
    expect(connection.sent).toHaveLength(1);
    await after(1);
    expect(connection.sent).toEqual([true, false]);
    await after(10_000);
    expect(connection.sent).toHaveLength(3);
    await after(19_999);
    expect(connection.sent).toHaveLength(3);
    connection.isUp = true;
    await after(1);
    expect(connection).toMatchObject({ sent: [true, false, false, false], onSaved: 1 });
  });

  test('is retried at least every five minutes', async () => {
    const { connection, saving } = createConnection();
    connection.isUp = false;
    saving.changed();
    await after(24 * 3_600_000);
    const attempts = connection.sent.length;
    await after(300_000);
    expect(connection.sent.length).toBe(attempts + 1);
  });

  test('is retried immediately when the network is back, and with the next change', async () => {
    const { connection, saving } = createConnection();
    connection.isUp = false;
    saving.changed();
    await after(1_000);
    saving.saveNow();
    await after(0);
    expect(connection.sent).toHaveLength(2);
    saving.changed();
    await after(1_000);
    expect(connection.sent).toHaveLength(3);
  });

  test('is shown again after a successful save', async () => {
    const { connection, saving } = createConnection();
    for (const isUp of [false, true, false]) {
      connection.isUp = isUp;
      saving.changed();
      await after(1_000);
    }
    expect(connection.sent).toEqual([true, false, true]);
  });
});

test('unsaved changes can be discarded, even after a failure', async () => {
  const { connection, saving } = createConnection();
  connection.isUp = false;
  saving.changed();
  await after(1_000);
  saving.changed();
  saving.forget();
  await after(3_600_000);
  expect(connection.sent).toHaveLength(1);
  saving.saveNow();
  await after(0);
  expect(connection.sent).toHaveLength(1);
});
