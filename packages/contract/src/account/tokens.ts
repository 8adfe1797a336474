import { z } from 'zod/mini';
import { Instant } from '../list.ts';
import { actions, type Permission, permissions } from '../permissions.ts';
import { route } from '../route.ts';

/** The most that a token can be allowed. Accounts, people and roles can only be managed by signed-in people. */
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

/** A token for a program (`api`) or for a paired browser (`plugin`). */
export const tokenKinds = ['api', 'plugin'] as const;

/** An access token for the API. */
export const Token = z.object({
  id: z.uuid(),
  kind: z.enum(tokenKinds),
  name: z.string(),
  /** The last four characters of the token itself. */
  ending: z.string(),
  /** As granted; permissions that the person's role no longer has are not effective. */
  permissions: z.array(z.object({ permission: z.enum(permissions), actions: z.array(z.enum(actions)) })),
  createdAt: Instant,
  expiresAt: z.nullable(Instant),
  lastUsedAt: z.nullable(Instant),
});
export type Token = z.infer<typeof Token>;

/** Returns the caller's own tokens, newest first, including expired ones. */
export const listTokens = route({
  method: 'GET',
  path: '/account/tokens',
  needs: 'signed-in',
  answer: z.array(Token),
});

/** Possible lifetimes of a token, in days. */
export const tokenDays = [7, 30, 90, 365] as const;

/**
 * Creates a token. The token is only returned this once, and is sent as `Access-Token`. Fails with
 * `token.rights-too-wide` where the token would be allowed more than the person, and with `token.too-many`.
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

/** Minutes for which a pairing code is valid. */
export const pairingMinutes = 10;

/** Returns a code of eight characters to type into the browser plugin. A code that is still valid is returned again. */
export const beginPairing = route({
  method: 'POST',
  path: '/account/pairing',
  needs: { permission: 'collect', action: 'add' },
  answer: z.object({ code: z.string(), expiresAt: Instant }),
});

/**
 * Exchanges a pairing code for a token that can collect and nothing else; called by the plugin. The code becomes
 * invalid. Fails with `token.pairing-code-wrong`, and with `rate.too-many-tries` after too many wrong codes.
 */
export const pairPlugin = route({
  method: 'POST',
  path: '/plugin/pair',
  needs: 'guest',
  body: z.object({
    code: z.string().check(z.trim(), z.minLength(1), z.maxLength(20)),
    /** The name by which the person will recognise this browser. */
    name: z.string().check(z.trim(), z.minLength(1), z.maxLength(60)),
  }),
  answer: z.object({
    token: z.string(),
    person: z.string(),
    /** Two people can have the same name. */
    personId: z.uuid(),
  }),
  status: 201,
});
