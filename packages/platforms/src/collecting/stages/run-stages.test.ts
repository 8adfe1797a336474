import { AppError } from '@bowerbird/contract/errors';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { z } from 'zod/mini';
import type { Json } from '../../context.ts';
import type { CollectEvent } from '../collector.ts';
import { inside, nested, positionIn, runStages, type Stage } from './run-stages.ts';

interface Run {
  /** What the stages did, in order. */
  log: string[];
  /** Names of stages that are not due. */
  done: Set<string>;
}

const Cursor = z.object({ next: z.number() });
type Cursor = z.infer<typeof Cursor>;

/** A stage that gives one batch for each of its addresses. */
function stageOf(name: string, addresses: readonly string[], failAt = Number.POSITIVE_INFINITY) {
  const stage: Stage<Run, Cursor> = {
    name,
    cursor: Cursor,
    isDue: ({ log, done }, cursor) => {
      log.push(`${name} due from ${cursor?.next ?? 'its beginning'}?`);
      return !done.has(name);
    },
    async *run({ log }, cursor) {
      try {
        for (const [at, address] of addresses.entries()) {
          if (at === failAt) {
            throw new AppError('source.unwell', `${name} fails`);
          }
          if (at >= (cursor?.next ?? 0)) {
            log.push(`${name} ${at}`);
            const failure = new AppError('source.gone', address);
            yield { kind: 'batch', products: [], skipped: [{ address, failure }], cursor: { next: at + 1 } };
          }
        }
      } finally {
        log.push(`${name} ended`);
      }
    },
  };
  return stage;
}

const startRun = (...done: string[]): Run => ({ log: [], done: new Set(done) });

/** Collects events, up to this many batches. */
async function readUpTo(events: AsyncIterable<CollectEvent>, most = Number.POSITIVE_INFINITY) {
  const addresses: string[] = [];
  let checkpoint: Json | null = null;
  for await (const event of events) {
    if (event.kind === 'batch') {
      addresses.push(...event.skipped.map(({ address }) => address));
      // As it is when read back from where it was saved.
      checkpoint = JSON.parse(JSON.stringify(event.checkpoint)) as Json;
      if (addresses.length >= most) {
        break;
      }
    }
  }
  return { addresses, checkpoint };
}

const stages = [
  stageOf('feed', ['a', 'b']),
  stageOf('categories', ['c', 'd', 'e']),
  stageOf('missing', ['f']),
];
const from = (checkpoint: Json | null, run = startRun(), list: readonly Stage<Run, Cursor>[] = stages) =>
  runStages(list, run, positionIn(list, checkpoint));

describe('the stages of a run', () => {
  it('run in order, each to its end, with a checkpoint of stage and cursor after each batch', async () => {
    const events: CollectEvent[] = [];
    for await (const event of from(null)) {
      events.push(event);
    }

    expect(events.map((event) => (event.kind === 'batch' ? event.checkpoint : event.kind))).toEqual([
      { stage: 'feed', cursor: { next: 1 } },
      { stage: 'feed', cursor: { next: 2 } },
      { stage: 'categories', cursor: { next: 1 } },
      { stage: 'categories', cursor: { next: 2 } },
      { stage: 'categories', cursor: { next: 3 } },
      { stage: 'missing', cursor: { next: 1 } },
    ]);
    expect(events[0]).not.toHaveProperty('cursor');
  });

  it('resume in the stage of the checkpoint at its cursor; earlier ones are not even asked', async () => {
    const run = startRun();

    const { addresses } = await readUpTo(from({ stage: 'categories', cursor: { next: 2 } }, run));

    expect(addresses).toEqual(['e', 'f']);
    expect(run.log).toEqual([
      'categories due from 2?',
      'categories 2',
      'categories ended',
      'missing due from its beginning?',
      'missing 0',
      'missing ended',
    ]);
  });

  it('skip one that is not due, also where the run resumes in it', async () => {
    const skipping = () => startRun('categories');

    expect((await readUpTo(from(null, skipping()))).addresses).toEqual(['a', 'b', 'f']);
    const resumed = from({ stage: 'categories', cursor: { next: 1 } }, skipping());
    expect((await readUpTo(resumed)).addresses).toEqual(['f']);
  });

  it('know what earlier ones found', async () => {
    const first: Stage<Run, Cursor> = {
      ...stageOf('feed', []),
      async *run({ done }) {
        done.add('missing');
        yield { kind: 'promised', way: 'feed', count: 3 };
      },
    };

    const { addresses } = await readUpTo(from(null, startRun(), [first, ...stages.slice(1)]));

    expect(addresses).toEqual(['c', 'd', 'e']);
  });

  it('end with what one of them throws: what it gave before is kept, later ones do not run', async () => {
    const run = startRun();
    const broken = [stageOf('feed', ['a', 'b', 'c'], 2), stageOf('missing', ['f'])];
    const checkpoints: Json[] = [];
    const reading = (async () => {
      for await (const event of from(null, run, broken)) {
        checkpoints.push(event.kind === 'batch' ? event.checkpoint : null);
      }
    })();

    await expect(reading).rejects.toMatchObject({ code: 'source.unwell' });
    expect(checkpoints.at(-1)).toEqual({ stage: 'feed', cursor: { next: 2 } });
    expect(run.log).not.toContain('missing due from its beginning?');
  });

  it('are let go when the consumer ends early', async () => {
    const run = startRun();

    await readUpTo(from(null, run), 1);

    expect(run.log).toEqual(['feed due from its beginning?', 'feed 0', 'feed ended']);
  });

  it.each<[string, Json | null]>([
    ['of a new run', null],
    ['of a stage that is not there', { stage: 'lists', cursor: { next: 1 } }],
    ['whose cursor is of another form', { stage: 'categories', cursor: { page: 1 } }],
    ['without a cursor', { stage: 'categories' }],
    ['of another form', { way: 'feed', page: 2 }],
    ['that is no object', 'categories'],
  ])('start from scratch with a checkpoint %s', async (_, checkpoint) => {
    const run = startRun();

    const { addresses } = await readUpTo(from(checkpoint, run));

    expect(addresses).toEqual(['a', 'b', 'c', 'd', 'e', 'f']);
    expect(run.log[0]).toBe('feed due from its beginning?');
  });

  it('stopped after any batches, give the same in all parts together', async () => {
    const lists = fc.array(fc.array(fc.string(), { maxLength: 4 }), { maxLength: 4 });
    await fc.assert(
      fc.asyncProperty(lists, fc.array(fc.integer({ min: 1, max: 5 })), async (addresses, stops) => {
        const list = addresses.map((each, at) => stageOf(`stage ${at}`, each));
        const whole = await readUpTo(from(null, startRun(), list));
        const parts: string[] = [];
        let checkpoint: Json | null = null;
        for (const most of [...stops, Number.POSITIVE_INFINITY]) {
          const part = await readUpTo(from(checkpoint, startRun(), list), most);
          parts.push(...part.addresses);
          checkpoint = part.checkpoint ?? checkpoint;
        }
        expect(parts).toEqual(whole.addresses);
      }),
    );
  });
});

describe('stages inside a stage', () => {
  const Outer = z.object({ at: z.number(), inside });
  type Outer = z.infer<typeof Outer>;
  const outer: Stage<Run, Outer> = {
    name: 'outer',
    cursor: Outer,
    isDue: () => true,
    async *run(run, cursor) {
      for (const at of [0, 1].slice(cursor?.at ?? 0)) {
        const saved = cursor?.at === at ? cursor.inside : null;
        yield* nested(from(saved, run), (position): Outer => ({ at, inside: position }));
      }
    },
  };
  const whole = (checkpoint: Json | null) => runStages([outer], startRun(), positionIn([outer], checkpoint));

  it('have their position in the cursor of the outer one, and resume there', async () => {
    const before = await readUpTo(whole(null), 4);
    const after = await readUpTo(whole(before.checkpoint));

    expect(before.checkpoint).toEqual({
      stage: 'outer',
      cursor: { at: 0, inside: { stage: 'categories', cursor: { next: 2 } } },
    });
    expect(after.addresses).toEqual(['e', 'f', 'a', 'b', 'c', 'd', 'e', 'f']);
  });

  it('start again where their own checkpoint cannot be read; the outer one goes on', async () => {
    const { addresses } = await readUpTo(
      whole({ stage: 'outer', cursor: { at: 1, inside: { way: 'feed', page: 2 } } }),
    );

    expect(addresses).toEqual(['a', 'b', 'c', 'd', 'e', 'f']);
  });
});
