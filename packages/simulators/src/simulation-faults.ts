import { AppError } from '@bowerbird/contract/errors';

/**
 * Kinds of faults that can be injected. `value` is the number or word after the `=`.
 *
 * Writes: `lost-before`, `lost-after` (applied, answer lost), `late=ms` (applied that much later, answer lost),
 * `slow-write=ms` (applied only after that time, then answered), `slow-answer=ms` (applied at once, answered that much
 * later), `twice=ms` (applied again that much later), `status-though-applied=429|500|502` (a page of an intermediate
 * server), `limit-though-applied` (the API's own answer for a used-up limit), `refuse=CODE`, `suffix-handle`,
 * `unmanaged=SKU` (an unmanaged product has our handle and that SKU, or our first one, before our write),
 * `merchant-edit`, `merchant-delete`, `merchant-duplicate` (after our write), `daily-cap=errors|userErrors`,
 * `partial=slug|sku|bare-image|image|named-image` (interrupted after the first row, with or without the SKU, or before it
 * with its images fetched but not finished, not named, or named; the rest of a batch is not created),
 * `cut-after-item=k` (a batch ends there), `trash-holds-sku=SKU` (a product in the trash has it, or our first one),
 * `trash-leaves-variations` (variations are not trashed with their product), `untrash-brings-variations` (variations
 * are restored with it), `drops-slug` (drafts keep no slug), `token-honoured` (a request's token used twice returns
 * what it created first), `token-refused` (a token used twice is refused); without either, the token creates two
 * products. `double-handle` (two products may have one handle), `keeps-lists` (list rows that an update does not name
 * stay), `rights-last` (a missing permission is reported only when the requested resource exists). `drops-field=FIELD`
 * (reported as written, but this field is not kept), `acknowledged-only` (reported as written, but nothing is),
 * `refused-though-applied=CODE` (applied, and answered with that code of the API's own). Bulk operations:
 * `bulk-fails=k` (ends as FAILED after k lines), `bulk-cancelled=k` (cancelled by somebody after k), `bulk-expires=k`
 * (ends as EXPIRED after k, without results), `bulk-unstated=k` (all applied, but only k lines are reported). Any
 * request: `status=CODE` (not applied), `slow=ms`, `cut-body`, `token-revoked`, `scope-missing=SCOPE`, `stale-reads=ms`
 * (lists and searches do not contain anything more recent; reads by id do), `dies=N` (connection lost after N more
 * requests). Shop side: `rate-limited=PER_SECOND/BURST`, `blocked` (430), `password`, `html`, `feed-missing`, `empty`,
 * `huge=bytes`, `bad-text` (invalid UTF-8), `odd-products`, `hides-stock` (no format of a product gives its quantity;
 * Shopify shops).
 */
export const faultKinds = [
  'lost-before',
  'lost-after',
  'late',
  'slow-write',
  'slow-answer',
  'twice',
  'status-though-applied',
  'limit-though-applied',
  'refuse',
  'suffix-handle',
  'unmanaged',
  'merchant-edit',
  'merchant-delete',
  'merchant-duplicate',
  'daily-cap',
  'partial',
  'cut-after-item',
  'trash-holds-sku',
  'trash-leaves-variations',
  'untrash-brings-variations',
  'drops-slug',
  'token-honoured',
  'token-refused',
  'double-handle',
  'keeps-lists',
  'rights-last',
  'drops-field',
  'acknowledged-only',
  'refused-though-applied',
  'bulk-fails',
  'bulk-cancelled',
  'bulk-expires',
  'bulk-unstated',
  'status',
  'slow',
  'cut-body',
  'token-revoked',
  'scope-missing',
  'stale-reads',
  'dies',
  'rate-limited',
  'blocked',
  'password',
  'html',
  'feed-missing',
  'empty',
  'huge',
  'bad-text',
  'odd-products',
  'hides-stock',
] as const;
export type FaultKind = (typeof faultKinds)[number];

export interface Fault {
  kind: FaultKind;
  value?: string | number;
  /**
   * Applies only to requests whose address or body contains this text, such as a mutation's name or a product's key.
   */
  matching?: string;
  /** Skips this many matching requests first. */
  skip?: number;
  /**
   * How many times it is injected; null for unlimited. A state of the shop (password, empty, ...) is unlimited by
   * default.
   */
  count?: number | null;
  /** Probability for each matching request; default 1. */
  probability?: number;
}

const states: readonly FaultKind[] = [
  'rate-limited',
  'password',
  'html',
  'feed-missing',
  'empty',
  'odd-products',
  'hides-stock',
  'scope-missing',
  'stale-reads',
  'dies',
  'token-revoked',
  'daily-cap',
  'trash-leaves-variations',
  'untrash-brings-variations',
  'drops-slug',
  'token-honoured',
  'token-refused',
  'double-handle',
  'keeps-lists',
  'rights-last',
  'blocked',
  'huge',
  'bad-text',
];

/** The faults configured for a shop, and how often each was injected. */
export class Faults {
  readonly hits = new Map<FaultKind, number>();
  readonly #random: () => number;
  #waiting: { fault: Fault; skip: number; left: number }[] = [];

  constructor(random: () => number) {
    this.#random = random;
  }

  add(...faults: Fault[]): void {
    for (const fault of faults) {
      const count = fault.count === undefined ? (states.includes(fault.kind) ? null : 1) : fault.count;
      const skip = fault.kind === 'dies' ? faultNumber(fault, 0) : (fault.skip ?? 0);
      this.#waiting.push({ fault, skip, left: count ?? Number.POSITIVE_INFINITY });
    }
  }

  /** Removes all remaining faults, or those of one kind. */
  clear(kind?: FaultKind): void {
    this.#waiting = kind ? this.#waiting.filter(({ fault }) => fault.kind !== kind) : [];
  }

  /** Returns an active fault of this kind, without using it up. */
  inForce(kind: FaultKind): Fault | null {
    return this.allInForce(kind)[0] ?? null;
  }

  /** Returns all active faults of this kind, without using any up. */
  allInForce(kind: FaultKind): Fault[] {
    return this.#waiting
      .filter(({ fault, left }) => fault.kind === kind && left > 0)
      .map(({ fault }) => fault);
  }

  /** Returns the fault of this kind to inject into this request and uses it up by one; null when there is none. */
  injectFault(kind: FaultKind, text = ''): Fault | null {
    for (const entry of this.#waiting) {
      const { fault } = entry;
      if (fault.kind !== kind || entry.left <= 0 || !text.includes(fault.matching ?? '')) {
        continue;
      }
      if (entry.skip > 0) {
        entry.skip -= 1;
        continue;
      }
      if (fault.probability !== undefined && this.#random() >= fault.probability) {
        continue;
      }
      entry.left -= 1;
      this.hits.set(kind, (this.hits.get(kind) ?? 0) + 1);
      return fault;
    }
    return null;
  }
}

/** Returns the number given with a fault, or this default. */
export function faultNumber(fault: Fault, otherwise: number): number {
  const given = Number(fault.value);
  return fault.value === undefined || Number.isNaN(given) ? otherwise : given;
}

/** Parses a fault in command line notation: `late=1500`, `lost-after*3`, `status=502*2@0.1`, `password`. */
export function readFault(text: string): Fault {
  const parts =
    /^(?<kind>[a-z-]+)(?:=(?<value>[^*@]+))?(?:\*(?<count>\d+|all))?(?:@(?<chance>0?\.\d+|1))?$/.exec(
      text,
    )?.groups;
  const kind = faultKinds.find((known) => known === parts?.kind);
  if (!kind) {
    throw new AppError('request.invalid', `Not a fault of the simulator: ${text}`, {
      params: { known: faultKinds.join(', ') },
    });
  }
  return {
    kind,
    ...(parts?.value === undefined ? {} : { value: parts.value }),
    ...(parts?.count === undefined ? {} : { count: parts.count === 'all' ? null : Number(parts.count) }),
    ...(parts?.chance === undefined ? {} : { probability: Number(parts.chance) }),
  };
}
