import type { FieldSet } from '../fields/definition.ts';
import { reference } from '../fields/kinds.ts';

export const callOwnerBody = {
  fields: {
    member_id: reference('member', 'Member', 'Anggota', { required: true }),
    user_id: reference('users', 'Owner', 'Penanggung jawab', {
      hint: { en: 'User who takes the call. Empty: nobody', id: 'Pengguna yang menelepon. Kosong: belum ada' },
    }),
  },
} as const satisfies FieldSet;
