import { z } from 'zod/mini';
import type { Language } from './account.ts';
import { Instant } from './list.ts';
import { PlatformId } from './platform-id.ts';
import { browserRoute, route } from './route.ts';
import { RunId } from './runs.ts';
import { SentProduct } from './sent-product.ts';

/** The public key in the plugin's manifest; it fixes the plugin's id on every machine. The private half was never kept. */
export const pluginKey =
  'MIIBIjANBgkqhkiG9w0BAQEFAAOCAQ8AMIIBCgKCAQEAqhatavA5Ni8D3bugCdzcGC1GHRu8cmt8BBehmaPZXEpa+UvvS/hPBe0UFtzqqmuRZ8oyIAkj5zYW+bazq48oitLtUWn8ehFvJ9CvxcSY3TY4NbgQB5qVhu6APHz2d/BrFaUXV135ExcxXOft6xP6u11nxzYKlmsKKbiw9mmRl7Zm3NAwSdP6y3666VIrZ9Kg2mKKh412SzqBSMfYds/2yHhQIkRHCi8Ag9N9bY8aCa0kg9CumNrB/yG639HawBjwd8jlcGADIDpPwWzLEAhwNH6qRQl0/oaoqB/d4Hfw/dlB9vwYU85S7QY8nXzoacHkQVDf57qE6kUUm8as6lP4jwIDAQAB';
/** The plugin's id in the browser: the first 32 hexadecimal digits of the key's SHA-256, written from a to p. */
export const pluginId = 'ccieebcidbgndjbnoemeeencgdkhccdo';

/** What the plugin hands out at this address: one zip, stamped with it. */
export const PluginInfo = z.object({
  version: z.string(),
  bytes: z.int(),
  /** Of the zip as it is handed out here, in hexadecimal. */
  sha256: z.string(),
  builtAt: Instant,
  /** Marketplaces it reads by itself; on any other shop it reads after a click. */
  sites: z.array(z.object({ platform: z.string(), hosts: z.array(z.string()) })),
});
export type PluginInfo = z.infer<typeof PluginInfo>;

export const getPluginInfo = route({
  method: 'GET',
  path: '/plugin/info',
  needs: { permission: 'collect', action: 'query' },
  answer: PluginInfo,
});

/** The zip, with the address of this console in it. */
export const downloadPlugin = browserRoute({
  method: 'GET',
  path: '/plugin/download',
  needs: { permission: 'collect', action: 'query' },
  streams: 'file',
});

/**
 * What the console's own page asks the plugin of its browser, by `chrome.runtime.sendMessage` and `pluginId`: whether it
 * is there, to pair itself with a code, or to read addresses in the merchant's own tab.
 */
export type AskPlugin =
  | { type: 'ping' }
  | { type: 'pair'; code: string; language?: Language }
  | { type: 'collect'; platform: string; urls: string[] };

/** What the plugin answers the console's page. */
export const PluginAnswer = z.object({
  version: z.string(),
  paired: z.boolean(),
  /** As whom, where it is paired. */
  person: z.optional(z.string()),
  ok: z.boolean(),
  /** Why not. */
  code: z.optional(z.string()),
  /** To `collect`: how many addresses it will read now. */
  taken: z.optional(z.int()),
});
export type PluginAnswer = z.infer<typeof PluginAnswer>;

/** Days without a call after which a paired browser has to be paired again. */
export const pluginTokenDays = 90;

/** Bytes of JSON that one delivery may have. */
export const deliveryBytesMax = 2_000_000;
export const deliveryProductsMax = 50;

/**
 * What was read in the merchant's own browser: products as our readers give them, and nothing else of the page. Sent again
 * under the same id it changes nothing. Deliveries of one sitting at one shop belong to one run. Fails with
 * `quota.exceeded`, `owner.frozen` and `request.invalid`; what cannot be a product of that address is refused.
 */
export const deliverCollected = route({
  method: 'POST',
  path: '/plugin/collect',
  needs: { permission: 'collect', action: 'add' },
  body: z.object({
    id: z.uuid(),
    platform: PlatformId,
    /** The page that was open. */
    url: z.string().check(z.maxLength(2000)),
    capturedAt: Instant,
    pluginVersion: z.string().check(z.maxLength(20)),
    products: z.array(SentProduct).check(z.minLength(1), z.maxLength(deliveryProductsMax)),
  }),
  answer: z.object({
    /** `repeated`: a delivery of this id was taken before. */
    state: z.enum(['taken', 'repeated']),
    runId: RunId,
    added: z.int(),
    changed: z.int(),
    unchanged: z.int(),
    /** Where the products stand now, in the order sent. */
    collectedIds: z.array(z.uuid()),
  }),
});

/** Which of these addresses were collected, and claimed, already. */
export const askKnown = route({
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

/** A page that the plugin could not read: kept among what failed, so that somebody can see to it. */
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

/** Addresses that wait to be read in a browser: what runs skipped and nobody read since; of one run, or of all. */
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
