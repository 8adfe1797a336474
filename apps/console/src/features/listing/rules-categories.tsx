import { pathKey } from '@bowerbird/catalog/listing-rules/mapping';
import type { Selection } from '@bowerbird/contract/products';
import { Input, Select } from 'antd';
import { useState } from 'react';
import { useText } from '../../lib/text.ts';
import { Chip } from '../../ui/chip.tsx';
import { SectionFault } from '../../ui/fault-row.tsx';
import { SkeletonLines } from '../../ui/skeleton.tsx';
import { useCategories } from './rules-queries.ts';
import type { RulesPartProps } from './rules-section.tsx';
import { RulesSection } from './rules-section.tsx';

const shownFirst = 6;

/** Where each of the goods' categories belongs in the store, with what was chosen before and what is called alike. */
export function RulesCategories({
  rules,
  onRules,
  told,
  selection,
}: RulesPartProps & { selection: Selection }) {
  const text = useText();
  const found = useCategories(selection);
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
    <RulesSection title={text('listing.rules.categories')} told={told} of={/^categories$/}>
      {found.isError && found.data === undefined ? (
        <SectionFault failure={found.error} onRetry={() => void found.refetch()} />
      ) : found.data === undefined ? (
        <SkeletonLines lines={3} />
      ) : (
        <ul className="rules-map">
          {shown.map(({ path, count, suggestions }) => {
            const held = categories.map.find(({ from }) => pathKey(from) === pathKey(path));
            return (
              <li key={pathKey(path)}>
                <span className="rules-map-from">
                  {path.join(' / ')}{' '}
                  <span className="caption">{text('listing.rules.goods', { n: count })}</span>
                </span>
                <PathInput
                  key={held?.to?.join('/') ?? 'none'}
                  label={text('listing.rules.categoryOf', { path: path.join(' / ') })}
                  placeholder={path.join(' / ')}
                  path={held?.to ?? null}
                  onPath={(to) => set(path, to ?? undefined)}
                />
                {held === undefined && suggestions.length > 0 && (
                  <span className="rules-map-chips">
                    {suggestions.map((one) => (
                      <Chip key={one.path.join('/')} add onClick={() => set(path, one.path)}>
                        {one.path.join(' / ')}
                      </Chip>
                    ))}
                  </span>
                )}
              </li>
            );
          })}
        </ul>
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
        <PathInput
          label={text('listing.rules.otherwise')}
          placeholder={text('listing.rules.otherwise.none')}
          path={categories.otherwise}
          onPath={(otherwise) => change({ otherwise })}
        />
      </div>
    </RulesSection>
  );
}

interface PathInputProps {
  label: string;
  placeholder: string;
  path: string[] | null;
  onPath(path: string[] | null): void;
}

/** A path as people write it: "Home / Lamps". Taken over when the field is left. */
function PathInput({ label, placeholder, path, onPath }: PathInputProps) {
  const [typed, setTyped] = useState(path?.join(' / ') ?? '');
  const read = typed
    .split(/[/／>]/)
    .map((part) => part.trim())
    .filter((part) => part !== '');
  return (
    <Input
      className="rules-path"
      aria-label={label}
      placeholder={placeholder}
      value={typed}
      onChange={({ target }) => setTyped(target.value)}
      onBlur={() => onPath(read.length === 0 ? null : read)}
      onPressEnter={() => onPath(read.length === 0 ? null : read)}
    />
  );
}
