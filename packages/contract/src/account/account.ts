import { z } from 'zod/mini';
import { actions, permissions } from '../permissions.ts';
import { route } from '../route.ts';

export const languages = ['zh-CN', 'zh-TW', 'en-US', 'pt-BR'] as const;
export type Language = (typeof languages)[number];

/**
 * Signs in with a user name or e-mail address and the password, or with a telephone number and the code that
 * `/account/sms` sent to it. `code` is the code of the second step, where that is enabled. Returns the session's token.
 *
 * Fails with `auth.wrong-credentials`, `code.wrong`, `code.expired`, `auth.second-step-needed`,
 * `auth.second-step-wrong`, `auth.not-activated`, `auth.account-disabled` or `rate.too-many-tries`.
 */
export const login = route({
  method: 'POST',
  path: '/auth/user-name-login',
  needs: 'guest',
  unknownKeys: 'ignored',
  body: z.object({
    username: z.optional(z.string().check(z.maxLength(254))),
    email: z.optional(z.string().check(z.maxLength(254))),
    password: z.optional(z.string().check(z.minLength(1), z.maxLength(256))),
    /** With its country code, `+8613800000000`. */
    mobile: z.optional(z.string().check(z.maxLength(20))),
    captcha: z.optional(z.string().check(z.trim(), z.maxLength(10))),
    code: z.optional(z.string().check(z.trim(), z.maxLength(40))),
    rememberMe: z._default(z.boolean(), false),
  }),
  answer: z.string(),
});

export const CurrentUser = z.object({
  id: z.uuid(),
  /** Null for an administrator, who does not belong to a merchant. */
  ownerId: z.nullable(z.uuid()),
  name: z.string(),
  username: z.string(),
  email: z.string(),
  avatar: z.nullable(z.string()),
  role: z.object({
    id: z.string(),
    name: z.string(),
    describe: z.string(),
    /** 1: active, 0: disabled. */
    status: z.int(),
    /** The person who created it; `system` for a built-in role and where no creator is recorded. */
    creatorId: z.string(),
    /** Milliseconds since 1970. */
    createTime: z.int(),
    /** Always 0: no person holds a deleted role. */
    deleted: z.int(),
    permissions: z.array(
      z.object({
        permissionId: z.enum(permissions),
        actionEntitySet: z.array(z.object({ action: z.enum(actions) })),
      }),
    ),
  }),
});
export type CurrentUser = z.infer<typeof CurrentUser>;

export const getUser = route({
  method: 'GET',
  path: '/user/get-user',
  needs: 'signed-in',
  programs: true,
  unknownKeys: 'ignored',
  answer: CurrentUser,
});

export const logout = route({
  method: 'POST',
  path: '/auth/logout',
  needs: 'signed-in',
  unknownKeys: 'ignored',
  answer: z.object({ signedOut: z.literal(true) }),
});
