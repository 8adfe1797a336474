import { unbounded } from '../world.ts';
import {
  always,
  alwaysVisibly,
  breaks,
  bringsCategory,
  repaired,
  type Scenario,
  visibly,
} from './scenario.ts';

const two = 'two products';
const unrecorded = 'visible, and our records say that shoppers never saw it';
const unknown = 'at rest: in the store, but our records say it is not';
const cameBack = 'at rest: a deleted product came back';
const stillVisible = 'at rest: delisted, and visible';
const notVisible = 'at rest: listed, and not visible';
const upsert = { store: 'upsert' } as const;
const refuse = { store: 'refuse' } as const;

/** Each rule disabled by itself, in the world that refutes its absence. */
export const wrongRules: readonly Scenario[] = [
  breaks('draft first, after a restore any duplicate is adopted', 'two visible products', {
    world: { workers: 1, restores: 1, twice: 1 },
    rules: { draftFirst: true, preferVisible: false },
    promises: alwaysVisibly,
  }),
  breaks('draft first, relisting shows a part', 'a partial product is visible', {
    world: { actions: 1, partial: 1, cancels: 1 },
    rules: { draftFirst: true, relistShowsParts: true },
    promises: alwaysVisibly,
  }),
  breaks('upsert on a store that leaves partial products', two, { world: { ...upsert, partial: 1 } }),
  breaks('no intent, no look', two, { rules: { intent: false, lookFirst: false } }),
  breaks('no intent, but a look before each send', two, { rules: { intent: false } }),
  breaks('sent again in doubt', two, { rules: { inDoubt: 'resend' } }),
  breaks('given up in doubt', unknown, { rules: { inDoubt: 'give up', afterCheck: false } }),
  breaks('no settle period', two, { rules: { settle: 0 } }),
  breaks('settle period of deadline and time-out', two, { world: { lateness: 2 }, rules: { settle: 2 } }),
  breaks('settle period one tick short', two, { rules: { settle: 1 } }),
  breaks('settle period by a wall clock that jumps', two, {
    world: { jumps: 1 },
    rules: { settleClock: 'wall' },
  }),
  breaks('no deadline', two, { rules: { deadline: false } }),
  breaks('frozen between the deadline and the bytes', two, { rules: { gateGap: true } }),
  breaks('no fence', two, { rules: { fence: 'none' } }),
  breaks('a unique code trusted in place of the settle period', two, {
    world: { ...refuse, partial: 1 },
    rules: { settle: 0 },
  }),
  breaks('lateness bounded for each copy alone', cameBack, {
    world: { ...upsert, twice: 1, deletes: 1, attempts: 4, replayRestarts: true },
    promises: repaired,
  }),
  breaks('look by a search index', two, { rules: { look: 'search' } }),
  breaks('look by key alone, partial products', two, { world: { partial: 1 }, rules: { look: 'key' } }),
  breaks('look by code alone where it is refused, partial products', two, {
    world: { ...refuse, partial: 1 },
    rules: { look: 'key' },
  }),
  breaks('"taken" read as a refusal', unknown, {
    world: { ...refuse, twice: 1 },
    rules: { takenIsUnknown: false, afterCheck: false, settle: 0 },
    promises: repaired,
  }),
  breaks('whatever has our code is ours', "a stranger's product taken for ours", {
    world: { unmanaged: 1 },
    rules: { accept: 'any code' },
  }),
  breaks('no after-check, applied twice', 'at rest: two products', {
    world: { twice: 1 },
    rules: { afterCheck: false },
    promises: repaired,
  }),
  breaks('no after-check, a newer revision', 'at rest: old content in the store', {
    world: { ...upsert, edits: 1, attempts: 4 },
    rules: { afterCheck: false },
  }),
  breaks('all that bears our key is removed', "the merchant's own product removed", {
    world: { copies: 1 },
    rules: { removes: 'our key' },
    promises: repaired,
  }),
  breaks('updates by key', 'a deleted product came back', {
    world: { ...upsert, edits: 1, deletes: 1, attempts: 4 },
    rules: { updateBy: 'key' },
  }),
  breaks('put back without the restore rule', two, {
    world: { restores: 1 },
    rules: { restoreRule: false, lookFirst: false },
  }),
  breaks('put back without the restore rule, but a look first', two, {
    world: { restores: 1 },
    rules: { restoreRule: false },
  }),
  breaks('a row for each connection of one shop', two, { rules: { rowPerConnection: true } }),
  breaks('lateness unbounded on a store without a key', two, {
    world: { lateness: unbounded },
    promises: always,
  }),

  breaks('delisting owes no after-check', notVisible, {
    world: { ...upsert, actions: 2, twice: 1, attempts: 4 },
    rules: { actionOwesCheck: false },
  }),
  breaks('the after-check does not compare visibility', stillVisible, {
    world: { ...upsert, actions: 1, attempts: 4 },
    rules: { checkSeesVisibility: false },
  }),
  breaks('visibility restored however late it was changed', "the merchant's own visibility written over", {
    world: { actions: 1, hands: 1 },
    rules: { restores: 'always' },
  }),
  breaks('healing shows what the merchant hid', "the merchant's own visibility written over", {
    world: { ...upsert, edits: 1, hands: 1, attempts: 4 },
    rules: { repairKeepsVisibility: false },
  }),
  breaks('publishing owes no after-check', stillVisible, {
    world: { actions: 1, twice: 1 },
    rules: { draftFirst: true, publishOwesCheck: false },
    promises: visibly,
  }),
  breaks('what is replaced in doubt owes no after-check', notVisible, {
    world: { actions: 2, attempts: 4 },
    rules: { replacedOwesCheck: false },
  }),
  breaks('what is replaced in doubt owes none, draft first', stillVisible, {
    world: { actions: 1, attempts: 4 },
    rules: { draftFirst: true, replacedOwesCheck: false, publishOwesCheck: false },
    promises: visibly,
  }),
  breaks('a conflict found in doubt owes no after-check', unknown, {
    world: { unmanaged: 1 },
    rules: { draftFirst: true, replacedOwesCheck: false },
    promises: visibly,
  }),
  breaks('cancelled, and created again', 'created again after a cancel', {
    world: { cancels: 1 },
    rules: { cancel: 'creates again', draftFirst: true },
    promises: visibly,
  }),
  breaks('cancelled, and its attempt in doubt forgotten', unknown, {
    world: { cancels: 1 },
    rules: { cancel: 'forgets' },
  }),
  breaks('the after-check does not ask whether it was put back', 'sent from a database that was put back', {
    world: { restores: 1, twice: 1 },
    rules: { holdRequested: 'not by the after-check' },
    promises: repaired,
  }),
  breaks('nobody asks whether it was put back', 'sent from a database that was put back', {
    world: { restores: 1 },
    rules: { holdRequested: 'by none' },
  }),
  breaks('what a worker holds outlives the database', 'sent from a database that was put back', {
    world: { restores: 1 },
    rules: { memoryEnds: false },
  }),
  breaks('the first of several requests bears no mark', 'at rest: a part of an update on top', {
    world: { parts: 1, edits: 1, attempts: 4 },
    rules: { partsMarked: false },
  }),
  breaks('a publish as stored is sent again by anyone', 'published as stored, and nobody accepted it', {
    world: { keeps: true, accepts: 1, cancels: 1, workers: 1, attempts: 4 },
    rules: { draftFirst: true, acceptanceBy: 'anyone' },
    promises: visibly,
  }),
  breaks('a late publish as stored is not recorded', `at rest: ${unrecorded}`, {
    world: { keeps: true, accepts: 1, lists: 1, workers: 1, attempts: 5 },
    rules: { draftFirst: true, lateAcceptance: false },
    promises: visibly,
  }),

  bringsCategory('without a lock', 'two categories made', { lock: false }),
  bringsCategory('without an attempt', 'two categories made', { attempt: false }),
  bringsCategory('without a look', 'two categories made', { look: false }),
];
