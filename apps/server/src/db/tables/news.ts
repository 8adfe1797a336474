/** Articles, announcements and quick links. */
export type NewsTables = Record<never, never>;
