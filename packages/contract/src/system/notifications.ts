import { z } from 'zod/mini';
import { Instant, listOf, pageQuery } from '../list.ts';
import type { Action, Permission } from '../permissions.ts';
import { route } from '../route.ts';

/** Where a notification can be sent: the bell of the console, and the person's mail. */
export const NoticeChoice = z.object({ console: z.boolean(), mail: z.boolean() });
export type NoticeChoice = z.infer<typeof NoticeChoice>;

interface EventKind extends NoticeChoice {
  /** The heading under which the choices are shown. */
  group: 'runs' | 'sources' | 'stores' | 'team' | 'account' | 'plan';
  /** Who is notified when no person is named: the merchant's active users with this permission. */
  to: { permission: Permission; action: Action } | 'everybody';
  /** True: only administrators; false: only merchants; left out: both. */
  administrators?: boolean;
}

/** The events that people can be notified of, with the default channels for those who chose none. */
export const noticeEvents = {
  'run-needs-you': kind('runs', { permission: 'runs', action: 'query' }, true, true, false),
  'run-ended': kind('runs', { permission: 'runs', action: 'query' }, false, false, false),
  'store-rejects-similar': kind('runs', { permission: 'runs', action: 'query' }, true, true, false),
  'source-changed': kind('runs', { permission: 'collect', action: 'query' }, true, false, false),
  'watched-file': kind('runs', { permission: 'products', action: 'import' }, true, true, false),
  'new-products-claimed': kind('runs', { permission: 'products', action: 'query' }, true, false, false),
  'export-not-started': kind('runs', { permission: 'products', action: 'export' }, true, true, false),
  'rule-rejected': kind('runs', { permission: 'products', action: 'query' }, true, true, false),
  'source-access-refused': kind('sources', { permission: 'collect', action: 'query' }, true, true, false),
  'reader-drift': kind('sources', 'everybody', true, true, true),
  'store-access-lost': kind('stores', { permission: 'stores', action: 'query' }, true, true, false),
  'task-assigned': kind('team', 'everybody', true, true, false),
  'task-done': kind('team', 'everybody', true, false, false),
  'project-reminder': kind('team', 'everybody', true, true, false),
  'invitation-accepted': kind('team', { permission: 'user', action: 'query' }, true, false, false),
  'role-changed': kind('team', 'everybody', true, false, false),
  'new-sign-in': kind('account', 'everybody', true, true),
  'sign-in-guessed': kind('account', 'everybody', true, true),
  'security-changed': kind('account', 'everybody', true, false),
  'plugin-paired': kind('account', 'everybody', true, true, false),
  'quota-near': kind('plan', 'everybody', true, false, false),
  'quota-reached': kind('plan', 'everybody', true, true, false),
  'order-paid': kind('plan', 'everybody', true, true, false),
  'plan-ends': kind('plan', 'everybody', true, true, false),
  'owner-frozen': kind('plan', 'everybody', true, true, false),
  'order-waiting': kind('plan', 'everybody', true, true, true),
  'unfreeze-requested': kind('plan', 'everybody', true, true, true),
} as const satisfies Record<string, EventKind>;

function kind(
  group: EventKind['group'],
  to: EventKind['to'],
  inConsole: boolean,
  mail: boolean,
  administrators?: boolean,
): EventKind {
  return { group, to, console: inConsole, mail, ...(administrators !== undefined && { administrators }) };
}

export type NotificationEvent = keyof typeof noticeEvents;
export const notificationEvents = Object.keys(noticeEvents) as NotificationEvent[];

export const NoticeParams = z.record(z.string(), z.union([z.string(), z.number()]));

/**
 * A notification for one person. There is one for each run, store or other subject: a new event of the same subject
 * renews it.
 */
export const Notification = z.object({
  id: z.uuid(),
  event: z.enum(notificationEvents),
  /** Values for its text; `state` selects among the texts of one event. */
  params: NoticeParams,
  /** A console path where something can be done about it. */
  link: z.nullable(z.string()),
  at: Instant,
  readAt: z.nullable(Instant),
});
export type Notification = z.infer<typeof Notification>;

/** Returns the caller's own notifications, newest first. */
export const listNotifications = route({
  method: 'GET',
  path: '/notifications',
  needs: 'signed-in',
  query: z.object({ ...pageQuery, unread: z.optional(z.enum(['true'])) }),
  answer: listOf(Notification),
});

export const countUnread = route({
  method: 'GET',
  path: '/notifications/unread',
  needs: 'signed-in',
  answer: z.object({ unread: z.int() }),
});

export const readNotification = route({
  method: 'POST',
  path: '/notifications/:id/read',
  needs: 'signed-in',
  params: z.object({ id: z.uuid() }),
  answer: Notification,
});

/** Marks all notifications up to an instant as read; later ones stay unread. */
export const readAllNotifications = route({
  method: 'POST',
  path: '/notifications/read',
  needs: 'signed-in',
  body: z.object({ upTo: Instant }),
  answer: z.object({ unread: z.int() }),
});

/** What the caller is notified of, and where; in the order of the events. */
export const NoticeChoices = z.object({
  /** Address for mails. */
  mailTo: z.string(),
  choices: z.array(z.extend(NoticeChoice, { event: z.enum(notificationEvents), group: z.string() })),
});

export const getNoticeChoices = route({
  method: 'GET',
  path: '/notifications/choices',
  needs: 'signed-in',
  answer: NoticeChoices,
});

export const setNoticeChoice = route({
  method: 'PUT',
  path: '/notifications/choices',
  needs: 'signed-in',
  body: z.extend(NoticeChoice, { event: z.enum(notificationEvents) }),
  answer: NoticeChoices,
});
