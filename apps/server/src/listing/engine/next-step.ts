import type { ListingOptions } from '@bowerbird/contract/listing';
import type { Lister } from '@bowerbird/platforms/listing/lister';
import { isToBeSeen } from '@bowerbird/platforms/listing/writes';
import { isCancelled, type Lane } from '../lane.ts';
import type { Work } from '../work.ts';

/** No product takes more writes than this to be whole: thousands of variations, a hundred at a time. */
const halvesMax = 60;

/** A store that was sent the same so often, and reads back something else, keeps that. */
const sameMax = 3;

/** What can come next for a product of a run that lists. */
export type Step =
  | 'settle'
  | 'tell-gone'
  | 'list-again'
  | 'leave-delisted'
  | 'show-again'
  | 'never-whole'
  | 'kept-otherwise'
  | 'leave-unfinished'
  | 'update'
  | 'finish'
  | 'publish'
  | 'tell-listed'
  | 'take-over'
  | 'look';

/** What the next step is decided by. */
export interface Facts {
  work: Work;
  lister: Pick<Lister, 'publish' | 'hiddenFirst' | 'finishing'>;
  /** What a run that began by itself does with products that are delisted; undefined where a person began it. */
  delisted: ListingOptions['delisted'];
  /** A person cancelled the run: nothing is repeated any more. */
  isCancelled: boolean;
}

/** The facts of a store job. */
export function factsOf(lane: Pick<Lane, 'lister' | 'options' | 'signal'>, work: Work): Facts {
  return { work, lister: lane.lister, delisted: lane.options.delisted, isCancelled: isCancelled(lane) };
}

/**
 * What comes next, as a table: the first line that holds. A doubt is settled before anything else; a bound product goes by its id alone;
 * nothing is made before it was looked for.
 */
const steps: readonly [Step, (facts: Facts) => boolean][] = [
  ['settle', ({ work }) => work.row.open_attempt !== null],
  ['list-again', (facts) => isGone(facts) && isWantedAgain(facts)],
  ['tell-gone', isGone],
  ['leave-delisted', (facts) => isTakenDown(facts) && isToBeLeft(facts)],
  ['show-again', (facts) => isTakenDown(facts) && (!isBound(facts) || isToBeSeen(facts.work.options))],
  ['never-whole', (facts) => isBehind(facts) && facts.work.tries.halves >= halvesMax],
  ['kept-otherwise', (facts) => isBehind(facts) && (facts.work.tries.lastHalf?.times ?? 0) >= sameMax],
  ['leave-unfinished', (facts) => isBehind(facts) && facts.isCancelled && facts.work.tries.halves > 0],
  ['update', isBehind],
  ['finish', (facts) => isBound(facts) && isUnfinished(facts) && (isToShow(facts) || wasWritten(facts.work))],
  ['publish', (facts) => isBound(facts) && isToShow(facts)],
  ['tell-listed', isBound],
  ['take-over', ({ work }) => work.row.adopts !== null],
  ['look', () => true],
];

/** What comes next for a product, from its row and what this run knows of it. Nothing is asked and nothing is written. */
export function nextStep(facts: Facts): Step {
  return steps.find(([, holds]) => holds(facts))?.[0] ?? 'look';
}

function isBound({ work }: Facts): boolean {
  return work.row.store_product_id !== null;
}

function isGone({ work }: Facts): boolean {
  return work.row.state === 'gone';
}

/** The merchant asked for it to be made again, before this run had a hand in it. */
function isWantedAgain({ work: { options, item } }: Facts): boolean {
  return options.again === true && item?.state === 'waiting';
}

/** A run's own products alone: an after-check heals what is there, and leaves out of sight what is. */
function isTakenDown({ work: { row, item } }: Facts): boolean {
  return row.taken_down && item !== null;
}

/** What is written as a draft is not shown by it; what was removed is made anew by no run that began by itself. */
function isToBeLeft({ work: { row, options }, delisted }: Facts): boolean {
  if (delisted === undefined) {
    return false;
  }
  return row.store_product_id === null || (delisted === 'leave' && isToBeSeen(options));
}

/** Bound, and the store does not hold what is wanted. */
function isBehind(facts: Facts): boolean {
  const { row, hash } = facts.work;
  return isBound(facts) && !(row.state === 'listed' && row.sent_hash === hash && !row.unhealed);
}

function isUnfinished({ work: { stage }, lister }: Facts): boolean {
  return lister.finishing !== undefined && stage !== 'finished' && stage !== 'shown';
}

/** Whether the next write is the one that shows it; of what is made hidden first, a draft too gets its own address by it. */
function isToShow({ work: { row, options, stage, item }, lister }: Facts): boolean {
  // An after-check heals what is there; what somebody took from shoppers' sight meanwhile stays there.
  if (!lister.publish || stage === 'shown' || item === null) {
    return false;
  }
  const wanted = isToBeSeen(options);
  return lister.hiddenFirst
    ? !row.published || (wanted && stage !== 'untouched' && row.address === null)
    : wanted && !row.published;
}

/** Written by this worker, or by one who was here before him. */
export function wasWritten({ stage, item }: Pick<Work, 'stage' | 'item'>): boolean {
  return stage !== 'untouched' || (item !== null && item.state !== 'waiting');
}
