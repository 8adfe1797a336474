import { v7 } from 'uuid';
import { asOwner } from '../../src/db/database.ts';
import { saveEditSet } from '../../src/products/history/edit-sets.ts';
import { saveRecords } from '../../src/products/history/history.ts';
import type { Services } from '../../src/services/services.ts';

type Method = 'GET' | 'POST' | 'PUT' | 'DELETE';
type AsMerchant = <Answer>(method: Method, path: string, payload?: object) => Promise<Answer>;

/** Creates a watch, a rule, and for one claimed product a merge conflict, a followed change and an alert. */
export async function oneRecollect(
  { db }: Pick<Services, 'db'>,
  call: AsMerchant,
  own: { owner: string; collect: string; claimed: string; product: string },
): Promise<{ watch: string; mergeRule: string; followed: string; alert: string }> {
  const watch = await call<{ id: string }>('POST', '/watches', {
    name: 'Secret mug prices',
    everyHours: 24,
    hour: 6,
    timeZone: 'UTC',
    alerts: { pricePercent: 5, stock: true, gone: true },
    target: { kind: 'claimed', platform: 'shopify', shop: 'anns-source.example' },
  });
  const rule = await call<{ id: string }>('POST', '/recollect/rules', {
    field: 'tags',
    shop: 'anns-source.example',
    side: 'mine',
  });
  const alert = v7();
  const followed = await asOwner(db, own.owner, async (owned) => {
    const row = { owner_id: own.owner, product_id: own.product, run_id: own.collect };
    await owned
      .insertInto('merge_conflict')
      .values({
        ...row,
        collected_id: own.claimed,
        fields: JSON.stringify([{ key: 'title', fields: ['title'] }]),
        base: JSON.stringify({ title: 'Secret mug before' }),
        before: JSON.stringify({ title: 'Secret mug before' }),
        before_at: new Date(),
      })
      .execute();
    await owned
      .insertInto('source_alert')
      .values({
        ...row,
        id: alert,
        kind: 'price-down',
        title: 'Secret mug',
        image_url: null,
        platform: 'shopify',
        shop: 'anns-source.example',
        url: 'https://anns-source.example/products/secret',
        before: '12.00',
        after: '9.00',
        currency: 'EUR',
        watch_id: watch.id,
      })
      .execute();
    await owned.insertInto('recollect_run').values({ run_id: own.collect, owner_id: own.owner }).execute();
    const set = await saveEditSet(owned, own.owner, { kind: 'followed', userId: null, runId: own.collect });
    const cells = [{ path: 'vendor', before: 'Secret mug street', after: 'Glade' }];
    await saveRecords(owned, own.owner, set, [{ productId: own.product, revision: 3, cells }]);
    return set;
  });
  return { watch: watch.id, mergeRule: rule.id, followed, alert };
}
