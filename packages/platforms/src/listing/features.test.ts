import { describe, expect, it } from 'vitest';
import { platforms } from '../all.ts';
import { changedLister, type ListerChanges } from './changed-lister.ts';
import type { Lister } from './lister.ts';
import { libraryOf } from './writer.ts';

/** Returns what a lister declares otherwise than its parts provide it; none for one in order. */
function disagreements({ features, connector, planner, reader, writer }: Lister): string[] {
  const { storeSideKey, publication, guarantee, times, batchSize, publishMax } = features;
  const isDraftFirst = publication === 'draft-first';
  const checks: Record<string, boolean> = {
    'what is published by a write of its own has that write':
      (publication !== 'by-create') === (writer.publish !== null),
    'publishMax is that of one request':
      publishMax >= batchSize && (writer.publish !== null || publishMax === batchSize),
    'what a full scan shows at the start is not read again':
      features.looksByFullScan === (reader.newest === null),
    'a store-side key is what is guaranteed': storeSideKey === (guarantee === 'store-side-key'),
    'a draft is what is guaranteed': (isDraftFirst && !storeSideKey) === (guarantee === 'draft-first'),
    'a request can still be applied after its deadline': times.deadlineMs < times.latenessMs,
    'only what one request carries is grouped': planner.together === null || batchSize > 1,
    'bulk operations are used':
      writer.bulk === null || (!libraryOf(writer) && !writer.finishing && !reader.held),
    'categories that are created have a writer': reader.categories.creates === (writer.terms !== null),
    'inventory set by steps goes with no update': writer.finishing === null || !features.updateSetsStock,
    'there is a way to connect': connector.connections.length > 0,
    'a shop that authorizes our app has a grant':
      connector.connections.some(({ granted }) => granted) === (connector.grant !== null),
  };
  return Object.keys(checks).filter((name) => !checks[name]);
}

/** Returns what a lister for all stores and those for single stores of its platform do not have in common. */
function disagreementsInStores({ features, connector, inStore }: Lister): string[] {
  const keyed = inStore?.({ uniqueKey: true, careful: false }).features ?? features;
  const careful = inStore?.({ uniqueKey: false, careful: true }).features ?? null;
  const checks: Record<string, boolean> = {
    'a key that is proved is one that not every store has':
      connector.probe === null || !features.storeSideKey,
    'a probe proves the key': keyed.storeSideKey === (features.storeSideKey || connector.probe !== null),
    'careful means draft-first': careful === null || careful.publication === 'draft-first',
  };
  return Object.keys(checks).filter((name) => !checks[name]);
}

const listers = [...platforms.values()].flatMap(({ name, lister }) => (lister ? [{ name, lister }] : []));

describe('the features that a lister declares', () => {
  it.each(listers)('agree with its parts, in every store of $name', ({ lister }) => {
    const inStores = [true, false].flatMap((uniqueKey) =>
      [true, false].flatMap((careful) => lister.inStore?.({ uniqueKey, careful }) ?? []),
    );

    expect(disagreementsInStores(lister)).toEqual([]);
    expect([lister, ...inStores].flatMap(disagreements)).toEqual([]);
  });

  const wrong: [string, ListerChanges][] = [
    ['what is published by a write of its own has that write', { features: { publication: 'by-create' } }],
    ['what is published by a write of its own has that write', { writer: { publish: null } }],
    ['publishMax is that of one request', { features: { publishMax: 0 } }],
    ['what a full scan shows at the start is not read again', { features: { looksByFullScan: true } }],
    ['a store-side key is what is guaranteed', { features: { storeSideKey: false } }],
    ['a draft is what is guaranteed', { features: { guarantee: 'draft-first' } }],
    ['only what one request carries is grouped', { planner: { together: async () => [] } }],
    ['bulk operations are used', { reader: { held: async () => [] } }],
    ['categories that are created have a writer', { writer: { terms: null } }],
    ['there is a way to connect', { connector: { connections: [] } }],
  ];
  it.each(wrong)('do not where %s is broken (%j)', (name, changes) => {
    const [shopify] = listers.filter((each) => each.name === 'Shopify');
    const broken = shopify && changedLister(shopify.lister, () => changes);

    expect(broken && disagreements(broken)).toContain(name);
  });
});
