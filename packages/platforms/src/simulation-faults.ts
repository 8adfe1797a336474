import { AppError } from '@bowerbird/contract/errors';

/**
 * What can be made to go wrong. `value` is the number or word after the `=`.
 *
 * Writes: `lost-before`, `lost-after` (applied, answer lost), `late=ms` (applied that much later, answer lost),
 * `slow-write=ms` (applied only after that long, then answered), `slow-answer=ms` (applied at once, answered that much later),
 * `twice=ms` (applied again that much later), `status-though-applied=429|500|502` (a page of something on the way),
 * `limit-though-applied` (the API's own answer that its limit is used up), `refuse=CODE`, `suffix-handle`,
 * `stranger=SKU` (holds our handle and that SKU, or
 * our first one, before our write), `merchant-edit`, `merchant-delete`,
 * `merchant-duplicate` (after our write), `daily-cap=errors|userErrors`, `half-made=slug|sku` (cut off after the first row, with
 * or without the SKU; the rest of a batch is not made), `cut-after-item=k` (a batch ends there), `trash-holds-sku=SKU` (a
 * product in the trash holds it, or our first one), `trash-leaves-variations` (they are not thrown away with their product),
 * `untrash-brings-variations` (they come back with it), `drops-slug` (drafts keep no slug), `token-honoured` (a request's token
 * used twice answers what it made first), `token-refused` (used twice, it is refused); without either it makes two.
 * `double-handle` (a handle may be held twice), `keeps-lists` (rows of a list that an update does not name stay), `rights-last`
 * (a missing right is told only where the thing asked for is there).
 * `drops-field=FIELD` (said to be written, but this field is not kept), `acknowledged-only` (said to be written, and nothing
 * is), `refused-though-applied=CODE` (applied, and answered with that code of the API's own).
 * Bulk operations: `bulk-fails=k` (ends as FAILED after k lines), `bulk-cancelled=k` (somebody cancels it after k),
 * `bulk-expires=k` (ends as EXPIRED after k, and tells nothing), `bulk-untold=k` (all applied, but only k lines are told).
 * Any request: `status=CODE` (not applied), `slow=ms`, `cut-body`, `token-revoked`, `scope-missing=SCOPE`,
 * `stale-reads=ms` (lists and searches do not know what is younger; reads by id do), `dies=N` (connection lost after N more requests).
 * Shop side: `rate-limited=PER_SECOND/BURST`, `blocked` (430), `password`, `html`, `feed-missing`, `empty`, `huge=bytes`,
 * `bad-text` (invalid UTF-8), `odd-products`, `hides-stock` (no form of a product tells its quantity; Shopify shops).
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
  'stranger',
  'merchant-edit',
  'merchant-delete',
  'merchant-duplicate',
  'daily-cap',
  'half-made',
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
  'bulk-untold',
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
  /** Only on requests whose address or body holds this text, such as a mutation's name or a product's key. */
  matching?: string;
  /** Passes over this many fitting requests first. */
  skip?: number;
  /** How many times it strikes; null is for ever. A state of the shop (password, empty, ...) is for ever by default. */
  count?: number | null;
  /** Chance of striking at each fitting request; 1 by default. */
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

/** The faults a shop has been told to make, and how often each has struck. */
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

  /** Forgets all faults that have not struck yet, or those of one kind. */
  clear(kind?: FaultKind): void {
    this.#waiting = kind ? this.#waiting.filter(({ fault }) => fault.kind !== kind) : [];
  }

  /** Whether such a fault is in force, without using it up. */
  inForce(kind: FaultKind): Fault | null {
    return this.allInForce(kind)[0] ?? null;
  }

  /** Every fault of this kind in force, without using any up. */
  allInForce(kind: FaultKind): Fault[] {
    return this.#waiting
      .filter(({ fault, left }) => fault.kind === kind && left > 0)
      .map(({ fault }) => fault);
  }

  /** The fault of this kind that strikes this request, used up by one; null when none does. */
  strike(kind: FaultKind, text = ''): Fault | null {
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

/** The number a fault was given, or this one. */
export function faultNumber(fault: Fault, otherwise: number): number {
  const given = Number(fault.value);
  return fault.value === undefined || Number.isNaN(given) ? otherwise : given;
}

/** Reads a fault as the command line says it: `late=1500`, `lost-after*3`, `status=502*2@0.1`, `password`. */
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
