import * as profile from '@bowerbird/contract/account/profile';
import * as security from '@bowerbird/contract/account/security';
import * as tokens from '@bowerbird/contract/account/tokens';
import type { BodyOf } from '@bowerbird/contract/route';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { call } from '../../../lib/api/call.ts';

export const ownKeys = {
  profile: ['account', 'profile'] as const,
  center: ['account', 'center'] as const,
  security: ['account', 'security'] as const,
  sessions: ['account', 'sessions'] as const,
  tokens: ['account', 'tokens'] as const,
};
/** Query key of the signed-in person, as the frame caches it: the frame shows name and avatar, too. */
const currentUserKey = ['session'] as const;

export function useProfile() {
  return useQuery({
    queryKey: ownKeys.profile,
    queryFn: ({ signal }) => call(profile.getProfile, {}, { signal }),
  });
}

export function useSaveProfile() {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: (body: BodyOf<typeof profile.saveProfile>) => call(profile.saveProfile, { body }),
    onSuccess: (saved) => {
      cache.setQueryData(ownKeys.profile, saved);
      void cache.invalidateQueries({ queryKey: currentUserKey });
    },
  });
}

export function useUploadAvatar() {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: (image: Blob) => {
      const form = new FormData();
      form.append('image', image, 'avatar');
      return call(profile.uploadAvatar, {}, { form });
    },
    onSuccess: ({ avatar }) => {
      cache.setQueryData<profile.Profile>(ownKeys.profile, (held) => held && { ...held, avatar });
      void cache.invalidateQueries({ queryKey: currentUserKey });
    },
  });
}

export function useRemoveAvatar() {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: () => call(profile.removeAvatar),
    onSuccess: () => {
      cache.setQueryData<profile.Profile>(ownKeys.profile, (held) => held && { ...held, avatar: null });
      void cache.invalidateQueries({ queryKey: currentUserKey });
    },
  });
}

export function useCenter() {
  return useQuery({
    queryKey: ownKeys.center,
    queryFn: ({ signal }) => call(profile.getCenter, {}, { signal }),
  });
}

export function useSecurity() {
  return useQuery({
    queryKey: ownKeys.security,
    queryFn: ({ signal }) => call(security.getSecurity, {}, { signal }),
  });
}

export function useChangePassword() {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: (body: BodyOf<typeof security.changePassword>) => call(security.changePassword, { body }),
    onSuccess: () => {
      void cache.invalidateQueries({ queryKey: ownKeys.security });
      void cache.invalidateQueries({ queryKey: ownKeys.sessions });
      void cache.invalidateQueries({ queryKey: ownKeys.tokens });
    },
  });
}

export function useChangeAddress() {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: (body: BodyOf<typeof security.changeAddress>) => call(security.changeAddress, { body }),
    onSuccess: (changed) => {
      cache.setQueryData(ownKeys.security, changed);
      void cache.invalidateQueries({ queryKey: ownKeys.profile });
      void cache.invalidateQueries({ queryKey: currentUserKey });
    },
  });
}

export function useSetUpTwoStep() {
  return useMutation({
    mutationFn: (password: string) => call(security.setUpTwoStep, { body: { password } }),
  });
}

export function useConfirmTwoStep() {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: (code: string) => call(security.confirmTwoStep, { body: { code } }),
    onSuccess: () => void cache.invalidateQueries({ queryKey: ownKeys.security }),
  });
}

export function useTurnOffTwoStep() {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: (body: BodyOf<typeof security.turnOffTwoStep>) => call(security.turnOffTwoStep, { body }),
    onSuccess: (changed) => cache.setQueryData(ownKeys.security, changed),
  });
}

export function useRenewRecoveryCodes() {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: (code: string) => call(security.renewRecoveryCodes, { body: { code } }),
    onSuccess: () => void cache.invalidateQueries({ queryKey: ownKeys.security }),
  });
}

export function useSessions() {
  return useQuery({
    queryKey: ownKeys.sessions,
    queryFn: ({ signal }) => call(security.listSessions, {}, { signal }),
  });
}

export function useEndSession() {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: (id: string) => call(security.endSession, { params: { id } }),
    onSettled: () => void cache.invalidateQueries({ queryKey: ownKeys.sessions }),
  });
}

export function useEndOtherSessions() {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: () => call(security.endOtherSessions),
    onSettled: () => void cache.invalidateQueries({ queryKey: ownKeys.sessions }),
  });
}

/** `watch`: requests the tokens every few seconds, while a browser is about to be paired. */
export function useTokens(watch = false) {
  return useQuery({
    queryKey: ownKeys.tokens,
    queryFn: ({ signal }) => call(tokens.listTokens, {}, { signal }),
    refetchInterval: watch ? 3000 : false,
  });
}

export function useCreateToken() {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: (body: BodyOf<typeof tokens.createToken>) => call(tokens.createToken, { body }),
    onSuccess: () => void cache.invalidateQueries({ queryKey: ownKeys.tokens }),
  });
}

export function useRevokeToken() {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: (id: string) => call(tokens.revokeToken, { params: { id } }),
    onSettled: () => void cache.invalidateQueries({ queryKey: ownKeys.tokens }),
  });
}

export function useBeginPairing() {
  return useMutation({ mutationFn: () => call(tokens.beginPairing) });
}
