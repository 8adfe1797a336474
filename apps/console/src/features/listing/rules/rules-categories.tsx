import { pathKey } from '@bowerbird/catalog/listing-rules/mapping';
import type { Store } from '@bowerbird/contract/listing/stores';
import type { Selection } from '@bowerbird/contract/products/products';
import { Select } from 'antd';
import { useState } from 'react';
import { useText } from '../../../lib/text/text.ts';
import { SectionFault } from '../../../ui/feedback/fault-row.tsx';
import { SkeletonLines } from '../../../ui/feedback/skeleton.tsx';
import { Chip } from '../../../ui/form/chip.tsx';
import { Grid, Row } from '../../../ui/layout/box.tsx';
import { Text } from '../../../ui/text/text.tsx';
import { CategoriesAsOf } from '../categories/categories-as-of.tsx';
import { CategoryPicker } from '../categories/category-picker.tsx';
import { useStoreCategories } from '../categories/queries.ts';
import { useCategories } from './rules-queries.ts';
import type { RulesPartProps } from './rules-section.tsx';
import { RulesSection } from './rules-section.tsx';

const shownFirst = 6;

/**
 * Chooses the store category for each of the products' categories, with previous choices and similar names as
 * suggestions.
 */
export function RulesCategories({
  rules,
  onRules,
  reported,
  selection,
  store,
}: RulesPartProps & { selection: Selection; store: Store }) {
  const text = useText();
  const found = useCategories(selection, store.id);
  const ofStore = useStoreCategories(store.id, () => void found.refetch());
  const tree = ofStore.found.data;
  const [all, setAll] = useState(false);
  const { categories } = rules;
  const change = (part: Partial<typeof categories>) =>
    onRules({ ...rules, categories: { ...categories, ...part } });
  const set = (from: string[], to: string[] | null | undefined) => {
    const others = categories.map.filter((one) => pathKey(one.from) !== pathKey(from));
    change({ map: to === undefined ? others : [...others, { from, to }] });
  };
  const list = found.data?.categories ?? [];
  const shown = all ? list : list.slice(0, shownFirst);
  return (
    <RulesSection title={text('listing.rules.categories')} reported={reported} of={/^categories$/}>
      <CategoriesAsOf {...ofStore} />
      {found.isError && found.data === undefined ? (
        <SectionFault failure={found.error} onRetry={() => void found.refetch()} />
      ) : found.data === undefined ? (
        <SkeletonLines lines={3} />
      ) : (
        <Grid as="ul" className="rules-map" gap={10}>
          {shown.map(({ path, count, suggestions }) => {
            const held = categories.map.find(({ from }) => pathKey(from) === pathKey(path));
            return (
              <li key={pathKey(path)}>
                <Text anywhere>
                  {path.join(' / ')}{' '}
                  <span className="caption">{text('listing.rules.products', { n: count })}</span>
                </Text>
                <CategoryPicker
                  label={text('listing.rules.categoryOf', { path: path.join(' / ') })}
                  placeholder={path.join(' / ')}
                  path={held?.to ?? null}
                  tree={tree}
                  suggested={suggestions.map((one) => one.path)}
                  onPath={(to) => set(path, to ?? undefined)}
                />
                {held === undefined && suggestions.length > 0 && (
                  <Row as="span" className="rules-map-chips" wrap gap={6}>
                    {suggestions.map((one) => (
                      <Chip key={one.path.join('/')} add onClick={() => set(path, one.path)}>
                        {one.path.join(' / ')}
                      </Chip>
                    ))}
                  </Row>
                )}
              </li>
            );
          })}
        </Grid>
      )}
      {list.length > shown.length && (
        <button type="button" className="link-button" onClick={() => setAll(true)}>
          {text('listing.rules.moreCategories', { n: list.length - shown.length })}
        </button>
      )}
      <div className="rules-line">
        <span className="rules-word">{text('listing.rules.others')}</span>
        <Select
          aria-label={text('listing.rules.others')}
          value={categories.others}
          popupMatchSelectWidth={false}
          onChange={(others) => change({ others })}
          options={(['keep', 'drop'] as const).map((value) => ({
            value,
            label: text(`listing.rules.others.${value}`),
          }))}
        />
      </div>
      <div className="rules-line">
        <span className="rules-word">{text('listing.rules.otherwise')}</span>
        <CategoryPicker
          label={text('listing.rules.otherwise')}
          placeholder={text('listing.rules.otherwise.none')}
          path={categories.otherwise}
          tree={tree}
          onPath={(otherwise) => change({ otherwise })}
        />
      </div>
    </RulesSection>
  );
}
