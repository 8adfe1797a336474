import { languages } from '@bowerbird/contract/account/account';
import { z } from 'zod/mini';

const platform = z.string().check(z.maxLength(40));
/** A web page's address: it is opened, and shown as a link. */
const url = z.string().check(z.maxLength(2000), z.regex(/^https?:\/\//));
const urls = z.array(url).check(z.minLength(1), z.maxLength(5000));

/**
 * Messages that a page script can send. It runs next to pages of others: nothing in them is trusted beyond its shape.
 */
export const PageMessage = z.discriminatedUnion('type', [
  z.object({
    type: z.literal('collected'),
    platform,
    url,
    products: z.array(z.unknown()).check(z.minLength(1), z.maxLength(500)),
  }),
  z.object({ type: z.literal('unread'), platform, url, code: z.string().check(z.maxLength(60)) }),
  z.object({
    type: z.literal('known'),
    platform,
    urls: z.array(url).check(z.minLength(1), z.maxLength(200)),
  }),
  z.object({ type: z.literal('batch'), platform, urls }),
  z.object({ type: z.literal('stop-batch') }),
  z.object({ type: z.literal('blocked'), url }),
  z.object({ type: z.literal('document'), url }),
  z.object({ type: z.literal('state') }),
]);
export type PageMessage = z.infer<typeof PageMessage>;

export const PopupMessage = z.discriminatedUnion('type', [
  z.object({ type: z.literal('pair'), console: z.string(), code: z.string() }),
  z.object({ type: z.literal('unpair') }),
  z.object({ type: z.literal('read-tab'), tabId: z.int() }),
  z.object({ type: z.literal('retry'), id: z.optional(z.string()) }),
  z.object({ type: z.literal('remove'), id: z.string() }),
  z.object({ type: z.literal('send-now') }),
  z.object({ type: z.literal('resume-batch') }),
  z.object({ type: z.literal('show-batch') }),
  z.object({ type: z.literal('forget-batch') }),
]);
export type PopupMessage = z.infer<typeof PopupMessage>;

export const ConsoleMessage = z.discriminatedUnion('type', [
  z.object({ type: z.literal('ping') }),
  z.object({
    type: z.literal('pair'),
    code: z.string().check(z.maxLength(20)),
    language: z.optional(z.enum(languages)),
  }),
  z.object({ type: z.literal('collect'), platform, urls }),
]);
export type ConsoleMessage = z.infer<typeof ConsoleMessage>;
