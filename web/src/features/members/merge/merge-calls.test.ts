import { describe, expect, it } from 'vitest';
import type { ResourceRecord } from '../../../engine/data/record.ts';
import { differingFields, suggestedSides } from './merge-calls.ts';

const audit = {
  version: 1,
  created_at: '2026-05-22 03:00:00',
  updated_at: '2026-05-22 03:00:00',
  deleted_at: null,
  created_by: null,
  updated_by: null,
  deleted_by: null,
};
const member = (id: number, fields: Record<string, unknown>): ResourceRecord => ({ ...audit, id, ...fields });

describe('two members', () => {
  const retained = member(1, { first_name: 'Sari', last_name: null, email: 'a@x.test', hobby: '', membership_id: 3 });
  const absorbed = member(2, {
    first_name: 'Sari',
    last_name: 'Wijaya',
    email: 'b@x.test',
    hobby: null,
    membership_id: 4,
  });

  it('differ in the fields that can be chosen, and an empty text counts as none', () => {
    expect(differingFields(retained, absorbed)).toEqual(['last_name', 'email']);
  });

  it("keep the retained one's values, and use the other’s where it has none", () => {
    expect(suggestedSides(retained, absorbed)).toEqual({ last_name: 'absorbed', email: 'retained' });
    expect(suggestedSides(absorbed, retained)).toEqual({ last_name: 'retained', email: 'retained' });
  });
});
