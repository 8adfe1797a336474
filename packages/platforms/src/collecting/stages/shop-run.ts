import { AppError } from '@bowerbird/contract/errors';
import { z } from 'zod/mini';
import type { Reading } from '../reading.ts';
import type { ListEnd } from './read-list.ts';

/** What the stages of a whole shop share; a run that resumes starts with a new one. */
export interface ShopRun {
  readonly reading: Reading;
  /** How the feed ended. `capped` when the run resumes behind it: then there is more than the feed gave. */
  feed: ListEnd;
  /** Categories that could not be read. Their products may still be found by the sitemap. */
  refused: { index: number; total: number | null }[];
  /** Where the run resumed in the feed or a category (`key`): this process does not know the keys of what is before. */
  resumed: { key: string | null; page: number } | null;
  /** What the sitemap gave, once it was read in place of a closed feed; null otherwise. */
  sitemap: 'refused' | 'empty' | 'read' | null;
}

/** What every cursor of a shop contains. */
export const shopCursor = {
  /** Root of the shop, which may have changed once (`ShopReader.elsewhere`). */
  root: z.string(),
  /** Number of products seen so far, saved and skipped. */
  seen: z.int().check(z.nonnegative()),
};
export type ShopCursor = { root: string; seen: number };

/** A page of a list, counted from 1. */
export const page = z.int().check(z.positive());

/** Starts the state of a run. */
export function startShopRun(reading: Reading): ShopRun {
  return { reading, feed: 'capped', refused: [], resumed: null, sitemap: null };
}

/** Returns the part of a cursor that every stage of a shop has. */
export function shopCursorOf({ reader, seen }: Reading): ShopCursor {
  return { root: reader.root, seen };
}

/**
 * Reports whether the shop promises more products than were seen; without a promise the answer is yes, because it is
 * possible.
 */
export function isShort({ reader, seen }: Reading): boolean {
  return reader.promised === null || seen < reader.promised;
}

/** Throws the refusal of the feed, when there was one: for a stage that found no other way to the products. */
export function requireFeed({ feed, reading }: ShopRun): void {
  if (feed instanceof AppError) {
    throw feed.code === 'source.gone'
      ? new AppError('address.no-shop', `${reading.reader.root} has neither a feed nor a sitemap`, {
          cause: feed,
        })
      : feed;
  }
}
