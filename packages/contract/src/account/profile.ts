import { z } from 'zod/mini';
import { measureNames } from '../figures/analysis.ts';
import { Instant } from '../list.ts';
import { browserRoute, route } from '../route.ts';
import { Run } from '../runs.ts';
import { languages } from './account.ts';

const name = z.string().check(z.trim(), z.minLength(1), z.maxLength(40));
const line = z.string().check(z.trim(), z.maxLength(120));

/** What people enter about themselves. */
export const ProfileForm = z.object({
  name,
  motto: line,
  jobTitle: line,
  tags: z.array(z.string().check(z.trim(), z.minLength(1), z.maxLength(30))).check(z.maxLength(12)),
  /** The language of mails and messages to this person; null: the language of the console. */
  language: z.nullable(z.enum(languages)),
});
export type ProfileForm = z.infer<typeof ProfileForm>;

export const Profile = z.extend(ProfileForm, {
  username: z.string(),
  email: z.string(),
  /** URL of the avatar; null where there is none. */
  avatar: z.nullable(z.string()),
  /** `name` as entered; the names of built-in roles are translated by their id. */
  role: z.object({ id: z.string(), name: z.string() }),
  /** The merchant this person works for; null for an administrator. */
  merchant: z.nullable(z.string()),
  createdAt: Instant,
});
export type Profile = z.infer<typeof Profile>;

export const getProfile = route({
  method: 'GET',
  path: '/account/profile',
  needs: 'signed-in',
  answer: Profile,
});

export const saveProfile = route({
  method: 'PUT',
  path: '/account/profile',
  needs: 'signed-in',
  body: ProfileForm,
  answer: Profile,
});

/** Largest file that is accepted as an avatar, in bytes. */
export const avatarBytesMax = 5 * 1024 * 1024;

/**
 * Uploads an image as `multipart/form-data` with one file, `image` (JPEG, PNG, WebP, GIF or AVIF). The image is cropped
 * to a square of 256 pixels, and metadata about camera and location is removed. Fails with `account.picture-too-large`
 * or `account.picture-unreadable`.
 */
export const uploadAvatar = route({
  method: 'POST',
  path: '/account/avatar',
  needs: 'signed-in',
  answer: z.object({ avatar: z.string() }),
  status: 201,
});

export const removeAvatar = route({
  method: 'DELETE',
  path: '/account/avatar',
  needs: 'signed-in',
  answer: z.object({ removed: z.literal(true) }),
});

/** Returns a person's avatar. Its name changes with its content, so that it can be cached forever. */
export const showAvatar = browserRoute({
  method: 'GET',
  path: '/account/avatars/:name',
  needs: 'signed-in',
  params: z.object({ name: z.string().check(z.regex(/^[\da-f]{64}\.webp$/)) }),
  streams: 'file',
});

/** The caller's own work and team. */
export const Center = z.object({
  /** Each measure of Analysis since the beginning: by this person's runs and edits, and by everyone of the merchant. */
  figures: z.array(z.object({ measure: z.enum(measureNames), own: z.int(), all: z.int() })),
  /** How many runs this person started; dry runs do not count. */
  runs: z.int(),
  /** The runs that this person started last, newest first; at most ten. */
  recent: z.array(Run),
  /** The other people of the same merchant; at most twelve. */
  team: z.array(
    z.object({ id: z.uuid(), name: z.string(), avatar: z.nullable(z.string()), role: z.string() }),
  ),
});
export type Center = z.infer<typeof Center>;

export const getCenter = route({
  method: 'GET',
  path: '/account/center',
  needs: 'signed-in',
  answer: Center,
});
