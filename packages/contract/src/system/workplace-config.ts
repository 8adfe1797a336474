import { z } from 'zod/mini';
import { languages } from '../account/account.ts';
import { Instant } from '../list.ts';
import { route } from '../route.ts';
import { NewsItem } from './news.ts';

export const announcementLevels = ['info', 'attention', 'urgent'] as const;
export type AnnouncementLevel = (typeof announcementLevels)[number];

/** A path of this console, or an https URL. */
export const LinkTarget = z
  .string()
  .check(z.maxLength(500), z.regex(/^(\/(?![/\\])[^\s\\]*|https:\/\/[^\s/\\][^\s]*)$/));

const Sentence = z.string().check(z.maxLength(300));
/** One sentence in some of the languages. */
const Sentences = z.partialRecord(z.enum(languages), Sentence);
const Title = z.string().check(z.minLength(1), z.maxLength(40));

/** What a person's Workplace shows in addition to their own figures. */
export const WorkplaceBoard = z.object({
  /** Current announcements that this person has not dismissed, the most urgent first. */
  announcements: z.array(
    z.object({
      id: z.uuid(),
      level: z.enum(announcementLevels),
      text: z.string(),
      language: z.enum(languages),
      link: z.nullable(z.string()),
    }),
  ),
  links: z.array(
    z.object({
      id: z.uuid(),
      /** Added by this person; otherwise everyone has it. */
      own: z.boolean(),
      path: z.string(),
      /** Empty: the page has the same title as in the menu. */
      title: z.string(),
    }),
  ),
  news: z.array(NewsItem),
});
export type WorkplaceBoard = z.infer<typeof WorkplaceBoard>;

const own = { permission: 'dashboard', action: 'get' } as const;

export const getWorkplaceBoard = route({
  method: 'GET',
  path: '/workplace/board',
  needs: own,
  answer: WorkplaceBoard,
});

const params = z.object({ id: z.uuid() });

/** Dismisses an announcement for the caller only. */
export const dismissAnnouncement = route({
  method: 'POST',
  path: '/workplace/announcements/:id/dismiss',
  needs: own,
  params,
  answer: z.object({ dismissed: z.literal(true) }),
});

/** Adds a quick link of the caller's own at the end; an existing link with the same path is kept as it is. */
export const addOwnLink = route({
  method: 'POST',
  path: '/workplace/links',
  needs: own,
  body: z.object({ path: LinkTarget, title: Title }),
  answer: WorkplaceBoard,
  status: 201,
});

/** Sets the order of the caller's own links; those that are not named come after them. */
export const orderOwnLinks = route({
  method: 'PUT',
  path: '/workplace/links/order',
  needs: own,
  body: z.object({ ids: z.array(z.uuid()).check(z.maxLength(50)) }),
  answer: WorkplaceBoard,
});

export const removeOwnLink = route({
  method: 'DELETE',
  path: '/workplace/links/:id',
  needs: own,
  params,
  answer: WorkplaceBoard,
});

/** An announcement as administrators see it. */
export const Announcement = z.object({
  id: z.uuid(),
  level: z.enum(announcementLevels),
  texts: Sentences,
  link: z.nullable(z.string()),
  from: Instant,
  /** Null: until it is deleted. */
  to: z.nullable(Instant),
  revision: z.int(),
  /** How many people have dismissed it. */
  dismissed: z.int(),
});
export type Announcement = z.infer<typeof Announcement>;

const ConfigLink = z.object({
  path: LinkTarget,
  /** A language without a title uses the title in the menu. */
  titles: z.partialRecord(z.enum(languages), z.string().check(z.maxLength(40))),
});

/** What every Workplace shows. */
export const WorkplaceConfig = z.object({
  announcements: z.array(Announcement),
  links: z.array(ConfigLink),
  /** Incremented with each change of the links. */
  linksRevision: z.int(),
});
export type WorkplaceConfig = z.infer<typeof WorkplaceConfig>;

export const getWorkplaceConfig = route({
  method: 'GET',
  path: '/workplace/config',
  needs: { permission: 'support', action: 'get' },
  answer: WorkplaceConfig,
});

/** Replaces the links that everyone has; fails with `workplace.changed-meanwhile` when somebody saved since. */
export const saveWorkplaceLinks = route({
  method: 'PUT',
  path: '/workplace/config/links',
  needs: { permission: 'support', action: 'edit' },
  body: z.object({ revision: z.int(), links: z.array(ConfigLink).check(z.maxLength(20)) }),
  answer: WorkplaceConfig,
});

const given = {
  level: z.enum(announcementLevels),
  texts: Sentences,
  link: z.nullable(LinkTarget),
  from: Instant,
  to: z.nullable(Instant),
};

/**
 * Adds an announcement. At least one language needs a sentence, and the end must be after the beginning; otherwise it
 * fails with `request.invalid`.
 */
export const addAnnouncement = route({
  method: 'POST',
  path: '/workplace/config/announcements',
  needs: { permission: 'support', action: 'add' },
  body: z.object(given),
  answer: WorkplaceConfig,
  status: 201,
});

export const saveAnnouncement = route({
  method: 'PUT',
  path: '/workplace/config/announcements/:id',
  needs: { permission: 'support', action: 'edit' },
  params,
  body: z.object({ revision: z.int(), ...given }),
  answer: WorkplaceConfig,
});

export const deleteAnnouncement = route({
  method: 'DELETE',
  path: '/workplace/config/announcements/:id',
  needs: { permission: 'support', action: 'delete' },
  params,
  answer: WorkplaceConfig,
});
