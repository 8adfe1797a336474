import type { WatchedField } from '@bowerbird/contract/collect/collect';
import type { Collector } from '../collecting/collector.ts';
import { type CapturedCase, lackingIn, type Outcome, readingOf } from './case.ts';
import { scrubbed, scrubbedAddress } from './scrub.ts';
import { trimmed } from './trim.ts';

/** A page, and what a person says should be read from it. */
export interface CaptureRequest {
  platform: string;
  url: URL;
  markup: string;
  /**
   * The missing fields. Title and price are always expected; the price is not when the values say that there is none.
   */
  fields: readonly WatchedField[];
  /** The values that the person sees there, when given. */
  values?: CapturedCase['expect']['values'];
}

export interface CaptureLimits {
  now(): number;
  /** When the page was captured, ISO 8601. */
  at: string;
  /** Time limit of trimming, in milliseconds. */
  trimMs?: number;
}

/** Result of a capture. */
export type Captured =
  | { kind: 'captured'; case: CapturedCase; lacking: string[] }
  /** Everything expected is read correctly. */
  | { kind: 'nothing-fails'; outcome: Outcome }
  /** Without its secrets, the page is read differently, so it cannot be kept. */
  | { kind: 'reads-secrets' }
  | { kind: 'too-large'; bytes: number };

/** Size limit in bytes: a case is stored with the program's other cases and read in every test. */
const bytesMax = 1_500_000;
const trimMs = 20_000;
const triesMax = 600;

/** Patterns for where a page may contain a field: matching parts stay, even where today's reader does not look. */
const tracesOf: Partial<Record<WatchedField, string>> = {
  price: 'price|amount|offer|[€$£¥₩₽]\\s*\\d|\\d\\s*(?:€|元|руб|zł|kr)|\\b(?:USD|EUR|CNY|GBP|BRL|JPY)\\b',
  compareAtPrice: 'price|was|original|compare|[€$£¥]\\s*\\d',
  currency: 'currency|\\b[A-Z]{3}\\b',
  title: 'title|<h1|^h1|subject|"name"|og:',
  description: 'descri|detail',
  images: 'image|img|picture|gallery|photo|\\.jpe?g|\\.webp|\\.png',
  vendor: 'brand|vendor|manufacturer|seller|marca',
  sku: 'sku|article|mpn|model',
  stock: 'stock|inventory|availab|quantity|qty',
  weight: 'weight|peso|\\bkg\\b',
  categories: 'categor|breadcrumb',
  tags: 'tag|keyword',
  attributes: 'attribut|spec|propert|feature',
  options: 'option|variant|variation|sku|choice|select',
  product: 'product|item|offer|price|title',
};

/**
 * Creates a case from a page that a reader fails on: without secrets, trimmed to what the reader reads and to where the
 * missing values may be, and failing exactly as the complete page does.
 */
export function capture(
  collector: Pick<Collector, 'readPage'>,
  request: CaptureRequest,
  limits: CaptureLimits,
): Captured {
  const whole = readingOf(collector, request.markup, request.url);
  const hasPrice = request.values?.price !== null;
  const fields = [
    ...new Set<WatchedField>(['title', ...(hasPrice ? (['price'] as const) : []), ...request.fields]),
  ];
  const expect = { fields, values: { ...valuesOf(whole, fields), ...request.values } };
  const lacking = lackingIn(whole, expect);
  if (lacking.length === 0) {
    return { kind: 'nothing-fails', outcome: whole };
  }
  const url = addressFor(collector, request, whole);
  const stated = JSON.stringify(whole);
  const same = (candidate: string) => JSON.stringify(readingOf(collector, candidate, url)) === stated;
  const clean = scrubbed(request.markup);
  if (!same(clean)) {
    return { kind: 'reads-secrets' };
  }
  // When a value is read incorrectly, the correct one may be wherever a missing one may be.
  const said = saidIn(request.values);
  const missing = [...fields.filter((field) => !whole.found.includes(field)), ...said];
  const until = limits.now() + (limits.trimMs ?? trimMs);
  const cut = trimmed(clean, same, tracesFor(missing, request.values), {
    now: limits.now,
    until,
    tries: triesMax,
  });
  const bytes = new TextEncoder().encode(cut).length;
  if (bytes > bytesMax) {
    return { kind: 'too-large', bytes };
  }
  return {
    kind: 'captured',
    lacking,
    case: { platform: request.platform, url: url.href, capturedAt: limits.at, expect, markup: cut },
  };
}

/** Returns the address without its query and fragment, unless the reader needs them. */
function addressFor(
  collector: Pick<Collector, 'readPage'>,
  { url, markup }: CaptureRequest,
  whole: Outcome,
): URL {
  const bare = scrubbedAddress(url);
  return JSON.stringify(readingOf(collector, markup, bare)) === JSON.stringify(whole)
    ? bare
    : new URL(scrubbed(url.href));
}

/**
 * Returns the values that are already read correctly and must stay so after the fix; scrubbed values are not included.
 */
function valuesOf(whole: Outcome, fields: readonly WatchedField[]): CapturedCase['expect']['values'] {
  const kept = (name: 'title' | 'price' | 'currency') =>
    whole[name] !== null && whole.found.includes(name) && scrubbed(whole[name]) === whole[name];
  return {
    ...(kept('title') && { title: whole.title ?? '' }),
    ...(kept('price') && fields.includes('price') && { price: whole.price ?? '' }),
    ...(kept('currency') && { currency: whole.currency ?? '' }),
  };
}

/** Returns the fields for which values were given. */
function saidIn(values: CaptureRequest['values'] = {}): WatchedField[] {
  const { choices, variants } = values;
  const plain = (['title', 'price', 'currency', 'stock'] as const).filter(
    (name) => values[name] !== undefined,
  );
  return [...plain, ...(choices !== undefined || variants !== undefined ? (['options'] as const) : [])];
}

function tracesFor(missing: readonly WatchedField[], values: CaptureRequest['values'] = {}): RegExp {
  const { title, price, currency, stock, choices = [] } = values;
  const names = choices.flatMap((choice) => choice.split(': '));
  const said = [title, price, currency, stock, ...names]
    .filter((value) => value !== undefined && value !== null && value !== '')
    .map((value) => String(value).replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&'));
  const traces = missing.flatMap((field) => tracesOf[field] ?? []);
  const sources = [...said, ...traces];
  return sources.length === 0 ? /(?!)/ : new RegExp(sources.join('|'), 'i');
}

/** Returns the name of a case's file in its platform's folder: the host and a hash of the page. */
export async function fileOf({ url, markup, expect }: CapturedCase): Promise<string> {
  const bytes = new TextEncoder().encode(`${url}\n${JSON.stringify(expect)}\n${markup}`);
  const hash = new Uint8Array(await crypto.subtle.digest('SHA-256', bytes));
  const mark = [...hash.slice(0, 6)].map((byte) => byte.toString(16).padStart(2, '0')).join('');
  return `${new URL(url).host.replaceAll(/[^\w.-]/g, '_').slice(0, 80)}-${mark}.json`;
}
