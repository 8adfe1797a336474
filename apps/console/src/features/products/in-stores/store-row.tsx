import { applyEdit, type Edit } from '@bowerbird/catalog/edits/edit';
import { isSame } from '@bowerbird/catalog/merge/same';
import { editInStore } from '@bowerbird/catalog/own-values/edit-in-store';
import { inStore, withoutOwnValues } from '@bowerbird/catalog/own-values/in-store';
import { type OwnPath, ownValueAt, partsIn, withOwnValue } from '@bowerbird/catalog/own-values/own-cells';
import type { Variant } from '@bowerbird/catalog/product';
import type { OwnValuePlace } from '@bowerbird/contract/products/own-values';
import { lazy, Suspense, useMemo, useState } from 'react';
import { descriptionText } from '../../../lib/text/product-text.ts';
import { useText } from '../../../lib/text/text.ts';
import { PlatformMark } from '../../../ui/images/platform-mark.tsx';
import { useEditor } from '../editor/editor-context.ts';
import { Amounts } from './amounts.tsx';
import { DescriptionCell } from './description-cell.tsx';
import { OwnCell } from './own-cell.tsx';
import { OwnWords } from './own-words.tsx';

const PriceCalculator = lazy(() => import('../calculator/price-calculator.tsx'));
const noScope = { refuse: () => undefined };

/** One store: its own title, categories and tags, and below them a line with the amounts of each variant. */
export function StoreRow({ place }: { place: OwnValuePlace }) {
  const text = useText();
  const { draft, mayEdit } = useEditor();
  const [calculating, setCalculating] = useState(false);
  const [open, setOpen] = useState(false);
  const { product, base } = draft;
  const { shopId, rules, name } = place;
  const ruled = useMemo(
    () => inStore(withoutOwnValues(product), rules, shopId).product,
    [product, rules, shopId],
  );
  const { product: here, hasOtherCurrency } = useMemo(
    () => inStore(product, rules, shopId),
    [product, rules, shopId],
  );
  const setAll = (values: readonly (readonly [OwnPath, unknown])[]) =>
    draft.change((held) =>
      values.reduce((each, [path, value]) => withOwnValue(each, shopId, path, value), held),
    );
  const set = (path: OwnPath, value: unknown) => setAll([[path, value]]);
  const placeAt = (path: OwnPath) => ({
    isOwn: ownValueAt(product, shopId, path) !== undefined,
    changed: !isSame(ownValueAt(product, shopId, path), ownValueAt(base, shopId, path)),
  });
  const cell = (path: OwnPath) => ({
    ...placeAt(path),
    path: ['inStores', shopId, ...partsIn(path)].join('/'),
    readOnly: !mayEdit,
    onReset: () => set(path, undefined),
  });
  const label = (column: 'title' | 'description' | 'categories' | 'tags') => ({
    column: text(`products.inStores.column.${column}`),
    name: text('products.inStores.cell', { cell: text(`products.inStores.column.${column}`), store: name }),
  });
  const apply = (edit: Edit) =>
    draft.change((held) => editInStore(held, { shopId, rules }, noScope, (each) => applyEdit(each, edit)));
  const amounts = (variants: readonly Variant[]) => (
    <Amounts
      variants={variants}
      shopId={shopId}
      store={name}
      product={product}
      ruled={ruled}
      readOnly={!mayEdit}
      at={placeAt}
      set={setAll}
    />
  );
  return (
    <>
      <section className="in-stores-store" aria-label={name}>
        <div className="in-stores-row">
          <span className="in-stores-name">
            <PlatformMark platform={place.platform} />
            <span className="in-stores-names">
              <span className="cut" title={name}>
                {name}
              </span>
              {mayEdit && (
                <button type="button" className="link-button" onClick={() => setCalculating(true)}>
                  {text('calculator.open')}
                </button>
              )}
              {here.variants.length > 1 && (
                <button
                  type="button"
                  className="link-button"
                  aria-expanded={open}
                  onClick={() => setOpen(!open)}
                >
                  {text('products.inStores.variants', { n: here.variants.length })}
                </button>
              )}
            </span>
          </span>
          <OwnCell
            {...cell(['title'])}
            {...label('title')}
            value={ownText(ownValueAt(product, shopId, ['title']))}
            ruled={ruled.title}
            onEnter={(typed) => set(['title'], typed.trim() === '' ? undefined : typed.trim())}
          />
          {amounts(here.variants)}
        </div>
        <div className="in-stores-row under">
          <OwnWords
            {...cell(['categories'])}
            {...label('categories')}
            words={here.categories.map((path) => path.join(' / '))}
            ruled={ruled.categories.map((path) => path.join(' / ')).join(', ')}
            onEnter={(words) =>
              set(
                ['categories'],
                words.map(pathOf).filter((path) => path.length > 0),
              )
            }
          />
          <OwnWords
            {...cell(['tags'])}
            {...label('tags')}
            words={here.tags}
            ruled={ruled.tags.join(', ')}
            onEnter={(words) => set(['tags'], words)}
          />
          <DescriptionCell
            {...cell(['descriptionHtml'])}
            {...label('description')}
            html={here.descriptionHtml}
            ruled={descriptionText(ruled.descriptionHtml) ?? ''}
            onEnter={(html) => set(['descriptionHtml'], html ?? undefined)}
          />
        </div>
        {open &&
          here.variants.map((variant) => (
            <div className="in-stores-row variant" key={variant.id}>
              <span className="in-stores-name cut">{variant.optionValues.join(' / ')}</span>
              {amounts([variant])}
            </div>
          ))}
        {hasOtherCurrency && (
          <p role="alert" className="in-stores-wrong tone-red">
            {text('products.inStores.otherCurrency', { currency: here.currency ?? '' })}
          </p>
        )}
      </section>
      {calculating && (
        <Suspense fallback={null}>
          <PriceCalculator product={here} onApply={apply} onClose={() => setCalculating(false)} />
        </Suspense>
      )}
    </>
  );
}

function ownText(value: unknown): string | null {
  return typeof value === 'string' ? value : null;
}

function pathOf(typed: string): string[] {
  return typed
    .split('/')
    .map((name) => name.trim())
    .filter((name) => name !== '');
}
