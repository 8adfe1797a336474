import { pathKey } from '@bowerbird/catalog/listing-rules/mapping';
import type { StoreCategories } from '@bowerbird/contract/listing/store-categories';
import { Input, Popover } from 'antd';
import type { KeyboardEvent } from 'react';
import { useEffect, useId, useMemo, useState } from 'react';
import { useText } from '../../../lib/text/text.ts';
import { Icon } from '../../../ui/images/icon.tsx';
import { Grid } from '../../../ui/layout/box.tsx';
import { domIdOf, PickerList } from './picker-list.tsx';
import type { PickerRow } from './picker-rows.ts';
import { indexOf, pathMeant, rowsFound, rowsToBrowse } from './picker-rows.ts';
import './category-picker.css';

interface CategoryPickerProps {
  label: string;
  placeholder: string;
  /** Null: none chosen. */
  path: string[] | null;
  /** Undefined: not loaded yet. */
  tree: StoreCategories | undefined;
  /** Suggested before all others, best first. */
  suggested?: string[][];
  onPath(path: string[] | null): void;
}

type CategoryRow = Extract<PickerRow, { kind: 'category' | 'new' }>;

const isChoice = (row: PickerRow): row is CategoryRow => row.kind === 'category' || row.kind === 'new';
const noPaths: string[][] = [];

/**
 * A field for one of the store's own categories: its tree, searchable by any part of a path. Arrow keys move and
 * expand, Enter chooses, Escape closes. A name that the store does not have can be typed; if the store allows it, it is
 * created when products are listed.
 */
export function CategoryPicker({
  label,
  placeholder,
  path,
  tree,
  suggested = noPaths,
  onPath,
}: CategoryPickerProps) {
  const text = useText();
  const listId = useId();
  const index = useMemo(() => indexOf(tree), [tree]);
  const [open, setOpen] = useState(false);
  /** Null: nothing typed since the field got the focus. */
  const [typed, setTyped] = useState<string | null>(null);
  const [activeId, setActiveId] = useState<string | null>(null);
  const [expanded, setExpanded] = useState<ReadonlySet<string>>(() => new Set(keysAbove(path)));
  const rows = useMemo(
    () =>
      !open
        ? []
        : typed === null || typed.trim() === ''
          ? rowsToBrowse(index, {
              suggested,
              chosen: tree?.chosen.map((chosen) => chosen.path) ?? noPaths,
              expanded,
            })
          : rowsFound(index, typed),
    [open, index, typed, suggested, tree, expanded],
  );
  const choices = rows.filter(isChoice);
  const isSearch = typed !== null && typed.trim() !== '';
  const active = choices.find(({ id }) => id === activeId) ?? (isSearch ? choices[0] : undefined);
  const activeDomId = open && active !== undefined ? domIdOf(listId, rows.indexOf(active)) : undefined;
  useEffect(() => {
    if (activeDomId !== undefined) {
      document.getElementById(activeDomId)?.scrollIntoView({ block: 'nearest' });
    }
  }, [activeDomId]);

  const close = () => {
    setOpen(false);
    setTyped(null);
    setActiveId(null);
  };
  const choose = (chosen: string[]) => {
    onPath(chosen);
    setExpanded((held) => new Set([...held, ...keysAbove(chosen)]));
    close();
  };
  const show = () => setOpen(true);
  const change = (value: string) => {
    show();
    setTyped(value);
    setActiveId(null);
    if (value.trim() === '' && path !== null) {
      onPath(null);
    }
  };
  const leave = () => {
    const meant = typed === null || typed.trim() === '' ? null : pathMeant(index, typed);
    if (meant !== null) {
      onPath(meant);
    }
    close();
  };
  const fold = (key: string, isExpanded: boolean) =>
    setExpanded((held) => {
      const next = new Set(held);
      if (isExpanded) {
        next.add(key);
      } else {
        next.delete(key);
      }
      return next;
    });
  const onKeyDown = (event: KeyboardEvent) => {
    const move = (by: number) => {
      const at = active === undefined ? (by > 0 ? -1 : choices.length) : choices.indexOf(active);
      const to = choices[Math.max(0, Math.min(choices.length - 1, at + by))];
      show();
      setActiveId(to?.id ?? null);
    };
    const folds = !isSearch && active?.kind === 'category' && active.isExpanded !== null ? active : undefined;
    const keys: Record<string, (() => void) | undefined> = {
      ArrowDown: () => move(1),
      ArrowUp: () => move(-1),
      PageDown: open ? () => move(10) : undefined,
      PageUp: open ? () => move(-10) : undefined,
      ArrowRight: folds?.isExpanded === false ? () => fold(folds.key, true) : undefined,
      ArrowLeft: folds?.isExpanded === true ? () => fold(folds.key, false) : undefined,
      Enter: () => (open && active !== undefined ? choose(active.path) : open ? leave() : show()),
      Escape: open ? close : undefined,
    };
    const act = keys[event.key];
    // Keys of an input method compose text and choose nothing.
    if (act !== undefined && !event.nativeEvent.isComposing) {
      event.preventDefault();
      event.stopPropagation();
      act();
    }
  };

  const isOwn = path === null || index.shape === null || index.byKey.has(pathKey(ownPath(path, index.shape)));
  return (
    <Grid basis={200} gap={2} shrink>
      <Popover
        arrow={false}
        placement="bottomLeft"
        rootClassName="category-popover"
        open={open}
        trigger={[]}
        destroyOnHidden
        content={
          <PickerList
            listId={listId}
            rows={rows}
            tree={tree}
            typed={typed ?? ''}
            activeId={active?.id ?? null}
            chosenKey={path && pathKey(path)}
            onChoose={choose}
            onFold={fold}
          />
        }
      >
        <Input
          className="rules-path"
          role="combobox"
          aria-label={label}
          aria-expanded={open}
          aria-haspopup="tree"
          aria-autocomplete="list"
          aria-controls={open ? listId : undefined}
          aria-activedescendant={activeDomId}
          autoComplete="off"
          placeholder={placeholder}
          value={typed ?? path?.join(' / ') ?? ''}
          suffix={<Icon name="down" size={14} />}
          onClick={show}
          onChange={({ target }) => change(target.value)}
          onKeyDown={onKeyDown}
          onBlur={leave}
        />
      </Popover>
      {!isOwn && tree !== undefined && tree.asOf !== null && !open && (
        <span className={tree.creates ? 'caption' : 'caption tone-amber'}>
          {text(tree.creates ? 'listing.categories.new' : 'listing.categories.missing')}
        </span>
      )}
    </Grid>
  );
}

/** Collections are identified by the last name of a path alone. */
function ownPath(path: string[], shape: 'tree' | 'list'): string[] {
  return shape === 'list' ? path.slice(-1) : path;
}

function keysAbove(path: string[] | null): string[] {
  return (path ?? []).slice(0, -1).map((_name, at) => pathKey((path ?? []).slice(0, at + 1)));
}
