import { v7 } from 'uuid';
import { writeCollectRun } from '../../../apps/server/src/collect/start.ts';
import { asOwner } from '../../../apps/server/src/db/database.ts';
import { editProduct, getProduct, saveProduct } from '../../../apps/server/src/products/list/queries.ts';
import { mergeRun } from '../../../apps/server/src/recollect/merge-run.ts';
import { changeRun } from '../../../apps/server/src/runs/runs.ts';
import { pause } from './kills.ts';
import type { Stage } from './stage.ts';

/** Others who change the same products while a run goes on. */
export interface Rivals {
  /** Lets them end; returns what they saw that must not be. */
  end(): Promise<string[]>;
}

/** Two editors, a source whose changes are merged, and a listing, all at once, on these products. */
export function rivals(stage: Stage, ids: readonly string[], random: () => number): Rivals {
  let over = false;
  const wrong: string[] = [];
  const going = async (what: string, act: () => Promise<void>) => {
    while (!over) {
      try {
        await act();
      } catch (thrown) {
        const code = thrown instanceof Error && 'code' in thrown ? String(thrown.code) : '';
        if (code !== 'product.changed-meanwhile') {
          wrong.push(`${what}: ${String(thrown)}`);
          return;
        }
      }
      await pause(20 + random() * 40);
    }
  };
  const one = () => ids[Math.floor(random() * ids.length)] ?? '';
  const working = [
    going('the first editor', () => suffix(stage, one())),
    going('the second editor', () => save(stage, one(), random)),
    going('the source', () => merge(stage, ids, random)),
    going('the listing', async () => {
      await stage.bench.list([one()]);
    }),
  ];
  return {
    async end() {
      over = true;
      await Promise.all(working);
      return wrong;
    },
  };
}

function suffix({ db, ownerId, userId }: Stage, id: string): Promise<void> {
  const edits = [{ kind: 'title-suffix' as const, text: '.' }];
  return asOwner(db, ownerId, (owned) => editProduct(owned, ownerId, { id, edits, userId }));
}

/** Saves what the editor read a moment before; somebody may have changed it meanwhile. */
async function save({ db, ownerId, userId }: Stage, id: string, random: () => number): Promise<void> {
  const { revision, product } = await asOwner(db, ownerId, (owned) => getProduct(owned, ownerId, id));
  await pause(random() * 15);
  const [first, ...others] = product.variants;
  const stock = Math.floor(random() * 500);
  const changed = {
    ...product,
    vendor: `Vendor ${stock}`,
    variants: first ? [{ ...first, stock }, ...others] : [],
  };
  await asOwner(db, ownerId, async (owned) => {
    await saveProduct(owned, ownerId, { id, revision, product: changed, userId });
  });
}

/** The source changes the tags of a few products, and a run merges that. */
async function merge(stage: Stage, ids: readonly string[], random: () => number): Promise<void> {
  const { db, client, ownerId, log } = stage;
  const from = Math.floor(random() * Math.max(1, ids.length - 30));
  const chosen = ids.slice(from, from + 30);
  const runId = await asOwner(db, ownerId, async (owned) => {
    const id = await writeCollectRun(
      owned,
      { ownerId, userId: null },
      {
        platform: 'shopify',
        scope: 'shop',
        addresses: ['https://source.example/'],
        shops: ['source.example'],
      },
    );
    await changeRun(owned, ownerId, id, { state: 'complete', ended: true });
    return id;
  });
  // As collecting writes it: the snapshot before is kept beside the new one.
  await client.query(
    `with earlier as (
      insert into collected_version (id, owner_id, collected_id, run_id, content, content_hash)
      select gen_random_uuid(), owner_id, id, last_run_id, content, content_hash
      from collected where product_id = any($1::uuid[])
    )
    update collected set content_hash = $3, last_run_id = $2,
      content = jsonb_set(content::jsonb, '{tags}', jsonb_build_array($3::text))
    where product_id = any($1::uuid[])`,
    [chosen, runId, v7()],
  );
  await mergeRun({ db, log }, { ownerId, runId });
}
