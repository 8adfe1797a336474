import { describeChange } from '@bowerbird/catalog/change/describe';
import { type RulePreview, type RulePreviewRow, ruleOutcomes } from '@bowerbird/contract/products/edit-rules';
import { variantLabels } from '../bulk-edits/sample.ts';
import type { OwnerDb } from '../db/database.ts';
import { productsByIds } from '../products/list/selection.ts';
import { findMergeable } from '../recollect/mergeable.ts';
import { type Chosen, countChosen, nextChosen } from './chosen.ts';
import { type Exchange, type RuledProduct, ruledFrom } from './outcome.ts';

/** Number of products of one page. */
const pageSize = 500;
const sampleMax = 8;

/** Returns one page of what an exchange of rules would do to these products. */
export async function previewExchange(
  db: OwnerDb,
  ownerId: string,
  { chosen, exchange, after }: { chosen: Chosen; exchange: Exchange; after: string | null },
): Promise<RulePreview> {
  const ids = await nextChosen(db, ownerId, chosen, { after, limit: pageSize });
  const ruled = (await findMergeable(db, ownerId, ids)).map((row) => ruledFrom(row, exchange));
  const counts = noCounts();
  for (const { outcome } of ruled) {
    counts[outcome] += 1;
  }
  counts['without-source'] += ids.length - ruled.length;
  const rejected = new Map<string, number>();
  for (const each of ruled) {
    const { refusal } = rejectionOf(each, exchange) ?? {};
    if (refusal) {
      rejected.set(refusal.code, (rejected.get(refusal.code) ?? 0) + 1);
    }
  }
  return {
    counts,
    kept: ruled.filter(({ kept }) => kept.length > 0).length,
    checked: ids.length,
    rejected: [...rejected].map(([code, count]) => ({ code, count })),
    sample: after === null ? await sampleOf(db, ownerId, ids, ruled, exchange) : [],
    next: ids.length === pageSize ? (ids.at(-1) ?? null) : null,
    products: after === null ? await countChosen(db, ownerId, chosen) : null,
  };
}

export function noCounts(): RulePreview['counts'] {
  return Object.fromEntries(ruleOutcomes.map((name) => [name, 0])) as RulePreview['counts'];
}

function rejectionOf({ rejections }: RuledProduct, { adds }: Exchange) {
  return rejections.find(({ attachmentId }) => attachmentId === adds?.id);
}

/** Returns a few products: first those in which a value stays or to which the rule cannot be applied. */
async function sampleOf(
  db: OwnerDb,
  ownerId: string,
  ids: readonly string[],
  ruled: readonly RuledProduct[],
  exchange: Exchange,
): Promise<RulePreviewRow[]> {
  const known = new Set(ruled.map(({ row }) => row.id));
  const foreign = ids.filter((id) => !known.has(id)).slice(0, 1);
  const without = (await productsByIds(db, ownerId, foreign)).map(({ id, product }) =>
    shown(id, product, { outcome: 'without-source' }),
  );
  const special = ruled.filter(({ kept, outcome }) => kept.length > 0 || outcome === 'rejected').slice(0, 3);
  const others = ruled.filter((each) => !special.includes(each) && each.outcome === 'changed');
  return [...special, ...others]
    .slice(0, sampleMax - without.length)
    .map((each) => {
      const rejection = rejectionOf(each, exchange);
      return shown(each.row.id, each.row.product, {
        outcome: each.outcome,
        cells: describeChange(each.row.product, each.product),
        kept: each.kept,
        rejection: rejection
          ? { code: rejection.refusal.code, params: rejection.refusal.detail, step: rejection.step }
          : null,
      });
    })
    .concat(without);
}

function shown(
  id: string,
  product: RuledProduct['product'],
  what: Partial<RulePreviewRow> & Pick<RulePreviewRow, 'outcome'>,
): RulePreviewRow {
  const { title, images, currency } = product;
  const imageUrl = images[0]?.url ?? null;
  const paths = [...(what.cells ?? []), ...(what.kept ?? [])].map(({ path }) => path);
  const variants = variantLabels(paths, product);
  return { id, title, imageUrl, currency, cells: [], kept: [], variants, rejection: null, ...what };
}
