import { z } from 'zod/mini';
import { route } from './route.ts';

/** The operator's links, by name; one without an address is not shown. */
export const linkNames = ['provider', 'about', 'contact', 'help', 'tutorials', 'privacy', 'terms'] as const;
export type LinkName = (typeof linkNames)[number];

/** What the console must know before anybody has signed in. */
export const ConsoleSettings = z.object({
  links: z.partialRecord(z.enum(linkNames), z.string()),
  /** Ways to sign in that are configured; codes reach telephones or, by default, the outbox. */
  signInMethods: z.array(z.enum(['password', 'mobile'])),
});
export type ConsoleSettings = z.infer<typeof ConsoleSettings>;

export const getConsoleSettings = route({
  method: 'GET',
  path: '/console/settings',
  needs: 'guest',
  answer: ConsoleSettings,
});
