import { beginPairing, listTokens, revokeToken } from '@bowerbird/contract/account/tokens';
import { getPluginInfo } from '@bowerbird/contract/collect/plugin';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { call } from '../../lib/api/call.ts';
import { callPlugin, pluginInBrowserKey } from '../../lib/plugin.ts';
import { useTexts } from '../../lib/text/language.ts';

export const pluginKeys = {
  info: ['plugin', 'info'] as const,
  /** The person's own tokens; the account's settings use the same key. */
  tokens: ['account', 'tokens'] as const,
};

/** Returns what the server offers; reloaded for another language, because the zip contains the language. */
export function usePluginInfo() {
  const { language } = useTexts();
  return useQuery({
    queryKey: [...pluginKeys.info, language],
    queryFn: ({ signal }) => call(getPluginInfo, {}, { signal }),
  });
}

/** Returns paired browsers, the newest first. `watch`: polled every few seconds, while a pairing is expected. */
export function usePairedBrowsers(watch: boolean) {
  return useQuery({
    queryKey: pluginKeys.tokens,
    queryFn: ({ signal }) => call(listTokens, {}, { signal }),
    refetchInterval: watch ? 2000 : false,
    select: (tokens) => tokens.filter(({ kind }) => kind === 'plugin'),
  });
}

export function useRevokeBrowser() {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: (id: string) => call(revokeToken, { params: { id } }),
    onSettled: () => {
      void cache.invalidateQueries({ queryKey: pluginKeys.tokens });
      void cache.invalidateQueries({ queryKey: pluginInBrowserKey });
    },
  });
}

export function useBeginPairing() {
  return useMutation({ mutationFn: () => call(beginPairing) });
}

/**
 * Pairs this browser in one step: gets a code from the server and passes it to the plugin. Null: the plugin did not
 * respond.
 */
export function useConnect() {
  const cache = useQueryClient();
  const { language } = useTexts();
  return useMutation({
    mutationFn: async () => {
      const { code } = await call(beginPairing);
      return await callPlugin({ type: 'pair', code, language });
    },
    onSettled: () => {
      void cache.invalidateQueries({ queryKey: pluginKeys.tokens });
      void cache.invalidateQueries({ queryKey: pluginInBrowserKey });
    },
  });
}
