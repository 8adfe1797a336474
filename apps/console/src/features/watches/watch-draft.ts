import type { Recognition } from '@bowerbird/contract/collect/collect';
import { Watch } from '@bowerbird/contract/collect/watches';
import { boolean, extend, type input, nullable, type output, pick, pipe } from 'zod/mini';
import type { NewWatch } from './queries.ts';

export type Target = NewWatch['target'];

/** What the form of a watch holds; a disabled price alert keeps its percentage. */
export const WatchContent = extend(
  pick(Watch, { name: true, everyHours: true, hour: true, timeZone: true }),
  {
    target: pipe(nullable(Watch.shape.target), Watch.shape.target),
    priceOn: boolean(),
    pricePercent: Watch.shape.alerts.shape.pricePercent,
    stock: boolean(),
    gone: boolean(),
    /** Each reading requests inventory that lists leave out. */
    readsStock: boolean(),
  },
);
export type WatchDraft = input<typeof WatchContent>;
export type WatchContent = output<typeof WatchContent>;

export function newDraft(target: Target | null): WatchDraft {
  return {
    target,
    name: '',
    everyHours: 24,
    hour: 9,
    timeZone: Intl.DateTimeFormat().resolvedOptions().timeZone,
    priceOn: true,
    pricePercent: 5,
    stock: true,
    gone: true,
    readsStock: false,
  };
}

export function draftOf({
  target,
  name,
  everyHours,
  hour,
  timeZone,
  alerts,
  stock = false,
}: Watch): WatchDraft {
  return {
    target,
    name,
    everyHours,
    hour,
    timeZone,
    priceOn: alerts.pricePercent !== null,
    pricePercent: alerts.pricePercent ?? 5,
    stock: alerts.stock,
    gone: alerts.gone,
    readsStock: stock,
  };
}

/** Returns the request, without the target; includes inventory only if its platform supports it. */
export function requestOf(content: WatchContent, supportsStockRequests: boolean): Omit<NewWatch, 'target'> {
  const { name, everyHours, hour, timeZone, stock, gone } = content;
  const pricePercent = content.priceOn ? content.pricePercent : null;
  return {
    name,
    everyHours,
    hour,
    timeZone,
    alerts: { pricePercent, stock, gone },
    stock: supportsStockRequests && content.readsStock,
  };
}

export type TargetFault = 'watches.fault.mixed' | 'watches.fault.unknown';

/**
 * Returns the watch target of recognised addresses. Several must be of one platform and one kind; `whole` uses the shop
 * of a single one.
 */
export function targetOf(results: readonly Recognition[], whole: boolean): Target | TargetFault {
  const found = results.flatMap(({ address, candidates }) => {
    const [best] = candidates;
    return best === undefined ? [] : [{ address, platform: best.platform, scope: best.scope }];
  });
  const [first, ...others] = found;
  if (first === undefined || found.length < results.length) {
    return 'watches.fault.unknown';
  }
  const { platform, scope } = first;
  if (others.length === 0) {
    const shop = whole && scope !== 'shop';
    const address = shop ? new URL('/', first.address).href : first.address;
    return { kind: 'addresses', platform, scope: shop ? 'shop' : scope, addresses: [address] };
  }
  const listed = scope === 'product' || scope === 'category';
  if (!listed || others.some((other) => other.platform !== platform || other.scope !== scope)) {
    return 'watches.fault.mixed';
  }
  return {
    kind: 'addresses',
    platform,
    scope: scope === 'product' ? 'list' : scope,
    addresses: found.map(({ address }) => address),
  };
}

/** Returns the shop of a target, used as the beginning of its name. */
export function shopOf(target: Target): string {
  return target.kind === 'claimed'
    ? target.shop
    : (URL.parse(target.addresses[0] ?? '')?.host.replace(/^www\./, '') ?? '');
}
