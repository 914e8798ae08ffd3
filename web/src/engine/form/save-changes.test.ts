import { getResource } from '@innkeeper/contract';
import { describe, expect, it } from 'vitest';
import { ApiError } from '../../session/api-error.ts';
import type { ResourceRecord } from '../data/record.ts';
import { type Body, toFormValues } from './form-values.ts';
import { saveChanges } from './save-changes.ts';

const region = getResource('region');
const getNow = () => new Date(2026, 4, 22);

const createRecord = (fields: Record<string, unknown>): ResourceRecord => ({
  id: 1,
  version: 1,
  created_at: '2026-01-01 00:00:00',
  updated_at: '2026-01-01 00:00:00',
  deleted_at: null,
  created_by: null,
  updated_by: null,
  deleted_by: null,
  code: 'BAL',
  name: 'Bali',
  ...fields,
});

/** A server with one record that only accepts writes to its current version. */
function createServer(initialRecord: ResourceRecord) {
  let storedRecord = initialRecord;
  const writes: { body: Body; version: number }[] = [];
  return {
    writes,
    save: async (body: Body, version: number) => {
      writes.push({ body, version });
      if (version !== storedRecord.version)
        throw new ApiError(409, 'stale_record', 'Someone else saved this record first.', { current: storedRecord });
      storedRecord = { ...storedRecord, ...body, version: storedRecord.version + 1 };
      return storedRecord;
    },
  };
}

const base = { values: toFormValues(region, createRecord({})), version: 1 };

describe('saving changes', () => {
  it('sends only changed fields, with the version they are based on', async () => {
    const server = createServer(createRecord({}));
    const outcome = await saveChanges(region, base, { ...base.values, name: 'Bali & Nusa' }, server.save, getNow);
    expect(server.writes).toEqual([{ body: { name: 'Bali & Nusa' }, version: 1 }]);
    expect(outcome).toMatchObject({ kind: 'saved', merged: [], record: { name: 'Bali & Nusa', version: 2 } });
  });

  it('sends nothing without changes', async () => {
    const server = createServer(createRecord({}));
    expect(await saveChanges(region, base, { ...base.values }, server.save, getNow)).toEqual({ kind: 'unchanged' });
    expect(server.writes).toEqual([]);
  });

  it("merges with another user's save of other fields, and reports those fields", async () => {
    const server = createServer(createRecord({ code: 'BLI', version: 5 }));
    const outcome = await saveChanges(region, base, { ...base.values, name: 'Bali Utara' }, server.save, getNow);
    expect(server.writes.map((write) => write.version)).toEqual([1, 5]);
    expect(server.writes.at(-1)?.body).toEqual({ name: 'Bali Utara' });
    expect(outcome).toMatchObject({ kind: 'saved', merged: ['code'], record: { code: 'BLI', name: 'Bali Utara' } });
  });

  it('writes nothing if both changed the same field', async () => {
    const server = createServer(createRecord({ name: 'Bali Selatan', version: 2 }));
    const outcome = await saveChanges(region, base, { ...base.values, name: 'Bali Utara' }, server.save, getNow);
    expect(outcome).toMatchObject({
      kind: 'conflict',
      merge: { conflicts: ['name'] },
      theirs: { name: 'Bali Selatan', version: 2 },
    });
    expect(server.writes).toHaveLength(1);
  });

  it('sends no second request if another user saved the same values', async () => {
    const server = createServer(createRecord({ name: 'Bali Utara', version: 2 }));
    const outcome = await saveChanges(region, base, { ...base.values, name: 'Bali Utara' }, server.save, getNow);
    expect(outcome).toMatchObject({ kind: 'saved', record: { version: 2 } });
    expect(server.writes).toHaveLength(1);
  });

  it('fails after several attempts if the record changes each time', async () => {
    let version = 1;
    const save = async () => {
      version += 1;
      throw new ApiError(409, 'stale_record', 'stale', { current: createRecord({ version }) });
    };
    await expect(saveChanges(region, base, { ...base.values, name: 'x' }, save, getNow)).rejects.toThrow('stale');
    expect(version).toBe(5);
  });

  it('throws every other error', async () => {
    const save = async () => {
      throw new ApiError(422, 'validation_failed', 'Please correct the marked fields.', {
        errors: { name: ['taken'] },
      });
    };
    await expect(saveChanges(region, base, { ...base.values, name: 'x' }, save, getNow)).rejects.toMatchObject({
      status: 422,
    });
  });
});
