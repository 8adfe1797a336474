import type { WatchedField } from '@bowerbird/contract/collect';
import type { Collector } from '../collecting/collector.ts';
import { type CapturedCase, lackingIn, type Outcome, readingOf } from './case.ts';
import { scrubbed, scrubbedAddress } from './scrub.ts';
import { trimmed } from './trim.ts';

/** A page, and what a person says should be read from it. */
export interface CaptureAsk {
  platform: string;
  url: URL;
  markup: string;
  /** What is missing. Title and price are always expected, the price unless the values say that there is none. */
  fields: readonly WatchedField[];
  /** What the person sees there, where he says so. */
  values?: CapturedCase['expect']['values'];
}

export interface CaptureLimits {
  now(): number;
  /** When it was captured, ISO 8601. */
  at: string;
  /** How long trimming may take. */
  trimMs?: number;
}

/** What became of a capture. */
export type Captured =
  | { kind: 'captured'; case: CapturedCase; lacking: string[] }
  /** All that is expected is read. */
  | { kind: 'nothing-fails'; outcome: Outcome }
  /** Without its secrets the page is read otherwise: it cannot be kept. */
  | { kind: 'reads-secrets' }
  | { kind: 'too-large'; bytes: number };

/** A case is kept with the program's other cases, and read in every test. */
const bytesMax = 1_500_000;
const trimMs = 20_000;
const triesMax = 600;

/** Where a page may hold a field: what speaks of it stays, even where today's reader does not look there. */
const tracesOf: Partial<Record<WatchedField, string>> = {
  price: 'price|amount|offer|[€$£¥₩₽]\\s*\\d|\\d\\s*(?:€|元|руб|zł|kr)|\\b(?:USD|EUR|CNY|GBP|BRL|JPY)\\b',
  compareAtPrice: 'price|was|original|compare|[€$£¥]\\s*\\d',
  currency: 'currency|\\b[A-Z]{3}\\b',
  title: 'title|<h1|^h1|subject|"name"|og:',
  description: 'descri|detail',
  pictures: 'image|img|picture|gallery|photo|\\.jpe?g|\\.webp|\\.png',
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
 * Makes a case of a page that a reader fails on: without secrets, cut to what the reader reads and to where the missing may
 * stand, and failing just as the whole page does.
 */
export function capture(
  collector: Pick<Collector, 'readPage'>,
  ask: CaptureAsk,
  limits: CaptureLimits,
): Captured {
  const whole = readingOf(collector, ask.markup, ask.url);
  const hasPrice = ask.values?.price !== null;
  const fields = [
    ...new Set<WatchedField>(['title', ...(hasPrice ? (['price'] as const) : []), ...ask.fields]),
  ];
  const expect = { fields, values: { ...valuesOf(whole, fields), ...ask.values } };
  const lacking = lackingIn(whole, expect);
  if (lacking.length === 0) {
    return { kind: 'nothing-fails', outcome: whole };
  }
  const url = addressFor(collector, ask, whole);
  const told = JSON.stringify(whole);
  const same = (candidate: string) => JSON.stringify(readingOf(collector, candidate, url)) === told;
  const clean = scrubbed(ask.markup);
  if (!same(clean)) {
    return { kind: 'reads-secrets' };
  }
  // Where a value is read wrongly, the right one may stand wherever a missing one may.
  const said = saidIn(ask.values);
  const missing = [...fields.filter((field) => !whole.found.includes(field)), ...said];
  const until = limits.now() + (limits.trimMs ?? trimMs);
  const cut = trimmed(clean, same, tracesFor(missing, ask.values), {
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
    case: { platform: ask.platform, url: url.href, capturedAt: limits.at, expect, markup: cut },
  };
}

/** The address without what it carries along, where the reader does not need it. */
function addressFor(
  collector: Pick<Collector, 'readPage'>,
  { url, markup }: CaptureAsk,
  whole: Outcome,
): URL {
  const bare = scrubbedAddress(url);
  return JSON.stringify(readingOf(collector, markup, bare)) === JSON.stringify(whole)
    ? bare
    : new URL(scrubbed(url.href));
}

/** What is read already must be read after the mending, too; what is scrubbed is not held to. */
function valuesOf(whole: Outcome, fields: readonly WatchedField[]): CapturedCase['expect']['values'] {
  const kept = (name: 'title' | 'price' | 'currency') =>
    whole[name] !== null && whole.found.includes(name) && scrubbed(whole[name]) === whole[name];
  return {
    ...(kept('title') && { title: whole.title ?? '' }),
    ...(kept('price') && fields.includes('price') && { price: whole.price ?? '' }),
    ...(kept('currency') && { currency: whole.currency ?? '' }),
  };
}

/** The fields that the values said are of. */
function saidIn(values: CaptureAsk['values'] = {}): WatchedField[] {
  const { choices, variants } = values;
  const plain = (['title', 'price', 'currency', 'stock'] as const).filter(
    (name) => values[name] !== undefined,
  );
  return [...plain, ...(choices !== undefined || variants !== undefined ? (['options'] as const) : [])];
}

function tracesFor(missing: readonly WatchedField[], values: CaptureAsk['values'] = {}): RegExp {
  const { title, price, currency, stock, choices = [] } = values;
  const names = choices.flatMap((choice) => choice.split(': '));
  const said = [title, price, currency, stock, ...names]
    .filter((value) => value !== undefined && value !== null && value !== '')
    .map((value) => String(value).replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&'));
  const traces = missing.flatMap((field) => tracesOf[field] ?? []);
  const sources = [...said, ...traces];
  return sources.length === 0 ? /(?!)/ : new RegExp(sources.join('|'), 'i');
}

/** The name of a case's file, below the folder of its platform: the host and a mark of the page. */
export async function fileOf({ url, markup, expect }: CapturedCase): Promise<string> {
  const bytes = new TextEncoder().encode(`${url}\n${JSON.stringify(expect)}\n${markup}`);
  const hash = new Uint8Array(await crypto.subtle.digest('SHA-256', bytes));
  const mark = [...hash.slice(0, 6)].map((byte) => byte.toString(16).padStart(2, '0')).join('');
  return `${new URL(url).host.replaceAll(/[^\w.-]/g, '_').slice(0, 80)}-${mark}.json`;
}
