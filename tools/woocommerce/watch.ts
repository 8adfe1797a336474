import { setTimeout } from 'node:timers/promises';
import { z } from 'zod/mini';
import type { RunningStore } from './set-up.ts';
import { rowsOf } from './store/stored.ts';

const Seen = z.object({
  key: z.string(),
  ids: z.string(),
  parts: z.nullable(z.string()),
  variations: z.int(),
});

/**
 * Checks every second during some work what shoppers see of our products, without WooCommerce. Each must be visible
 * once, with all its variations. Returns what was wrong at any time, and the number of checks.
 */
export async function watching<Result>(
  store: RunningStore,
  work: () => Promise<Result>,
): Promise<{ result: Result; wrong: string[]; looks: number }> {
  const wrong = new Set<string>();
  const stop = new AbortController();
  let looks = 0;
  const watch = (async () => {
    while (!stop.signal.aborted) {
      try {
        for (const line of seenWrong(store)) {
          wrong.add(line);
        }
        looks += 1;
      } catch {
        // The database is down while it is killed.
      }
      await setTimeout(1000, null, { signal: stop.signal }).catch(() => null);
    }
  })();
  try {
    const result = await work();
    return { result, wrong: [...wrong], looks };
  } finally {
    stop.abort();
    await watch;
  }
}

function seenWrong(store: RunningStore): string[] {
  const seen = rowsOf(
    store,
    Seen,
    `select json_object('key', k.meta_value, 'ids', group_concat(p.ID), 'parts', max(parts.meta_value), 'variations',
      (select count(*) from wp_posts v where v.post_parent = min(p.ID) and v.post_type = 'product_variation' and v.post_status = 'publish'))
    from wp_posts p join wp_postmeta k on k.post_id = p.ID and k.meta_key = '_bowerbird_key'
      left join wp_postmeta parts on parts.post_id = p.ID and parts.meta_key = '_bowerbird_parts'
    where p.post_type = 'product' and p.post_status = 'publish' group by k.meta_value`,
  );
  return seen.flatMap(({ key, ids, parts, variations }) => [
    ...(ids.includes(',') ? [`${key} is seen twice: ${ids}`] : []),
    ...(variations < Number(parts?.split('/')[0] ?? 0)
      ? [`${key} is seen with ${variations} of ${parts}`]
      : []),
  ]);
}
