import { afterAll, describe, expect, it } from 'vitest';
import { testDatabase } from '../../../../apps/server/testing/database/database.ts';
import { openInstallation } from '../installations.ts';
import type { SimulatedPlatform } from '../judge/simulated-view.ts';
import { knownOpen } from '../known-open.ts';
import { planRound } from '../plan.ts';
import { openRound } from '../round.ts';
import { roundTimes } from '../rounds.ts';
import { simulatedPlatforms } from '../simulated-platforms.ts';
import { edit, judgeNow, setOut } from '../stage.ts';

const { url } = await testDatabase();
const installation = openInstallation(url, 10);
afterAll(installation.close);

/** Numbers, times and marks of the store and of ours, which are no content of a product. */
const ownOfStore =
  /(?:^|\.)(?:id|number|itemId|createdAt|updatedAt|publishedAt|created|modified|date|key|spu|token|metafields|publications|note|meta|by|parent|author|slug|brief|file|taxonomy|type|namespace)(?:$|\.|\[)/;

async function listOne(simulated: SimulatedPlatform) {
  const plan = {
    ...planRound(simulated, 1, 3),
    scenario: 'first' as const,
    count: 3,
    skewMs: 0,
    faults: [],
    early: [],
    plannedFaults: [],
  };
  const { stage } = await openRound(simulated, plan, { installation, without: null, times: roundTimes });
  const products = await setOut(stage);
  // One product without options, and others with them.
  const [id = ''] = products.ids;
  const [product] = products.wanted.values();
  const [first] = product?.variants ?? [];
  if (product && first) {
    await edit(stage, products, id, { ...product, options: [], variants: [{ ...first, optionValues: [] }] });
  }
  await stage.crew.work([await stage.merchant.start(products.ids)], true);
  return { stage, products };
}

/**
 * Yields every place in a record that contains a text, a number or a flag, with functions that change and restore it.
 */
function* places(value: unknown, path: string): Generator<{ path: string; corrupt(): () => void }> {
  if (typeof value !== 'object' || value === null) {
    return;
  }
  if (Array.isArray(value) && value.length > 1) {
    yield { path: `${path} (count)`, corrupt: () => restoring(value, value.slice(0, -1)) };
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
        corrupt() {
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
  it.each([...simulatedPlatforms.values()].map((simulated) => [simulated.platform.id, simulated] as const))(
    '%s: whatever is spoilt in its records is named',
    { tags: ['slow'] },
    async (_, simulated) => {
      const { stage, products } = await listOne(simulated);
      try {
        const wrong = await judgeNow(stage, products, null);
        expect(wrong.filter((one) => knownOpen(simulated.platform.id, one) === null)).toEqual([]);

        const planted = new Set(products.planted.map(({ title }) => title));
        const all = new Set<string>();
        const seen = new Set<string>();
        for (const [kind, records] of Object.entries(stage.store.records())) {
          for (const record of records.filter(
            (one) => !planted.has(String(Reflect.get(one, 'title') ?? Reflect.get(one, 'name'))),
          )) {
            for (const { path, corrupt } of places(record, kind)) {
              const isOwn = ownOfStore.test(path.slice(kind.length + 1)) || path in simulated.notCompared;
              if (!isOwn && !seen.has(path)) {
                all.add(path);
                const before = JSON.stringify(contentOf(stage.store.products()));
                const restore = corrupt();
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

/** Returns everything that the judge compares with what is wanted. */
function contentOf(products: readonly { content: object; state: string }[]): unknown {
  return products.map(({ content, state }) => [content, state]);
}
