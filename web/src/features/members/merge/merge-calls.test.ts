import { describe, expect, it } from 'vitest';
import type { ResourceRecord } from '../../../engine/data/record.ts';
import { differingFields, suggestedSides } from './merge-calls.ts';

const systemFields = {
  version: 1,
  created_at: '2026-05-22 03:00:00',
  updated_at: '2026-05-22 03:00:00',
  deleted_at: null,
  created_by: null,
  updated_by: null,
  deleted_by: null,
};
const createMember = (id: number, fields: Record<string, unknown>): ResourceRecord => ({
  ...systemFields,
  id,
  ...fields,
});

describe('two members', () => {
  const retainedMember = createMember(1, {
    first_name: 'Sari',
    last_name: null,
    email: 'a@x.test',
    hobby: '',
    membership_id: 3,
  });
  const absorbedMember = createMember(2, {
    first_name: 'Sari',
    last_name: 'Wijaya',
    email: 'b@x.test',
    hobby: null,
    membership_id: 4,
  });

  it('differ in the fields that can be chosen, and an empty text is no value', () => {
    expect(differingFields(retainedMember, absorbedMember)).toEqual(['last_name', 'email']);
  });

  it('suggest the values of the retained member, or of the other one for empty fields', () => {
    expect(suggestedSides(retainedMember, absorbedMember)).toEqual({ last_name: 'absorbed', email: 'retained' });
    expect(suggestedSides(absorbedMember, retainedMember)).toEqual({ last_name: 'retained', email: 'retained' });
  });
});
