import { z } from 'zod/mini';
import { route } from './route.ts';

/** The operator's links, by name. */
export const linkNames = ['provider', 'about', 'contact', 'help', 'tutorials', 'privacy', 'terms'] as const;
export type LinkName = (typeof linkNames)[number];

/** The page of this console that each link leads to while nobody has set an address. */
export const ownPages = {
  provider: '/about',
  about: '/about',
  contact: '/contact',
  help: '/help',
  tutorials: '/tutorials',
  privacy: '/legal/privacy',
  terms: '/legal/terms',
} as const satisfies Record<LinkName, string>;

/** Names one state of a text: `v3` was saved third, `template-…` is ours, an address is a page of somebody else's. */
const Version = z.string().check(z.minLength(1), z.maxLength(500));

/** The versions of the two texts that a person accepts when signing up. */
export const LegalVersions = z.object({ privacy: Version, terms: Version });
export type LegalVersions = z.infer<typeof LegalVersions>;

/** What the console must know before anybody has signed in. */
export const ConsoleSettings = z.object({
  /** Who runs this installation; empty while nobody has said. */
  provider: z.string(),
  /** Where the links lead; one that is not shown is missing. */
  links: z.partialRecord(z.enum(linkNames), z.string()),
  /** Ways to sign in that are configured; codes reach telephones or, by default, the outbox. */
  signInMethods: z.array(z.enum(['password', 'mobile'])),
  /** What a person who signs up now accepts; sent back with `signUp`. */
  legalVersions: LegalVersions,
});
export type ConsoleSettings = z.infer<typeof ConsoleSettings>;

export const getConsoleSettings = route({
  method: 'GET',
  path: '/console/settings',
  needs: 'guest',
  answer: ConsoleSettings,
});
