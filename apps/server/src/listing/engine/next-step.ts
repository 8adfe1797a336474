import type { ListingOptions } from '@bowerbird/contract/listing/listing';
import type { Lister } from '@bowerbird/platforms/listing/lister';
import { isToBeSeen } from '@bowerbird/platforms/listing/writes';
import { isCancelled, type StoreJob } from '../store-job/store-job.ts';
import type { Work } from './work.ts';

/** No product takes more writes than this to be whole: thousands of variations, a hundred at a time. */
const halvesMax = 60;

/** After this many identical writes a store that still returns something else is taken to keep that. */
const sameMax = 3;

/** What can come next for a product of a run that lists. */
export type Step =
  | 'settle'
  | 'report-gone'
  | 'list-again'
  | 'leave-delisted'
  | 'show-again'
  | 'never-whole'
  | 'kept-otherwise'
  | 'leave-unfinished'
  | 'update'
  | 'finish'
  | 'publish'
  | 'report-listed'
  | 'take-over'
  | 'look';

/** The input of the decision about the next step. */
export interface Facts {
  work: Work;
  lister: Pick<Lister, 'features' | 'writer'>;
  /** What a run that began by itself does with delisted products; undefined where a person began it. */
  delisted: ListingOptions['delisted'];
  /** A person cancelled the run: nothing is repeated any more. */
  isCancelled: boolean;
}

/** Returns the facts of a store job. */
export function factsOf(storeJob: Pick<StoreJob, 'lister' | 'options' | 'signal'>, work: Work): Facts {
  return {
    work,
    lister: storeJob.lister,
    delisted: storeJob.options.delisted,
    isCancelled: isCancelled(storeJob),
  };
}

/**
 * The next step as a table: the first line that holds. An in-doubt attempt is resolved before anything else; a bound
 * product is written by its id alone; nothing is created before it was looked for.
 */
const steps: readonly [Step, (facts: Facts) => boolean][] = [
  ['settle', ({ work }) => work.row.open_attempt !== null],
  ['list-again', (facts) => isGone(facts) && isWantedAgain(facts)],
  ['report-gone', isGone],
  ['leave-delisted', (facts) => isTakenDown(facts) && isToBeLeft(facts)],
  ['show-again', (facts) => isTakenDown(facts) && (!isBound(facts) || isToBeSeen(facts.work.options))],
  ['never-whole', (facts) => isBehind(facts) && facts.work.tries.halves >= halvesMax],
  ['kept-otherwise', (facts) => isBehind(facts) && (facts.work.tries.lastPartial?.times ?? 0) >= sameMax],
  ['leave-unfinished', (facts) => isBehind(facts) && facts.isCancelled && facts.work.tries.halves > 0],
  ['update', isBehind],
  ['finish', (facts) => isBound(facts) && isUnfinished(facts) && (isToShow(facts) || wasWritten(facts.work))],
  ['publish', (facts) => isBound(facts) && isToShow(facts)],
  ['report-listed', isBound],
  ['take-over', ({ work }) => work.row.adopts !== null],
  ['look', () => true],
];

/** Returns the next step for a product, from its row and what this run knows of it. Reads and writes nothing. */
export function nextStep(facts: Facts): Step {
  return steps.find(([, holds]) => holds(facts))?.[0] ?? 'look';
}

function isBound({ work }: Facts): boolean {
  return work.row.store_product_id !== null;
}

function isGone({ work }: Facts): boolean {
  return work.row.state === 'gone';
}

/** Reports whether the merchant requested that the product be created again, before this run processed it. */
function isWantedAgain({ work: { options, item } }: Facts): boolean {
  return options.again === true && item?.state === 'waiting';
}

/**
 * Reports whether a run's own product is delisted. Not for an after-check, which repairs what is there and keeps hidden
 * what is hidden.
 */
function isTakenDown({ work: { row, item } }: Facts): boolean {
  return row.taken_down && item !== null;
}

/**
 * Reports whether a run that began by itself leaves a delisted product alone. Writing it as a draft does not show it;
 * such a run never creates a removed product again.
 */
function isToBeLeft({ work: { row, options }, delisted }: Facts): boolean {
  if (delisted === undefined) {
    return false;
  }
  return row.store_product_id === null || (delisted === 'leave' && isToBeSeen(options));
}

/** Reports whether a bound product differs in the store from what is wanted. */
function isBehind(facts: Facts): boolean {
  const { row, hash, asStored } = facts.work;
  return (
    isBound(facts) && !asStored && !(row.state === 'listed' && row.sent_hash === hash && !row.unrepaired)
  );
}

function isUnfinished({ work: { stage }, lister }: Facts): boolean {
  return lister.writer.finishing !== null && stage !== 'finished' && stage !== 'shown';
}

/**
 * Reports whether the next write is the one that shows the product; with draft-first, a draft too gets its own address
 * by it.
 */
function isToShow({ work: { row, options, stage, item }, lister }: Facts): boolean {
  // An after-check repairs what is there; what was hidden from shoppers meanwhile stays hidden.
  if (!lister.writer.publish || stage === 'shown' || item === null) {
    return false;
  }
  const wanted = isToBeSeen(options);
  return lister.features.publication === 'draft-first'
    ? !row.published || (wanted && stage !== 'untouched' && row.address === null)
    : wanted && !row.published;
}

/** Reports whether this worker, or an earlier one, wrote the product. */
export function wasWritten({ stage, item }: Pick<Work, 'stage' | 'item'>): boolean {
  return stage !== 'untouched' || (item !== null && item.state !== 'waiting');
}
