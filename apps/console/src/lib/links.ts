import type { ConsoleSettings, LinkName } from '@bowerbird/contract/system/console-settings';
import { getConsoleSettings } from '@bowerbird/contract/system/console-settings';
import { useQuery } from '@tanstack/react-query';
import { call } from './api/call.ts';
import type { PlainTextKey } from './text/text.ts';
import { useText } from './text/text.ts';

export interface OperatorLink {
  name: LinkName;
  label: string;
  address: string;
}

const footer: readonly (readonly [LinkName, PlainTextKey])[] = [
  ['provider', 'footer.provider'],
  ['about', 'footer.about'],
  ['contact', 'footer.contact'],
  ['help', 'footer.help'],
  ['tutorials', 'footer.tutorials'],
];
const guest: readonly (readonly [LinkName, PlainTextKey])[] = [
  ['help', 'links.help'],
  ['privacy', 'links.privacy'],
  ['terms', 'links.terms'],
  ...footer.filter(([name]) => name !== 'help'),
];

export const consoleSettingsKey = ['console', 'settings'] as const;

/** Returns the settings that the server sends to everyone, signed in or not; undefined until loaded. */
export function useConsoleSettings(): ConsoleSettings | undefined {
  const { data } = useQuery({
    queryKey: consoleSettingsKey,
    queryFn: ({ signal }) => call(getConsoleSettings, {}, { signal }),
    staleTime: Number.POSITIVE_INFINITY,
    retry: 1,
  });
  return data;
}

/** Returns the footer links of every page: the provider's site, about, contact, help and tutorials. */
export function useFooterLinks(): OperatorLink[] {
  return useLinks(footer);
}

/** Returns the links under guest pages: help, privacy and terms, then the footer links of every other page. */
export function useGuestLinks(): OperatorLink[] {
  return useLinks(guest);
}

/**
 * Returns the links with an address that a browser may follow. The provider's link has the provider's name, if known.
 */
function useLinks(names: readonly (readonly [LinkName, PlainTextKey])[]): OperatorLink[] {
  const text = useText();
  const settings = useConsoleSettings();
  if (settings === undefined) {
    return [];
  }
  return names.flatMap(([name, key]) => {
    const address = settings.links[name];
    const label = name === 'provider' && settings.provider !== '' ? settings.provider : text(key);
    return address !== undefined && /^(https?:\/\/|mailto:|\/(?![/\\]))/.test(address)
      ? [{ name, label, address }]
      : [];
  });
}
