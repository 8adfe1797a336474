import type { CategoryNode } from '@bowerbird/contract/collect/collect';
import { AppError } from '@bowerbird/contract/errors';
import type { Call } from '../http/serve.ts';
import { accessForRun } from '../sources/for-run.ts';
import { readPasted } from './address.ts';
import { boundedCollector } from './apart/bounded-collector.ts';
import { watchedOutside } from './outside.ts';

/** A person waits while the tree is read. */
const patienceMs = 60_000;

/** Reads a source's categories from scratch. Reading the tree alone is a complete result. */
export async function readCategories(
  call: Call,
  request: { address: string; platform: string },
): Promise<{ categories: CategoryNode[]; readAt: string }> {
  const collector = call.services.platforms.get(request.platform)?.collector;
  if (!collector) {
    throw new AppError('request.invalid', `platform ${request.platform} does not collect`);
  }
  const url = readPasted(request.address);
  const late = new AppError('source.timeout', `${url.host}: categories took too long`, {
    params: { host: url.host },
  });
  const stop = new AbortController();
  const timer = setTimeout(() => stop.abort(late), patienceMs);
  try {
    const outside = watchedOutside(call.services, stop.signal);
    const access = await accessForRun(
      call.services,
      call.ownerId,
      { platform: request.platform, addresses: [url.href] },
      stop.signal,
    );
    const categories = await boundedCollector(request.platform, collector).categories(
      url,
      outside.context,
      access?.credentials,
    );
    const readAt = new Date(call.services.clock.wall());
    return { categories, readAt: readAt.toISOString() };
  } finally {
    clearTimeout(timer);
  }
}
