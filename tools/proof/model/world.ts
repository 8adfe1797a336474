/** The rules of the protocol. Each can be disabled by itself, to see its purpose. */
export interface Rules {
  /** The attempt is committed before the first byte is sent. */
  intent: boolean;
  /** The store is also looked at before the first send. */
  lookFirst: boolean;
  /** What is done about an attempt whose outcome is unknown. */
  inDoubt: 'look' | 'resend' | 'give up';
  /** `search` may be stale; `key` misses partial products; `all` sees everything that exists. */
  look: 'search' | 'key' | 'all';
  /** Ticks that must pass before "not there" is believed; null: deadline and lateness together. */
  settle: number | null;
  /** `wall`: a clock that may jump. */
  settleClock: 'counted' | 'wall';
  /** A send may start only within the deadline, counted from before the commit of its intent. */
  deadline: boolean;
  /** The worker may freeze between the check of the deadline and the first byte. */
  gateGap: boolean;
  /** Which worker may write a row: one that read it in its current state; the one that started last; any. */
  fence: 'token' | 'turn' | 'none';
  /** Created as a draft, bound by its id, then published by that id. */
  draftFirst: boolean;
  /** A refusal because of uniqueness is investigated: the holder may be our own product. */
  takenIsUnknown: boolean;
  /** Of several of our products, the visible one is adopted. */
  preferVisible: boolean;
  /** What a found product must have to be accepted as ours. */
  accept: 'key' | 'any code';
  /** What was sent is checked once more when nothing of it can arrive any more. */
  afterCheck: boolean;
  /** What the after-check removes: duplicates that one of our attempts made, or everything with our key. */
  removes: 'own attempts' | 'our key';
  /** An update names the bound product, or upserts by key. */
  updateBy: 'id' | 'key';
  /** After a declared restore nothing is sent for the settle period, and every row is checked. */
  restoreRule: boolean;
  /** The mistake of one row for each connection of the same shop. */
  rowPerConnection: boolean;
  /** Relisting shows a product of which the store has only a part. */
  relistShowsParts: boolean;
  /** A delist or relist owes an after-check. */
  actionOwesCheck: boolean;
  /** A publish owes an after-check. */
  publishOwesCheck: boolean;
  /** An attempt that is replaced or dropped while it may still arrive owes an after-check. */
  replacedOwesCheck: boolean;
  checkSeesVisibility: boolean;
  /** Which visibility changes are overwritten: only one that may be a late request of ours, or any. */
  restores: 'within lateness' | 'always';
  /** A repair of old content leaves the visibility unchanged. */
  repairKeepsVisibility: boolean;
  /** What happens to an in-doubt attempt when a person cancels. */
  cancel: 'settles' | 'creates again' | 'forgets';
  /** Which steps check whether the database was restored, before anything is sent. */
  holdRequested: 'by all' | 'not by the after-check' | 'by none';
  /** What a worker holds in memory becomes invalid when the database is restored. */
  memoryEnds: boolean;
  /** The first request of an update says that it is one of several. */
  partsMarked: boolean;
  /**
   * Who may send a publish as stored again whose outcome is unknown: only the run of the person who accepted the stored
   * values, or any worker.
   */
  acceptanceBy: 'its run' | 'anyone';
  /** Such a publish that nobody wants any more is given up only when it cannot arrive any more. */
  acceptanceAges: boolean;
  /** The after-check notices one that arrived after it was given up. */
  lateAcceptance: boolean;
}

/** The protocol as designed. */
export const right: Rules = {
  intent: true,
  lookFirst: true,
  inDoubt: 'look',
  look: 'all',
  settle: null,
  settleClock: 'counted',
  deadline: true,
  gateGap: false,
  fence: 'token',
  draftFirst: false,
  takenIsUnknown: true,
  preferVisible: true,
  accept: 'key',
  afterCheck: true,
  removes: 'own attempts',
  updateBy: 'id',
  restoreRule: true,
  rowPerConnection: false,
  relistShowsParts: false,
  actionOwesCheck: true,
  publishOwesCheck: true,
  replacedOwesCheck: true,
  checkSeesVisibility: true,
  restores: 'within lateness',
  repairKeepsVisibility: true,
  cancel: 'settles',
  holdRequested: 'by all',
  memoryEnds: true,
  partsMarked: true,
  acceptanceBy: 'its run',
  acceptanceAges: true,
  lateAcceptance: true,
};

/** What the adversary may do, and how often. */
export interface Budget {
  /** Attempts in total. */
  attempts: number;
  /** A create is cut off in the middle. */
  partial: number;
  /** Only the first request of an update with several is applied, late or once more. */
  parts: number;
  /** A proxy applies a request twice. */
  twice: number;
  /** A person requests a newer revision. */
  edits: number;
  /** The merchant deletes our product in the store. */
  deletes: number;
  /** The merchant duplicates our product in the store, with our key. */
  copies: number;
  /** Another person creates a product with our code. */
  unmanaged: number;
  /** Our database is restored from an older backup. */
  restores: number;
  /** The wall clock jumps. */
  jumps: number;
  /** A person delists, or relists. */
  actions: number;
  /** The merchant publishes or hides our product by hand. */
  hands: number;
  cancels: number;
  /** A person lists again what was delisted or cancelled. */
  lists: number;
  /** A worker gives up after many sends. */
  givesUp: number;
  /** A person publishes a product as the store keeps it. */
  accepts: number;
}

/** A store, the times, and what may happen. */
export interface World extends Budget {
  /**
   * `upsert`: a second create with our key updates. `refuse`: it is refused, and partial products do not count. `none`:
   * it creates another.
   */
  store: 'upsert' | 'refuse' | 'none';
  /** Ticks within which a send may start. */
  deadline: number;
  /** Ticks within which all copies of a request are applied; `unbounded`. */
  lateness: number;
  products: number;
  workers: number;
  /** Places for products in the store. */
  places: number;
  /** The second copy of a request may be delayed as long again as the first. */
  replayRestarts: boolean;
  /** The store may definitively refuse a create. */
  refusals: boolean;
  /** The store keeps other values than it is sent, whatever is sent. */
  keeps: boolean;
}

/** A lateness without an end. */
export const unbounded = 15;

/** The smallest world: its only faults are kills, losses and lateness. */
export const smallWorld: World = {
  store: 'none',
  deadline: 1,
  lateness: 1,
  products: 1,
  workers: 2,
  places: 3,
  replayRestarts: false,
  refusals: false,
  keeps: false,
  attempts: 3,
  partial: 0,
  parts: 0,
  twice: 0,
  edits: 0,
  deletes: 0,
  copies: 0,
  unmanaged: 0,
  restores: 0,
  jumps: 0,
  actions: 0,
  hands: 0,
  cancels: 0,
  lists: 0,
  givesUp: 0,
  accepts: 0,
};
