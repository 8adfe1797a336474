/**
 * The way through a source is a list of stages: for a whole shop `feed`, `categories`, `sitemap`, `missing` and `pages`
 * (`shop.ts`); for categories that the merchant chose `category`, and inside each of them `list` and `pages`
 * (`chosen-categories.ts`); for a list of addresses `addresses` (`addresses.ts`). A stage knows one way to read and
 * nothing of its neighbours. What it finds for later stages, such as how the feed ended, it leaves in the run's state.
 *
 * This driver is the only one that moves from stage to stage:
 *
 * - It asks each stage in order whether it is due, and runs it to its end if so. What a stage throws ends the run.
 * - A stage gives each batch with its own cursor: where it continues once this batch is saved. The driver makes the
 *   checkpoint `{ stage, cursor }` of it.
 * - A run that resumes begins in the stage of its checkpoint with that cursor; earlier stages are not asked. Its state
 *   is new, as the process that knew more is gone: a cursor contains everything that its stage cannot do without.
 * - Each stage has a schema for its cursor. A checkpoint that no stage can read starts the run from scratch, which saves
 *   nothing twice (`CollectRequest.alreadyGot`).
 *
 * Stages may be nested: a stage that reads one place after another runs the stages of each (`nested`).
 */
import { z } from 'zod/mini';
import type { Json } from '../../context.ts';
import type { CollectEvent } from '../collector.ts';

type Batch = Extract<CollectEvent, { kind: 'batch' }>;

/** What a stage yields: a batch has the cursor after it, in place of the run's checkpoint. */
export type StageEvent<Cursor> =
  | Exclude<CollectEvent, Batch>
  | (Omit<Batch, 'checkpoint'> & { cursor: Cursor });

/** Events of a stage, in order; a part of a stage may have a result. */
export type StageEvents<Cursor, Result = void> = AsyncGenerator<StageEvent<Cursor>, Result>;

/** One way to read a source. `Run` is the state that the stages of a run share. */
export interface Stage<Run, Cursor extends Json = Json> {
  /** Unique among the stages of a run; saved in checkpoints. */
  readonly name: string;
  /** Schema of its cursor, for cursors that were saved. */
  readonly cursor: z.ZodMiniType<Cursor>;
  /**
   * Reports whether there is something for this stage to do, by what earlier stages found; `cursor` is null unless the
   * run resumes in this stage.
   */
  isDue(run: Run, cursor: Cursor | null): boolean;
  /** Reads on from the cursor; from its beginning when the cursor is null. */
  run(run: Run, cursor: Cursor | null): StageEvents<Cursor>;
}

/** Where a run resumes. */
export interface Position<Cursor> {
  stage: string;
  cursor: Cursor;
}

/** The form of every checkpoint; the cursor is parsed by its stage. */
const Checkpoint = z.object({ stage: z.string(), cursor: z.unknown() });

/** Schema of a checkpoint inside a cursor: JSON that `positionIn` parses for the stages that it is of. */
export const inside = z.custom<Json>((value) => value !== undefined);

/** Parses a saved checkpoint of a run with these stages; null for a new run and for what no stage can read. */
export function positionIn<Run, Cursor extends Json>(
  stages: readonly Stage<Run, Cursor>[],
  saved: Json | null,
): Position<Cursor> | null {
  const checkpoint = z.safeParse(Checkpoint, saved).data;
  const stage = stages.find(({ name }) => name === checkpoint?.stage);
  const cursor = stage && z.safeParse(stage.cursor, checkpoint?.cursor);
  return stage && cursor?.success ? { stage: stage.name, cursor: cursor.data } : null;
}

/** Runs the stages that are due, in order, from this position; from the first when it is null. */
export async function* runStages<Run, Cursor extends Json>(
  stages: readonly Stage<Run, Cursor>[],
  run: Run,
  from: Position<Cursor> | null,
): AsyncGenerator<CollectEvent> {
  const first = stages.findIndex(({ name }) => name === from?.stage);
  for (const [index, stage] of stages.entries()) {
    const cursor = from !== null && index === first ? from.cursor : null;
    if (index < first || !stage.isDue(run, cursor)) {
      continue;
    }
    for await (const event of stage.run(run, cursor)) {
      if (event.kind === 'batch') {
        const { cursor: after, ...batch } = event;
        yield { ...batch, checkpoint: { stage: stage.name, cursor: after } };
      } else {
        yield event;
      }
    }
  }
}

/** Passes on the events of a run inside a stage; `cursorOf` makes the stage's cursor of the inner run's checkpoint. */
export async function* nested<Cursor>(
  events: AsyncIterable<CollectEvent>,
  cursorOf: (inside: Json) => Cursor,
): StageEvents<Cursor> {
  for await (const event of events) {
    if (event.kind === 'batch') {
      const { checkpoint, ...batch } = event;
      yield { ...batch, cursor: cursorOf(checkpoint) };
    } else {
      yield event;
    }
  }
}
