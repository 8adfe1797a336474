import { z } from 'zod/mini';
import { route } from '../route.ts';

/** The operator's links, by name. */
export const linkNames = ['provider', 'about', 'contact', 'help', 'tutorials', 'privacy', 'terms'] as const;
export type LinkName = (typeof linkNames)[number];

/** The page of this console that each link opens as long as no address is set. */
export const ownPages = {
  provider: '/about',
  about: '/about',
  contact: '/contact',
  help: '/help',
  tutorials: '/tutorials',
  privacy: '/legal/privacy',
  terms: '/legal/terms',
} as const satisfies Record<LinkName, string>;

/** Names one version of a text: `v3` was saved third, `template-…` is our template, a URL is an external page. */
const Version = z.string().check(z.minLength(1), z.maxLength(500));

/** The versions of the two texts that a person accepts when signing up. */
export const LegalVersions = z.object({ privacy: Version, terms: Version });
export type LegalVersions = z.infer<typeof LegalVersions>;

/** What the console must know before sign-in. */
export const ConsoleSettings = z.object({
  /** Name of the operator of this installation; empty while it is not set. */
  provider: z.string(),
  /** Targets of the links; a link that is not shown is missing. */
  links: z.partialRecord(z.enum(linkNames), z.string()),
  /** Configured ways to sign in. Codes are sent to telephones or, by default, put into the outbox. */
  signInMethods: z.array(z.enum(['password', 'mobile'])),
  /** The versions that a person who signs up now accepts; sent back with `signUp`. */
  legalVersions: LegalVersions,
});
export type ConsoleSettings = z.infer<typeof ConsoleSettings>;

export const getConsoleSettings = route({
  method: 'GET',
  path: '/console/settings',
  needs: 'guest',
  answer: ConsoleSettings,
});
