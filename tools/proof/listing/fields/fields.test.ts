import { afterAll, describe, expect, it } from 'vitest';
import { testDatabase } from '../../../../apps/server/src/testing/database.ts';
import { openInstallation } from '../installations.ts';
import { knownOpen } from '../known-open.ts';
import { planRound } from '../plan.ts';
import { playedPlatforms } from '../played-platforms.ts';
import type { PlayedPlatform } from '../played-view.ts';
import { openRound } from '../round.ts';
import { roundTimes } from '../rounds.ts';
import { edit, judgeNow, setOut } from '../stage.ts';

const { url } = await testDatabase();
const installation = openInstallation(url, 10);
afterAll(installation.close);

/** Numbers, times and marks of the store and of ours, which are no content of a product. */
const ownOfStore =
  /(?:^|\.)(?:id|number|itemId|createdAt|updatedAt|publishedAt|created|modified|date|key|spu|token|metafields|publications|note|meta|by|parent|author|slug|brief|file|taxonomy|type|namespace)(?:$|\.|\[)/;

async function listOne(played: PlayedPlatform) {
  const plan = {
    ...planRound(played, 1, 3),
    scene: 'first' as const,
    count: 3,
    skewMs: 0,
    faults: [],
    early: [],
    blows: [],
  };
  const { stage } = await openRound(played, plan, { installation, without: null, times: roundTimes });
  const goods = await setOut(stage);
  // One without choices, and others with them.
  const [id = ''] = goods.ids;
  const [product] = goods.wanted.values();
  const [first] = product?.variants ?? [];
  if (product && first) {
    await edit(stage, goods, id, { ...product, options: [], variants: [{ ...first, optionValues: [] }] });
  }
  await stage.crew.work([await stage.merchant.start(goods.ids)], true);
  return { stage, goods };
}

/** Every place in a record that holds a text, a number or a flag, with what puts another there and what puts it back. */
function* places(value: unknown, path: string): Generator<{ path: string; spoil(): () => void }> {
  if (typeof value !== 'object' || value === null) {
    return;
  }
  if (Array.isArray(value) && value.length > 1) {
    yield { path: `${path} (count)`, spoil: () => restoring(value, value.slice(0, -1)) };
  }
  for (const [name, held] of Object.entries(value)) {
    const at = Array.isArray(value) ? `${path}[]` : `${path}.${name}`;
    const other =
      typeof held === 'string'
        ? `9${held}`
        : typeof held === 'number'
          ? held + 7
          : typeof held === 'boolean'
            ? !held
            : null;
    if (other !== null) {
      yield {
        path: at,
        spoil() {
          Reflect.set(value, name, other);
          return () => void Reflect.set(value, name, held);
        },
      };
    }
    yield* places(held, at);
  }
}

function restoring(list: unknown[], other: readonly unknown[]): () => void {
  const before = [...list];
  list.splice(0, list.length, ...other);
  return () => void list.splice(0, list.length, ...before);
}

describe('a field that a store holds and the judge passes over would let a wrong price or a lost image through', () => {
  it.each([...playedPlatforms.values()].map((played) => [played.platform.id, played] as const))(
    '%s: whatever is spoilt in its records is named',
    async (_, played) => {
      const { stage, goods } = await listOne(played);
      try {
        const wrong = await judgeNow(stage, goods, null);
        expect(wrong.filter((one) => knownOpen(played.platform.id, one) === null)).toEqual([]);

        const planted = new Set(goods.planted.map(({ title }) => title));
        const all = new Set<string>();
        const seen = new Set<string>();
        for (const [kind, records] of Object.entries(stage.store.records())) {
          for (const record of records.filter(
            (one) => !planted.has(String(Reflect.get(one, 'title') ?? Reflect.get(one, 'name'))),
          )) {
            for (const { path, spoil } of places(record, kind)) {
              const isOwn = ownOfStore.test(path.slice(kind.length + 1)) || path in played.notCompared;
              if (!isOwn && !seen.has(path)) {
                all.add(path);
                const before = JSON.stringify(contentOf(stage.store.products()));
                const restore = spoil();
                if (JSON.stringify(contentOf(stage.store.products())) !== before) {
                  seen.add(path);
                }
                restore();
              }
            }
          }
        }
        expect([...all].filter((path) => !seen.has(path)).sort()).toEqual([]);
      } finally {
        stage.clock.stop();
      }
    },
  );
});

/** All that the judge holds against what is wanted. */
function contentOf(products: readonly { content: object; state: string }[]): unknown {
  return products.map(({ content, state }) => [content, state]);
}
