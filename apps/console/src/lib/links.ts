import type { ConsoleSettings, LinkName } from '@bowerbird/contract/console-settings';
import { getConsoleSettings } from '@bowerbird/contract/console-settings';
import { useQuery } from '@tanstack/react-query';
import { call } from './call.ts';
import type { TextKey } from './text.ts';

export interface OperatorLink {
  key: TextKey;
  address: string;
}

const env = import.meta.env;

/** Addresses that a build of one's own may carry; what the server says comes first. */
const built: Record<LinkName, unknown> = {
  provider: env.VITE_LINK_PROVIDER,
  about: env.VITE_LINK_ABOUT,
  contact: env.VITE_LINK_CONTACT,
  help: env.VITE_LINK_HELP,
  tutorials: env.VITE_LINK_TUTORIALS,
  privacy: env.VITE_LINK_PRIVACY,
  terms: env.VITE_LINK_TERMS,
};

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
];

/** What the server says to everybody, signed in or not; undefined until it has answered. */
export function useConsoleSettings(): ConsoleSettings | undefined {
  const { data } = useQuery({
    queryKey: ['console', 'settings'],
    queryFn: ({ signal }) => call(getConsoleSettings, {}, { signal }),
    staleTime: Number.POSITIVE_INFINITY,
    retry: 1,
  });
  return data;
}

/** At the foot of every page: the provider's site, about, contact, help and tutorials. */
export function useFooterLinks(): OperatorLink[] {
  return linksOf(footer, useConsoleSettings()?.links ?? {});
}

/** Under the sign-in form: help, privacy and terms. */
export function useGuestLinks(): OperatorLink[] {
  return linksOf(guest, useConsoleSettings()?.links ?? {});
}

/** Links that have an address; one without is not shown. */
function linksOf(
  names: readonly (readonly [LinkName, TextKey])[],
  told: Partial<Record<LinkName, string>>,
): OperatorLink[] {
  return names.flatMap(([name, key]) => {
    const address = told[name] ?? built[name];
    return typeof address === 'string' && /^https?:\/\//.test(address) ? [{ key, address }] : [];
  });
}
