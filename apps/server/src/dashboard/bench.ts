import { checkProduct } from '@bowerbird/catalog/invariants/invariants';
import { Product } from '@bowerbird/catalog/product';
import type { CollectScope, Recognition } from '@bowerbird/contract/collect/collect';
import { AppError } from '@bowerbird/contract/errors';
import type { AnswerOf } from '@bowerbird/contract/route';
import type { readOnBench } from '@bowerbird/contract/system/bench';
import type { CollectWay } from '@bowerbird/platforms/collecting/collector';
import type { Platform } from '@bowerbird/platforms/platform';
import { watchedOutside } from '../collect/outside.ts';
import { recogniseAll } from '../collect/recognise.ts';
import type { Services } from '../services/services.ts';
import { BenchRecorder } from './bench-recorder.ts';
import { traceFields } from './bench-trace.ts';

type BenchAnswer = AnswerOf<typeof readOnBench>;

/** How long a person waits for the first product. */
const patienceMs = 30_000;

interface Reading {
  platform: string | null;
  scope: CollectScope | null;
  way: CollectWay | null;
  product: Product | null;
  failure: AppError | null;
}

/** Recognises an address and reads its first product as collecting would; saves nothing. */
export async function readProductOnBench(
  services: Services,
  { address, platform }: { address: string; platform?: string | undefined },
): Promise<BenchAnswer> {
  const recorder = new BenchRecorder(services.fetch, services.clock);
  const recorded = { ...services, fetch: recorder.fetch };
  const [recognition = { address, candidates: [], fault: null }] = await recogniseAll(recorded, [address]);
  const reading = await readAs(recorded, recognition, platform);
  const exchanges = await recorder.end();
  const { product, failure } = reading;
  const fault = failure ?? null;
  return {
    at: new Date(services.clock.wall()).toISOString(),
    recognition,
    platform: reading.platform,
    scope: reading.scope,
    way: reading.way,
    product,
    fields:
      product === null
        ? []
        : traceFields(
            product,
            exchanges.map(({ body }) => body),
          ),
    issues: product === null ? [] : issuesOf(product),
    fault: fault && { code: fault.code, params: fault.params },
    exchanges: exchanges.map(({ exchange }) => exchange),
    moreExchanges: recorder.more,
  };
}

async function readAs(
  services: Services,
  recognition: Recognition,
  wanted: string | undefined,
): Promise<Reading> {
  const [best] = recognition.candidates;
  const candidate = recognition.candidates.find(({ platform }) => platform === wanted);
  const id = wanted ?? best?.platform;
  const platform = id === undefined ? undefined : services.platforms.get(id);
  const scope = (candidate ?? best)?.scope ?? 'product';
  const none = { platform: null, scope: null, way: null, product: null, failure: null };
  if (!platform?.collector) {
    return wanted === undefined
      ? none
      : { ...none, failure: new AppError('request.invalid', `platform ${wanted} does not collect`) };
  }
  return {
    ...(await readFirst(services, platform, new URL(recognition.address), scope)),
    platform: platform.id,
    scope,
  };
}

/** Returns the first product that a collecting run would save, and how it was read. */
async function readFirst(
  services: Services,
  { collector }: Platform,
  url: URL,
  scope: CollectScope,
): Promise<Pick<Reading, 'way' | 'product' | 'failure'>> {
  const stop = new AbortController();
  const timer = setTimeout(
    () => stop.abort(new AppError('source.timeout', 'the bench waited too long')),
    patienceMs,
  );
  const outside = watchedOutside(services, stop.signal);
  const request = { scope, addresses: [url], checkpoint: null, alreadyGot: () => false };
  let way: CollectWay | null = null;
  let failure: AppError | null = null;
  try {
    for await (const event of collector?.collect(request, outside.context) ?? []) {
      if (event.kind === 'way' && event.state === 'running') {
        way = event.way;
      }
      if (event.kind === 'batch') {
        const [product] = event.products;
        if (product) {
          return { way, product, failure: null };
        }
        failure ??= event.skipped[0]?.failure ?? null;
      }
    }
    return {
      way,
      product: null,
      failure: failure ?? new AppError('source.empty', `${url.host} has no product`),
    };
  } catch (thrown) {
    const rest = outside.rest();
    const seconds = Math.ceil((rest?.waitMs ?? 0) / 1000);
    const named = rest
      ? new AppError('source.slow-down', rest.message, { params: { seconds, time: `${seconds} s` } })
      : AppError.from(stop.signal.aborted ? stop.signal.reason : thrown);
    return { way, product: null, failure: failure ?? named };
  } finally {
    clearTimeout(timer);
    stop.abort(new Error('The bench has what it wants.'));
  }
}

/** Returns what the schema and the rules find wrong with a product. */
function issuesOf(product: Product): BenchAnswer['issues'] {
  const read = Product.safeParse(product);
  const schema = read.success
    ? []
    : read.error.issues.map(({ path, code }) => ({
        path: path.filter((part) => typeof part !== 'symbol'),
        code: `value.${code}`,
        params: {},
      }));
  return [...checkProduct(product), ...schema];
}
