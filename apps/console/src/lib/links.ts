import type { ConsoleSettings, LinkName } from '@bowerbird/contract/console-settings';
import { getConsoleSettings } from '@bowerbird/contract/console-settings';
import { useQuery } from '@tanstack/react-query';
import { call } from './call.ts';
import type { TextKey } from './text.ts';
import { useText } from './text.ts';

export interface OperatorLink {
  name: LinkName;
  label: string;
  address: string;
}

const footer: readonly (readonly [LinkName, TextKey])[] = [
  ['provider', 'footer.provider'],
  ['about', 'footer.about'],
  ['contact', 'footer.contact'],
  ['help', 'footer.help'],
  ['tutorials', 'footer.tutorials'],
];
const guest: readonly (readonly [LinkName, TextKey])[] = [
  ['help', 'links.help'],
  ['privacy', 'links.privacy'],
  ['terms', 'links.terms'],
  ...footer.filter(([name]) => name !== 'help'),
];

export const consoleSettingsKey = ['console', 'settings'] as const;

/** What the server says to everybody, signed in or not; undefined until it has answered. */
export function useConsoleSettings(): ConsoleSettings | undefined {
  const { data } = useQuery({
    queryKey: consoleSettingsKey,
    queryFn: ({ signal }) => call(getConsoleSettings, {}, { signal }),
    staleTime: Number.POSITIVE_INFINITY,
    retry: 1,
  });
  return data;
}

/** At the foot of every page: the provider's site, about, contact, help and tutorials. */
export function useFooterLinks(): OperatorLink[] {
  return useLinks(footer);
}

/** Under the pages of guests: help, privacy and terms, then what stands at the foot of every other page. */
export function useGuestLinks(): OperatorLink[] {
  return useLinks(guest);
}

/** Links that have an address a browser may follow. The provider's carries the provider's name where that is known. */
function useLinks(names: readonly (readonly [LinkName, TextKey])[]): OperatorLink[] {
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
