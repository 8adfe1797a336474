import type { Product } from '@bowerbird/catalog/product';
import type { Recognition } from '@bowerbird/contract/collect/collect';
import { AppError } from '@bowerbird/contract/errors';
import type { RecognisedAs } from '@bowerbird/platforms/collecting/collector';
import type { PlatformContext } from '@bowerbird/platforms/context';
import { refusalOf } from '@bowerbird/platforms/net/failures';
import type { PackedInit } from '@bowerbird/platforms/net/packed';
import type { Platform } from '@bowerbird/platforms/platform';
import type { Services } from '../services/services.ts';
import { lacksScheme, readPasted } from './address.ts';
import { boundedCollector } from './apart/bounded-collector.ts';
import { readPage, recogniseWith, type SeenPage } from './apart/bounded-recognising.ts';
import { watchedOutside } from './outside.ts';

/** How long a person waits for one address, and how many addresses are checked at once. */
const patienceMs = 20_000;
const atOnce = 6;
/** Below this confidence, signs are coincidence. */
const confidenceMin = 20;

type Candidate = Recognition['candidates'][number];

/**
 * Recognises each address as a person pasted it. Returns the results in the order requested; a failure of one address
 * affects only that one.
 */
export async function recogniseAll(services: Services, pasted: readonly string[]): Promise<Recognition[]> {
  const results = new Array<Recognition>(pasted.length);
  let next = 0;
  const look = async () => {
    for (let index = next++; index < pasted.length; index = next++) {
      results[index] = await recogniseOne(services, pasted[index] ?? '');
    }
  };
  await Promise.all(Array.from({ length: Math.min(atOnce, pasted.length) }, look));
  return results;
}

async function recogniseOne(services: Services, pasted: string): Promise<Recognition> {
  const stop = new AbortController();
  const timer = setTimeout(
    () => stop.abort(new AppError('source.timeout', 'recognising took too long')),
    patienceMs,
  );
  let address = pasted.trim().slice(0, 2000);
  try {
    const url = readPasted(pasted);
    address = url.href;
    const { context } = watchedOutside(services, stop.signal);
    const { seen, refusal } = await see(url, lacksScheme(pasted), context);
    address = seen.url.href;
    const recognised = await requestPlatforms(services.platforms, seen, context);
    const [best] = recognised;
    if (!best) {
      throw (
        refusal ??
        new AppError('address.no-shop', `${url.host} is no shop we know`, { params: { host: url.host } })
      );
    }
    const { sample, promised, failure } = await previewOf(best, seen.url, context);
    const candidates = recognised.map(
      (each): Candidate =>
        toCandidate(each, each === best ? { sample, promised } : { sample: [], promised: null }),
    );
    return { address, candidates, fault: failure && faultOf(failure) };
  } catch (thrown) {
    return { address, candidates: [], fault: faultOf(AppError.from(thrown)) };
  } finally {
    clearTimeout(timer);
  }
}

/** Requests the address once. If https was only our guess and nothing responds there, tries http. */
async function see(
  url: URL,
  guessed: boolean,
  context: PlatformContext,
): Promise<{ seen: SeenPage; refusal: AppError | null }> {
  try {
    return await seeOnce(url, context);
  } catch (thrown) {
    if (
      guessed &&
      url.protocol === 'https:' &&
      thrown instanceof AppError &&
      thrown.code === 'address.unreachable'
    ) {
      return await seeOnce(new URL(url.href.replace(/^https/, 'http')), context);
    }
    throw thrown;
  }
}

async function seeOnce(
  url: URL,
  context: PlatformContext,
): Promise<{ seen: SeenPage; refusal: AppError | null }> {
  const request: PackedInit = {
    signal: context.signal,
    headers: { accept: 'text/html,application/json;q=0.9,*/*;q=0.8' },
    packed: true,
  };
  const response = await context.fetch(url, request);
  const page = await readPage(response);
  const final = URL.parse(response.url) ?? url;
  const needsPassword = final.pathname === '/password' && url.pathname !== '/password';
  const refusal = needsPassword
    ? new AppError('source.password-protected', `${url.host} sent us to its password page`, {
        params: { host: url.host },
      })
    : refusalOf(response, url);
  const seen = {
    url: needsPassword ? url : withoutHash(final),
    status: response.status,
    headers: response.headers,
    page,
  };
  return { seen, refusal };
}

function withoutHash(url: URL): URL {
  url.hash = '';
  return url;
}

type Recognised = RecognisedAs & { platform: Platform };

/**
 * Returns the platforms that recognise the page, most certain first. Uses the last resort only if no other platform
 * does.
 */
async function requestPlatforms(
  platforms: ReadonlyMap<string, Platform>,
  seen: SeenPage,
  context: PlatformContext,
): Promise<Recognised[]> {
  const all = [...platforms.values()];
  const known = await requestEach(
    all.filter(({ lastResort }) => !lastResort),
    seen,
    context,
  );
  return known.length > 0
    ? known
    : await requestEach(
        all.filter(({ lastResort }) => lastResort),
        seen,
        context,
      );
}

async function requestEach(
  platforms: readonly Platform[],
  seen: SeenPage,
  context: PlatformContext,
): Promise<Recognised[]> {
  const readers = platforms.flatMap((platform) =>
    platform.collector ? [{ id: platform.id, collector: platform.collector, platform }] : [],
  );
  const answers = await recogniseWith(readers, seen, context);
  return readers
    .flatMap(({ platform }, at) => (answers[at] ? [{ ...answers[at], platform }] : []))
    .filter(({ confidence }) => confidence >= confidenceMin)
    .sort((one, other) => other.confidence - one.confidence);
}

/** Failures that close a shop to collecting are reported now; any other failure of a preview is ignored. */
const closing: ReadonlySet<string> = new Set([
  'source.password-protected',
  'source.frozen',
  'source.blocked-us',
  'source.gone',
]);

async function previewOf({ platform, scope }: Recognised, url: URL, context: PlatformContext) {
  try {
    const { id, collector } = platform;
    const preview = collector && (await boundedCollector(id, collector).preview(url, scope, context));
    return { sample: preview?.products ?? [], promised: preview?.promised ?? null, failure: null };
  } catch (thrown) {
    const failure = AppError.from(thrown);
    return { sample: [], promised: null, failure: closing.has(failure.code) ? failure : null };
  }
}

function toCandidate(
  { platform, confidence, evidence, scope }: Recognised,
  { sample, promised }: { sample: Product[]; promised: number | null },
): Candidate {
  return {
    platform: platform.id,
    confidence: Math.round(Math.min(100, confidence)),
    evidence,
    scope,
    promised,
    sample: sample.map((product) => ({
      title: product.title,
      imageUrl: product.images[0]?.url ?? null,
      price: product.variants[0]?.price ?? null,
      currency: product.currency,
      variants: product.variants.length,
    })),
  };
}

function faultOf({ code, params }: AppError): NonNullable<Recognition['fault']> {
  return { code, params };
}
