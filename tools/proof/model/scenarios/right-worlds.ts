import { unbounded } from '../world.ts';
import {
  always,
  alwaysVisibly,
  bringsCategory,
  holds,
  repaired,
  type Scenario,
  visibly,
} from './scenario.ts';

const draftFirst = { draftFirst: true };
const upsert = { store: 'upsert' } as const;
const refuse = { store: 'refuse' } as const;

/** The right rules, each time in a world of other faults. */
export const rightWorlds: readonly Scenario[] = [
  holds('no unique key', { world: { refusals: true } }),
  holds('no unique key, fence by turn', { world: { refusals: true }, rules: { fence: 'turn' } }),
  holds('no unique key, three workers', { world: { workers: 3, attempts: 4, places: 4 } }),
  holds('no unique key, five attempts', { world: { attempts: 5, places: 5 } }),
  holds('no unique key, partial products', { world: { partial: 2, refusals: true, attempts: 4 } }),
  holds('no unique key, longer times', { world: { deadline: 2, lateness: 3, partial: 1 } }),
  holds('no unique key, a newer revision', { world: { edits: 2, attempts: 5 } }),
  holds('no unique key, the merchant deletes', { world: { deletes: 1, edits: 1, attempts: 4 } }),
  holds('no unique key, applied twice', { world: { twice: 1, attempts: 4 }, promises: repaired }),
  holds('no unique key, applied twice and a copy', {
    world: { twice: 1, copies: 1, attempts: 4, places: 4 },
    promises: repaired,
  }),
  holds('no unique key, put back', { world: { restores: 1 } }),
  holds('no unique key, a stranger', { world: { unmanaged: 1 } }),
  holds('no unique key, given up', { world: { givesUp: 1, attempts: 4 } }),
  holds('code refused, partial and a stranger', {
    world: { ...refuse, partial: 1, unmanaged: 1, refusals: true },
  }),
  holds('code refused, applied twice', {
    world: { ...refuse, twice: 1, partial: 1, attempts: 4, places: 4 },
    promises: repaired,
  }),
  holds('code refused, put back', { world: { ...refuse, restores: 1, partial: 1 } }),
  holds('code refused without holes, lateness unbounded', {
    world: { ...refuse, lateness: unbounded, twice: 1 },
    rules: { settle: 0 },
    promises: always,
    ends: false,
  }),
  holds('upsert, no settle period', { world: { ...upsert, refusals: true } }),
  holds('upsert, lateness unbounded', {
    world: { ...upsert, lateness: unbounded, twice: 1 },
    rules: { settle: 0 },
    promises: always,
    ends: false,
  }),
  holds('upsert, a newer revision', { world: { ...upsert, edits: 1, attempts: 4 } }),
  holds('upsert, applied twice, the merchant deletes', {
    world: { ...upsert, twice: 1, deletes: 1, attempts: 4 },
    promises: repaired,
  }),
  holds('upsert, put back', { world: { ...upsert, restores: 1 } }),
  holds('draft first', { world: { attempts: 4, places: 4 }, rules: draftFirst, promises: visibly }),
  holds('draft first, partial products', {
    world: { partial: 1, attempts: 4, places: 4 },
    rules: draftFirst,
    promises: visibly,
  }),
  holds('draft first, applied twice', {
    world: { twice: 1, attempts: 4, places: 4 },
    rules: draftFirst,
    promises: visibly,
  }),
  holds('draft first, lateness unbounded, applied twice', {
    world: { lateness: unbounded, twice: 1, attempts: 4, places: 4 },
    rules: { ...draftFirst, settle: 0 },
    promises: alwaysVisibly,
    ends: false,
  }),
  holds('draft first, a stranger', { world: { unmanaged: 1 }, rules: draftFirst, promises: visibly }),
  holds('upsert, a stranger', { world: { ...upsert, unmanaged: 1 } }),
  holds('draft first, put back', { world: { restores: 1 }, rules: draftFirst, promises: visibly }),

  holds('updates of several requests', { world: { parts: 2, edits: 1, attempts: 4 } }),
  holds('updates of several requests, applied twice', {
    world: { parts: 1, twice: 1, edits: 1, attempts: 4 },
    promises: repaired,
  }),
  holds('updates of several requests, upsert', { world: { ...upsert, parts: 2, edits: 1, attempts: 4 } }),
  holds('updates of several requests, draft first, given up', {
    world: { parts: 1, edits: 1, givesUp: 1, attempts: 4 },
    rules: draftFirst,
    promises: visibly,
  }),

  holds('visibility, changes of mind', { world: { actions: 2, attempts: 4 } }),
  holds('visibility, upsert, changes of mind', { world: { ...upsert, actions: 2, attempts: 4 } }),
  holds('visibility, upsert, applied twice', {
    world: { ...upsert, actions: 2, twice: 1, attempts: 4 },
  }),
  holds('visibility, draft first', {
    world: { actions: 1, attempts: 4 },
    rules: draftFirst,
    promises: visibly,
  }),
  holds('visibility, draft first, applied twice', {
    world: { actions: 1, twice: 1 },
    rules: draftFirst,
    promises: visibly,
  }),
  holds('visibility, draft first, partial products', {
    world: { actions: 1, partial: 1, cancels: 1 },
    rules: draftFirst,
    promises: visibly,
  }),
  holds('visibility, delisted and listed again', { world: { actions: 1, lists: 1, attempts: 4 } }),
  holds('visibility, delisted and a newer revision', {
    world: { ...upsert, actions: 1, edits: 1, attempts: 4 },
  }),
  holds('visibility, the merchant by hand', { world: { ...upsert, actions: 1, hands: 1, attempts: 4 } }),
  holds('visibility, by hand while old content is healed', {
    world: { ...upsert, edits: 1, hands: 1, attempts: 4 },
  }),
  holds('visibility, given up', { world: { actions: 2, givesUp: 1, attempts: 4 } }),
  holds('visibility, the merchant deletes', { world: { ...upsert, actions: 1, deletes: 1, attempts: 4 } }),

  holds('cancel, partial products', { world: { cancels: 1, partial: 1, attempts: 4 } }),
  holds('cancel, upsert, a newer revision', { world: { ...upsert, cancels: 1, edits: 1, attempts: 4 } }),
  holds('cancel, draft first', {
    world: { cancels: 1, attempts: 4 },
    rules: draftFirst,
    promises: visibly,
  }),
  holds('cancel, draft first, partial products', {
    world: { cancels: 1, partial: 1 },
    rules: draftFirst,
    promises: visibly,
  }),
  holds('cancel, listed again, delisted', { world: { cancels: 1, lists: 1, actions: 1, attempts: 4 } }),
  holds('cancel, put back', { world: { cancels: 1, restores: 1 } }),

  holds('kept otherwise, published as stored', {
    world: { keeps: true, accepts: 1, attempts: 4 },
    rules: draftFirst,
    promises: visibly,
  }),
  holds('kept otherwise, published as stored, cancelled', {
    world: { keeps: true, accepts: 1, cancels: 1, workers: 1, attempts: 4 },
    rules: draftFirst,
    promises: visibly,
  }),
  holds('kept otherwise, published as stored, listed again', {
    world: { keeps: true, accepts: 1, lists: 1, workers: 1, attempts: 5 },
    rules: draftFirst,
    promises: visibly,
  }),
  holds('kept otherwise, published as stored, delisted', {
    world: { keeps: true, accepts: 1, actions: 1, workers: 1, attempts: 5 },
    rules: draftFirst,
    promises: visibly,
  }),

  bringsCategory('two runs', null),
  bringsCategory('three runs, longer times', null, {}, { runs: 3, deadline: 2, lateness: 2 }),
];
