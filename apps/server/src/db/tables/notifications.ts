/** What people are told of. */
export type NotificationsTables = Record<never, never>;
