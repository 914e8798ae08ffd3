import type { Profile, RecoveryCodes, SessionItem, TwoFactorOffer } from '@innkeeper/contract';
import { queryOptions } from '@tanstack/react-query';
import { api } from '../../session/api.ts';
import { queryClient } from '../../session/query-client.ts';
import { sessionState } from '../../session/user.ts';

/*
 * The users' own data, to see and to change. Failures are thrown as ApiError for the form to show: none of these calls announces
 * one.
 */

export const profileQuery = queryOptions({
  queryKey: ['user', 'profile'],
  queryFn: async ({ signal }) => (await api<{ data: Profile }>('/api/user/profile', { signal, announce: false })).data,
});

export const sessionsQuery = queryOptions({
  queryKey: ['user', 'sessions'],
  queryFn: async ({ signal }) =>
    (await api<{ data: readonly SessionItem[] }>('/api/user/sessions', { signal, announce: false })).data,
  // Other devices come and go while nothing happens here.
  staleTime: 0,
});

/** Saves name, phone, photo (an empty one is none) or, with the current password, the email, and shows them everywhere they stand. */
export async function saveProfile(change: {
  readonly name?: string;
  readonly phone_no?: string;
  readonly email?: string;
  readonly current_password?: string;
  readonly photo?: File | '';
}): Promise<void> {
  const form = new FormData();
  for (const [name, value] of Object.entries(change)) form.set(name, value);
  const { data } = await api<{ data: Profile }>('/api/user/profile', { form, announce: false });
  queryClient.setQueryData(profileQuery.queryKey, data);
  const state = sessionState.get();
  if (state.status !== 'signed-in') return;
  sessionState.set({ ...state, user: { ...state.user, displayName: data.name, photoURL: data.photoURL } });
}

/** Sessions have ended, and the list of them is out of date. */
export const readSessionsAnew = (): Promise<void> => queryClient.invalidateQueries(sessionsQuery);

export async function endSessions(ids: readonly number[]): Promise<void> {
  try {
    await Promise.all(
      ids.map((id) =>
        api(`/api/user/sessions/${id}`, {
          method: 'DELETE',
          // A session that is gone already has ended, as asked.
          announce: (error) => error.status !== 404,
        }).catch(() => undefined),
      ),
    );
  } finally {
    await queryClient.invalidateQueries(sessionsQuery);
  }
}

// Two-factor sign-in ------------------------------------------------------------------------------------------------------

export const offerTwoFactor = async (current_password: string): Promise<TwoFactorOffer> =>
  (await api<{ data: TwoFactorOffer }>('/api/user/two_factor', { json: { current_password }, announce: false })).data;

export const confirmTwoFactor = (code: string): Promise<readonly string[]> =>
  recoveryCodes('/api/user/two_factor/confirm', { code });

export const renewRecoveryCodes = (current_password: string): Promise<readonly string[]> =>
  recoveryCodes('/api/user/two_factor/recovery_codes', { current_password });

async function recoveryCodes(path: string, json: object): Promise<readonly string[]> {
  const { data } = await api<{ data: RecoveryCodes }>(path, { json, announce: false });
  await refreshAfterTwoFactor();
  return data.recovery_codes;
}

export async function removeTwoFactor(current_password: string, code: string): Promise<void> {
  await api('/api/user/two_factor/remove', { json: { current_password, code }, announce: false });
  await refreshAfterTwoFactor();
}

/** It may have ended other sessions too. */
const refreshAfterTwoFactor = async (): Promise<void> => {
  await queryClient.invalidateQueries({ queryKey: ['user'] });
};
