import type { Profile, RecoveryCodes, SessionItem, TwoFactorOffer } from '@innkeeper/contract';
import { queryOptions } from '@tanstack/react-query';
import { api } from '../../session/api.ts';
import { queryClient } from '../../session/query-client.ts';
import { sessionState } from '../../session/user.ts';

/*
 * Reads and changes the user's own data. Failures are thrown as ApiError for the form to show; these calls show no
 * message.
 */

export const profileQuery = queryOptions({
  queryKey: ['user', 'profile'],
  queryFn: async ({ signal }) => (await api<{ data: Profile }>('/api/user/profile', { signal, announce: false })).data,
});

export const sessionsQuery = queryOptions({
  queryKey: ['user', 'sessions'],
  queryFn: async ({ signal }) =>
    (await api<{ data: readonly SessionItem[] }>('/api/user/sessions', { signal, announce: false })).data,
  // Other devices sign in and out without any action here.
  staleTime: 0,
});

/**
 * Saves name, phone and photo (empty removes it), or the email with the current password, and updates every place that
 * shows them.
 */
export async function saveProfile(changes: {
  readonly name?: string;
  readonly phone_no?: string;
  readonly email?: string;
  readonly current_password?: string;
  readonly photo?: File | '';
}): Promise<void> {
  const form = new FormData();
  for (const [name, value] of Object.entries(changes)) form.set(name, value);
  const { data } = await api<{ data: Profile }>('/api/user/profile', { form, announce: false });
  queryClient.setQueryData(profileQuery.queryKey, data);
  const state = sessionState.get();
  if (state.status !== 'signed-in') return;
  sessionState.set({ ...state, user: { ...state.user, displayName: data.name, photoURL: data.photoURL } });
}

/** Reloads the sessions after some of them were ended. */
export const refetchSessions = (): Promise<void> => queryClient.invalidateQueries(sessionsQuery);

export async function endSessions(ids: readonly number[]): Promise<void> {
  try {
    await Promise.all(
      ids.map((id) =>
        api(`/api/user/sessions/${id}`, {
          method: 'DELETE',
          // A 404 means that the session has ended already, which is the requested result.
          announce: (error) => error.status !== 404,
        }).catch(() => undefined),
      ),
    );
  } finally {
    await queryClient.invalidateQueries(sessionsQuery);
  }
}

// Two-factor sign-in --------------------------------------------------------------------------------------------------

export const startTwoFactorSetup = async (current_password: string): Promise<TwoFactorOffer> =>
  (await api<{ data: TwoFactorOffer }>('/api/user/two_factor', { json: { current_password }, announce: false })).data;

export const confirmTwoFactor = (code: string): Promise<readonly string[]> =>
  requestRecoveryCodes('/api/user/two_factor/confirm', { code });

export const renewRecoveryCodes = (current_password: string): Promise<readonly string[]> =>
  requestRecoveryCodes('/api/user/two_factor/recovery_codes', { current_password });

async function requestRecoveryCodes(path: string, json: object): Promise<readonly string[]> {
  const { data } = await api<{ data: RecoveryCodes }>(path, { json, announce: false });
  await refreshAfterTwoFactor();
  return data.recovery_codes;
}

export async function removeTwoFactor(current_password: string, code: string): Promise<void> {
  await api('/api/user/two_factor/remove', { json: { current_password, code }, announce: false });
  await refreshAfterTwoFactor();
}

/** Other sessions may have ended too. */
const refreshAfterTwoFactor = async (): Promise<void> => {
  await queryClient.invalidateQueries({ queryKey: ['user'] });
};
