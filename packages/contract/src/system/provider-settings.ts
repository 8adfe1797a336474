import { z } from 'zod/mini';
import { Instant } from '../list.ts';
import { route } from '../route.ts';
import { type LinkName, linkNames } from './console-settings.ts';
import { operatorPages } from './public-pages.ts';
import { LinkTarget } from './workplace-config.ts';

/** Links that are always shown: sign-up is impossible without them. */
export const neededLinks: readonly LinkName[] = ['privacy', 'terms'];

/**
 * Reports whether this link may have this address: a page of this console, https, and for contact also a mail address.
 */
export function isLinkAddress(name: LinkName, address: string): boolean {
  return (
    z.safeParse(LinkTarget, address).success ||
    (name === 'contact' && /^mailto:[^\s@?&]+@[^\s@?&.]+(?:\.[^\s@?&.]+)+$/.test(address))
  );
}

/** Saved addresses: null where the link is not shown; a missing link uses its address in `defaults`. */
const SavedLinks = z.partialRecord(z.enum(linkNames), z.nullable(z.string().check(z.maxLength(500))));
export type SavedLinks = z.infer<typeof SavedLinks>;

/** The provider's name, links and pages, as administrators see them. */
export const ProviderSettings = z.object({
  name: z.string(),
  links: SavedLinks,
  /** The address set in the environment, or else our own page. */
  defaults: z.record(z.enum(linkNames), z.string()),
  /** The operator's pages: which are still templates, and who saved the others. */
  pages: z.array(
    z.object({
      name: z.enum(operatorPages),
      isTemplate: z.boolean(),
      version: z.string(),
      savedBy: z.nullable(z.string()),
      savedAt: z.nullable(Instant),
    }),
  ),
  /** Incremented with each change of the name and the links. */
  revision: z.int(),
});
export type ProviderSettings = z.infer<typeof ProviderSettings>;

export const getProviderSettings = route({
  method: 'GET',
  path: '/workplace/provider',
  needs: { permission: 'support', action: 'get' },
  answer: ProviderSettings,
});

/**
 * Replaces the provider's name and links. `workplace.link-wrong` names links with an invalid address,
 * `workplace.link-needed` links that cannot be hidden, and `workplace.changed-meanwhile` means that somebody saved
 * since.
 */
export const saveProviderSettings = route({
  method: 'PUT',
  path: '/workplace/provider',
  needs: { permission: 'support', action: 'edit' },
  body: z.object({ revision: z.int(), name: z.string().check(z.trim(), z.maxLength(60)), links: SavedLinks }),
  answer: ProviderSettings,
});
