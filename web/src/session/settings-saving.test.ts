import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { createSettingsSaver } from './settings-saving.ts';

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

/** Saves settings over a connection that can fail, and records the calls. */
function createTestConnection() {
  const connection = { isUp: true, announcements: [] as boolean[], onSaved: 0 };
  const saving = createSettingsSaver({
    send(announce) {
      connection.announcements.push(announce);
      return connection.isUp ? Promise.resolve() : Promise.reject(new Error('no connection'));
    },
    onSaved: () => {
      connection.onSaved += 1;
    },
  });
  return { connection, saving };
}
const advanceTime = (milliseconds: number) => vi.advanceTimersByTimeAsync(milliseconds);

describe('changes', () => {
  test('are saved together, one second after the last one', async () => {
    const { connection, saving } = createTestConnection();
    saving.scheduleSave();
    await advanceTime(900);
    saving.scheduleSave();
    await advanceTime(999);
    expect(connection.announcements).toEqual([]);
    expect(saving.hasUnsavedChanges()).toBe(true);
    await advanceTime(1);
    expect(connection).toMatchObject({ announcements: [true], onSaved: 1 });
    expect(saving.hasUnsavedChanges()).toBe(false);
    await advanceTime(3_600_000);
    expect(connection.announcements).toHaveLength(1);
  });

  test('are saved later if they are made during a save', async () => {
    const { promise, resolve } = Promise.withResolvers<void>();
    const responses: Promise<void>[] = [promise, Promise.resolve()];
    let onSaved = 0;
    const saving = createSettingsSaver({
      send: () => responses.shift() ?? Promise.reject(new Error('too many')),
      onSaved: () => (onSaved += 1),
    });
    saving.scheduleSave();
    await advanceTime(1_000);
    saving.scheduleSave();
    resolve();
    await advanceTime(0);
    expect([onSaved, saving.hasUnsavedChanges()]).toEqual([0, true]);
    await advanceTime(1_000);
    expect([onSaved, saving.hasUnsavedChanges()]).toEqual([1, false]);
  });
});

describe('a failed save', () => {
  test('is shown once, and retried after increasing delays', async () => {
    const { connection, saving } = createTestConnection();
    connection.isUp = false;
    saving.scheduleSave();
    await advanceTime(1_000);
    expect(connection.announcements).toEqual([true]);
    await advanceTime(4_999);
    expect(connection.announcements).toHaveLength(1);
    await advanceTime(1);
    expect(connection.announcements).toEqual([true, false]);
    await advanceTime(10_000);
    expect(connection.announcements).toHaveLength(3);
    await advanceTime(19_999);
    expect(connection.announcements).toHaveLength(3);
    connection.isUp = true;
    await advanceTime(1);
    expect(connection).toMatchObject({ announcements: [true, false, false, false], onSaved: 1 });
  });

  test('is retried at least every five minutes', async () => {
    const { connection, saving } = createTestConnection();
    connection.isUp = false;
    saving.scheduleSave();
    await advanceTime(24 * 3_600_000);
    const attemptCount = connection.announcements.length;
    await advanceTime(300_000);
    expect(connection.announcements.length).toBe(attemptCount + 1);
  });

  test('is retried immediately when the network is back, and with the next change', async () => {
    const { connection, saving } = createTestConnection();
    connection.isUp = false;
    saving.scheduleSave();
    await advanceTime(1_000);
    saving.saveNow();
    await advanceTime(0);
    expect(connection.announcements).toHaveLength(2);
    saving.scheduleSave();
    await advanceTime(1_000);
    expect(connection.announcements).toHaveLength(3);
  });

  test('is shown again after a successful save', async () => {
    const { connection, saving } = createTestConnection();
    for (const isUp of [false, true, false]) {
      connection.isUp = isUp;
      saving.scheduleSave();
      await advanceTime(1_000);
    }
    expect(connection.announcements).toEqual([true, false, true]);
  });
});

test('unsaved changes can be discarded, even after a failure', async () => {
  const { connection, saving } = createTestConnection();
  connection.isUp = false;
  saving.scheduleSave();
  await advanceTime(1_000);
  saving.scheduleSave();
  saving.discard();
  await advanceTime(3_600_000);
  expect(connection.announcements).toHaveLength(1);
  saving.saveNow();
  await advanceTime(0);
  expect(connection.announcements).toHaveLength(1);
});
