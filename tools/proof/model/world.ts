/** The rules of the protocol. Each may be disabled by itself, to see what it is good for. */
export interface Rules {
  /** The attempt is committed before the first byte is sent. */
  intent: boolean;
  /** The store is looked at before the first send too. */
  lookFirst: boolean;
  /** What is done about an attempt whose outcome is unknown. */
  inDoubt: 'look' | 'resend' | 'give up';
  /** `search` may be stale; `key` misses partial products; `all` sees everything that exists. */
  look: 'search' | 'key' | 'all';
  /** Ticks that a doubt must age before "not there" is believed; null: deadline and lateness together. */
  settle: number | null;
  /** `wall`: a clock that may jump. */
  settleClock: 'counted' | 'wall';
  /** A send may begin only within the deadline, counted from before the commit of its intent. */
  deadline: boolean;
  /** The worker may stand still between the check of the deadline and the first byte. */
  gateGap: boolean;
  /** Who may write a row: who read it as it still is; who began last; anybody. */
  fence: 'token' | 'turn' | 'none';
  /** Created as a draft, bound by its id, then published by that id. */
  draftFirst: boolean;
  /** A refusal because of uniqueness is looked into: the holder may be our own product. */
  takenIsDoubt: boolean;
  /** Of several of ours the one that shoppers see is adopted. */
  preferVisible: boolean;
  /** What a product that was found must bear to be ours. */
  accept: 'key' | 'any code';
  /** What was sent is looked at once more when nothing of it can land any more. */
  afterCheck: boolean;
  /** What the after-check removes: duplicates that one of our attempts made, or all that bears our key. */
  removes: 'own attempts' | 'our key';
  /** An update names the bound product, or upserts by key. */
  updateBy: 'id' | 'key';
  /** A declared database is quiet for the settle period, and every row is checked. */
  restoreRule: boolean;
  /** The mistake of one row for each connection of the same shop. */
  rowPerConnection: boolean;
  /** What was delisted or relisted owes an after-check. */
  actOwesCheck: boolean;
  /** What was published owes an after-check. */
  publishOwesCheck: boolean;
  /** An attempt that is replaced or dropped while it may still land owes an after-check. */
  replacedOwesCheck: boolean;
  checkSeesVisibility: boolean;
  /** Whose change is written over: only one that may be a late request of ours, or any. */
  restores: 'within lateness' | 'always';
  /** What heals old content leaves the visibility as it is found. */
  healKeepsVisibility: boolean;
  /** What becomes of a doubt when a person cancels. */
  cancel: 'settles' | 'creates again' | 'forgets';
  /** Who asks whether the database was put back, before anything is sent. */
  holdAsked: 'by all' | 'not by the after-check' | 'by none';
  /** What a worker holds in memory is worth nothing once the database was put back. */
  memoryEnds: boolean;
  /** The first of the requests of an update says that it is one of several. */
  partsMarked: boolean;
}

/** The protocol as it is meant. */
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
  takenIsDoubt: true,
  preferVisible: true,
  accept: 'key',
  afterCheck: true,
  removes: 'own attempts',
  updateBy: 'id',
  restoreRule: true,
  rowPerConnection: false,
  actOwesCheck: true,
  publishOwesCheck: true,
  replacedOwesCheck: true,
  checkSeesVisibility: true,
  restores: 'within lateness',
  healKeepsVisibility: true,
  cancel: 'settles',
  holdAsked: 'by all',
  memoryEnds: true,
  partsMarked: true,
};

/** What the adversary may do, and how often. */
export interface Budget {
  /** Attempts in all. */
  attempts: number;
  /** A create is cut off in the middle. */
  partial: number;
  /** The first request of an update of several is applied, late or once more, and the rest is not. */
  parts: number;
  /** A proxy applies a request twice. */
  twice: number;
  /** A person asks for a newer revision. */
  edits: number;
  /** The merchant deletes our product in the store. */
  deletes: number;
  /** The merchant duplicates our product in the store, with our key. */
  copies: number;
  /** Somebody else makes a product with our code. */
  strangers: number;
  /** Our database is put back to an older backup. */
  restores: number;
  /** The wall clock jumps. */
  jumps: number;
  /** A person delists, or relists. */
  acts: number;
  /** The merchant publishes or hides our product by hand. */
  hands: number;
  cancels: number;
  /** A person lists again what was delisted or cancelled. */
  lists: number;
  /** A worker gives up after many sends. */
  givesUp: number;
}

/** A store, the times, and what may happen. */
export interface World extends Budget {
  /** `upsert`: a second create with our key updates. `refuse`: it is refused, and partial products do not count. `none`: it makes another. */
  store: 'upsert' | 'refuse' | 'none';
  /** Ticks within which a send may begin. */
  deadline: number;
  /** Ticks within which all copies of a request are applied; `unbounded`. */
  lateness: number;
  products: number;
  workers: number;
  /** Places for products in the store. */
  places: number;
  /** The second copy of a request may be as late again as the first. */
  replayRestarts: boolean;
  /** The store may surely refuse a create. */
  refusals: boolean;
}

/** A lateness without an end. */
export const unbounded = 15;

/** The smallest world: nothing befalls it but kills, losses and lateness. */
export const smallWorld: World = {
  store: 'none',
  deadline: 1,
  lateness: 1,
  products: 1,
  workers: 2,
  places: 3,
  replayRestarts: false,
  refusals: false,
  attempts: 3,
  partial: 0,
  parts: 0,
  twice: 0,
  edits: 0,
  deletes: 0,
  copies: 0,
  strangers: 0,
  restores: 0,
  jumps: 0,
  acts: 0,
  hands: 0,
  cancels: 0,
  lists: 0,
  givesUp: 0,
};
