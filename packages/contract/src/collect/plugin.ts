import { z } from 'zod/mini';
import type { Language } from '../account/account.ts';
import { Instant } from '../list.ts';
import { PlatformId } from '../platform-id.ts';
import { SentProduct } from '../products/sent-product.ts';
import { browserRoute, route } from '../route.ts';
import { RunId } from '../runs.ts';

/**
 * The public key in the plugin's manifest, which gives the plugin the same id on every machine. The private key was
 * never stored.
 */
export const pluginKey =
  'MIIBIjANBgkqhkiG9w0BAQEFAAOCAQ8AMIIBCgKCAQEAqhatavA5Ni8D3bugCdzcGC1GHRu8cmt8BBehmaPZXEpa+UvvS/hPBe0UFtzqqmuRZ8oyIAkj5zYW+bazq48oitLtUWn8ehFvJ9CvxcSY3TY4NbgQB5qVhu6APHz2d/BrFaUXV135ExcxXOft6xP6u11nxzYKlmsKKbiw9mmRl7Zm3NAwSdP6y3666VIrZ9Kg2mKKh412SzqBSMfYds/2yHhQIkRHCi8Ag9N9bY8aCa0kg9CumNrB/yG639HawBjwd8jlcGADIDpPwWzLEAhwNH6qRQl0/oaoqB/d4Hfw/dlB9vwYU85S7QY8nXzoacHkQVDf57qE6kUUm8as6lP4jwIDAQAB';
/**
 * The plugin's id in the browser: the first 32 hexadecimal digits of the key's SHA-256, written with the letters a to
 * p.
 */
export const pluginId = 'ccieebcidbgndjbnoemeeencgdkhccdo';

/** The plugin as this installation offers it: one zip file that contains this information. */
export const PluginInfo = z.object({
  version: z.string(),
  bytes: z.int(),
  /** Of the zip file offered here, in hexadecimal. */
  sha256: z.string(),
  builtAt: Instant,
  /** Marketplaces that it reads automatically; on any other shop it reads after a click. */
  sites: z.array(z.object({ platform: z.string(), hosts: z.array(z.string()) })),
});
export type PluginInfo = z.infer<typeof PluginInfo>;

export const getPluginInfo = route({
  method: 'GET',
  path: '/plugin/info',
  needs: { permission: 'collect', action: 'query' },
  answer: PluginInfo,
});

/** Downloads the zip file, with the address of this console in it. */
export const downloadPlugin = browserRoute({
  method: 'GET',
  path: '/plugin/download',
  needs: { permission: 'collect', action: 'query' },
  streams: 'file',
});

/**
 * A message from the console's page to the plugin in the same browser, sent with `chrome.runtime.sendMessage` and
 * `pluginId`: to check whether it is installed, to pair it with a code, or to read addresses in the merchant's own tab.
 */
export type PluginRequest =
  | { type: 'ping' }
  | { type: 'pair'; code: string; language?: Language }
  | { type: 'collect'; platform: string; urls: string[] };

/** The plugin's response to the console's page. */
export const PluginAnswer = z.object({
  version: z.string(),
  paired: z.boolean(),
  /** The person it is paired with, if any. */
  person: z.optional(z.string()),
  ok: z.boolean(),
  /** Why the request failed. */
  code: z.optional(z.string()),
  /** For `collect`: how many addresses it will read now. */
  taken: z.optional(z.int()),
});
export type PluginAnswer = z.infer<typeof PluginAnswer>;

/** Days without a call after which a paired browser must be paired again. */
export const pluginTokenDays = 90;

/** Longest JSON body of one delivery, in bytes. */
export const deliveryBytesMax = 2_000_000;
export const deliveryProductsMax = 50;

/**
 * Delivers what was read in the merchant's own browser: products as our readers return them, and nothing else of the
 * page. A repeated delivery with the same id changes nothing. Deliveries of one session at one shop belong to one run.
 * Fails with `quota.exceeded`, `owner.frozen` and `request.invalid`; a product that cannot be from that address is
 * rejected.
 */
export const deliverCollected = route({
  method: 'POST',
  path: '/plugin/collect',
  needs: { permission: 'collect', action: 'add' },
  body: z.object({
    id: z.uuid(),
    platform: PlatformId,
    /** URL of the page that was open. */
    url: z.string().check(z.maxLength(2000)),
    capturedAt: Instant,
    pluginVersion: z.string().check(z.maxLength(20)),
    products: z.array(SentProduct).check(z.minLength(1), z.maxLength(deliveryProductsMax)),
  }),
  answer: z.object({
    /** `repeated`: a delivery with this id was received before. */
    state: z.enum(['taken', 'repeated']),
    runId: RunId,
    added: z.int(),
    changed: z.int(),
    unchanged: z.int(),
    /** Ids of the collected products, in the order sent. */
    collectedIds: z.array(z.uuid()),
  }),
});

/** Returns which of these addresses were already collected, and which were claimed. */
export const queryKnown = route({
  method: 'POST',
  path: '/plugin/known',
  needs: { permission: 'collect', action: 'query' },
  body: z.object({
    platform: PlatformId,
    urls: z.array(z.string().check(z.maxLength(2000))).check(z.minLength(1), z.maxLength(200)),
  }),
  answer: z.object({
    known: z.array(z.object({ url: z.string(), collectedAt: Instant, claimed: z.boolean() })),
  }),
});

/**
 * Reports a page that the plugin could not read. It is stored with the failed addresses, so that somebody can look into
 * it.
 */
export const reportUnread = route({
  method: 'POST',
  path: '/plugin/unread',
  needs: { permission: 'collect', action: 'add' },
  body: z.object({
    id: z.uuid(),
    platform: PlatformId,
    url: z.string().check(z.maxLength(2000)),
    code: z.string().check(z.maxLength(60)),
    pluginVersion: z.string().check(z.maxLength(20)),
  }),
  answer: z.object({ kept: z.boolean() }),
});

/**
 * Returns addresses that wait to be read in a browser: those that runs skipped and that were not read since; of one
 * run, or of all.
 */
export const listGaps = route({
  method: 'GET',
  path: '/plugin/gaps',
  needs: { permission: 'collect', action: 'query' },
  query: z.object({ runId: z.optional(RunId) }),
  answer: z.object({
    /** At most 500, oldest first. */
    gaps: z.array(z.object({ platform: z.string(), url: z.string(), code: z.string() })),
    total: z.int(),
  }),
});
