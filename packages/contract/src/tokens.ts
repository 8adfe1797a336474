import { z } from 'zod/mini';
import { Instant } from './list.ts';
import { actions, type Permission, permissions } from './permissions.ts';
import { route } from './route.ts';

/** What a token can be allowed at most. Accounts, people and roles are managed by people who signed in. */
export const tokenPermissions = [
  'dashboard',
  'collect',
  'products',
  'listing',
  'stores',
  'runs',
  'news',
] as const satisfies readonly Permission[];

const TokenRight = z.object({
  permission: z.enum(tokenPermissions),
  actions: z.array(z.enum(actions)).check(z.minLength(1), z.maxLength(actions.length)),
});

/** A key for a program (`api`) or for a paired browser (`plugin`). */
export const tokenKinds = ['api', 'plugin'] as const;

/** A key to the API. */
export const Token = z.object({
  id: z.uuid(),
  kind: z.enum(tokenKinds),
  name: z.string(),
  /** The last four characters of the token itself. */
  ending: z.string(),
  /** As given; what the person's role no longer allows does not count. */
  permissions: z.array(z.object({ permission: z.enum(permissions), actions: z.array(z.enum(actions)) })),
  createdAt: Instant,
  expiresAt: z.nullable(Instant),
  lastUsedAt: z.nullable(Instant),
});
export type Token = z.infer<typeof Token>;

/** One's own, newest first; also those that have run out. */
export const listTokens = route({
  method: 'GET',
  path: '/account/tokens',
  needs: 'signed-in',
  answer: z.array(Token),
});

/** How long a token can live, in days. */
export const tokenDays = [7, 30, 90, 365] as const;

/**
 * Makes a token. It is told this once and sent as `Access-Token`. Fails with `token.rights-too-wide` where it would be
 * allowed more than the person, and with `token.too-many`.
 */
export const createToken = route({
  method: 'POST',
  path: '/account/tokens',
  needs: 'signed-in',
  body: z.object({
    name: z.string().check(z.trim(), z.minLength(1), z.maxLength(60)),
    permissions: z.array(TokenRight).check(z.minLength(1), z.maxLength(tokenPermissions.length)),
    /** Null: until it is revoked. */
    days: z.nullable(z.literal(tokenDays)),
  }),
  answer: z.object({ token: z.string(), created: Token }),
  status: 201,
});

export const revokeToken = route({
  method: 'DELETE',
  path: '/account/tokens/:id',
  needs: 'signed-in',
  params: z.object({ id: z.uuid() }),
  answer: z.object({ revoked: z.literal(true) }),
});

/** Minutes a pairing code can be used. */
export const pairingMinutes = 10;

/** A code of eight characters to type into the browser plugin. One that still holds is told again. */
export const beginPairing = route({
  method: 'POST',
  path: '/account/pairing',
  needs: { permission: 'collect', action: 'add' },
  answer: z.object({ code: z.string(), expiresAt: Instant }),
});

/**
 * The plugin's own call: a pairing code for a token that can collect and nothing else. The code is used up. Fails with
 * `token.pairing-code-wrong`, and with `rate.too-many-tries` for who guesses.
 */
export const pairPlugin = route({
  method: 'POST',
  path: '/plugin/pair',
  needs: 'guest',
  body: z.object({
    code: z.string().check(z.trim(), z.minLength(1), z.maxLength(20)),
    /** What the person will know this browser by. */
    name: z.string().check(z.trim(), z.minLength(1), z.maxLength(60)),
  }),
  answer: z.object({
    token: z.string(),
    person: z.string(),
    /** Two people may bear one name. */
    personId: z.uuid(),
  }),
  status: 201,
});
