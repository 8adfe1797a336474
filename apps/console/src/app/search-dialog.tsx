import { queryProducts } from '@bowerbird/contract/products';
import { listRuns } from '@bowerbird/contract/runs';
import { listStores } from '@bowerbird/contract/stores';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Modal } from 'antd';
import type { KeyboardEvent, ReactNode } from 'react';
import { useDeferredValue, useEffect, useId, useState } from 'react';
import { useNavigate } from 'react-router';
import { call } from '../lib/call.ts';
import { useMay } from '../lib/session.ts';
import { useText } from '../lib/text.ts';
import { runKeys, runPath, useCurrentRuns } from '../lib/use-runs.tsx';
import { Icon, isIconName } from '../ui/icon.tsx';
import { PlatformMark } from '../ui/platform-mark.tsx';
import { ProductCell } from '../ui/product-cell.tsx';
import { StateGlyph } from '../ui/state-glyph.tsx';
import { useNavigation } from './navigation-context.ts';
import { looksLikeAddress, pagesMatching, someHolds } from './search-matches.ts';
import { useTabs } from './tabs-context.ts';
import './search-dialog.css';

interface Hit {
  key: string;
  group: string;
  path: string;
  show: ReactNode;
}

interface SearchDialogProps {
  open: boolean;
  onClose(): void;
}

/** One box for pages, products, runs, stores and pasted addresses. */
export function SearchDialog({ open, onClose }: SearchDialogProps) {
  const text = useText();
  return (
    <Modal
      open={open}
      onCancel={onClose}
      footer={null}
      closable={false}
      width={640}
      style={{ top: 72 }}
      destroyOnHidden
      title={text('search.title')}
      classNames={{ header: 'only-read' }}
      className="search-dialog"
      styles={{ container: { padding: 0, overflow: 'hidden' } }}
    >
      <SearchBox onClose={onClose} />
    </Modal>
  );
}

function SearchBox({ onClose }: { onClose(): void }) {
  const text = useText();
  const navigate = useNavigate();
  const id = useId();
  const [typed, setTyped] = useState('');
  const [at, setAt] = useState(0);
  const hits = useHits(typed.trim());
  const current = hits[Math.min(at, hits.length - 1)];

  const go = (hit: Hit) => {
    onClose();
    void navigate(hit.path);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0;
    if (step !== 0) {
      event.preventDefault();
      setAt((held) => (Math.min(held, hits.length - 1) + step + hits.length) % Math.max(1, hits.length));
    }
    // Nothing but the field takes the focus here, so Tab walks the groups; Esc leaves.
    if (event.key === 'Tab' && hits.length > 0) {
      event.preventDefault();
      setAt(firstOfNextGroup(hits, Math.min(at, hits.length - 1), event.shiftKey ? -1 : 1));
    }
    if (event.key === 'Enter' && current !== undefined && !event.nativeEvent.isComposing) {
      event.preventDefault();
      go(current);
    }
  };

  return (
    <div className="search">
      <div className="search-line">
        <Icon name="search" size={18} />
        <input
          // biome-ignore lint/a11y/noAutofocus: the dialog was opened to type into it.
          autoFocus
          role="combobox"
          aria-expanded={hits.length > 0}
          aria-controls={`${id}-list`}
          aria-activedescendant={current === undefined ? undefined : `${id}-${current.key}`}
          aria-label={text('search.title')}
          placeholder={text('frame.search.placeholder')}
          value={typed}
          onChange={({ target }) => {
            setTyped(target.value);
            setAt(0);
          }}
          onKeyDown={onKeyDown}
        />
      </div>
      <div className="search-hits" id={`${id}-list`} role="listbox" aria-label={text('search.title')}>
        {hits.map((hit, index) => (
          <SearchHit
            key={hit.key}
            id={`${id}-${hit.key}`}
            hit={hit}
            first={hit.group !== hits[index - 1]?.group}
            current={hit === current}
            onPoint={() => setAt(index)}
            onGo={() => go(hit)}
          />
        ))}
        {hits.length === 0 && typed.trim() !== '' && (
          <p className="search-none">{text('search.nothing', { text: typed.trim() })}</p>
        )}
      </div>
      <p className="search-keys">{text.rich('search.keys')}</p>
    </div>
  );
}

/** The first hit of the group after (or before) the one at `at`, around the end. */
function firstOfNextGroup(hits: Hit[], at: number, step: 1 | -1): number {
  const groups = [...new Set(hits.map(({ group }) => group))];
  const here = groups.indexOf(hits[at]?.group ?? '');
  const next = groups[(here + step + groups.length) % groups.length];
  return hits.findIndex(({ group }) => group === next);
}

interface SearchHitProps {
  id: string;
  hit: Hit;
  /** The first of its group. */
  first: boolean;
  current: boolean;
  onPoint(): void;
  onGo(): void;
}

function SearchHit({ id, hit, first, current, onPoint, onGo }: SearchHitProps) {
  return (
    <>
      {first && (
        <div className="search-group" role="presentation">
          {hit.group}
        </div>
      )}
      {/* biome-ignore lint/a11y/useKeyWithClickEvents: the box above hears the keys. */}
      {/* biome-ignore lint/a11y/useFocusableInteractive: the box above keeps the focus. */}
      <div
        id={id}
        role="option"
        aria-selected={current}
        className={current ? 'search-hit current' : 'search-hit'}
        onPointerMove={onPoint}
        onClick={onGo}
      >
        {hit.show}
      </div>
    </>
  );
}

/** At most five of each group, addresses first; without text the pages opened last. */
function useHits(typed: string): Hit[] {
  const text = useText();
  const navigation = useNavigation();
  const { state, commands } = useTabs();
  const may = useMay();
  const settled = useDebounced(typed);
  const products = useProductHits(settled);
  const runs = useRunHits(typed);
  const stores = useStoreHits(typed);

  if (typed === '') {
    return [...state.tabs]
      .sort((a, b) => b.usedAt - a.usedAt)
      .slice(0, 5)
      .map((tab) => ({
        key: tab.id,
        group: text('search.recent'),
        path: tab.path,
        show: <PageLine icon="clock" name={commands.titleOf(tab)} />,
      }));
  }
  const address: Hit[] =
    looksLikeAddress(typed) && may('collect', 'add')
      ? [
          {
            key: 'address',
            group: text('search.address'),
            path: `/collect/product?address=${encodeURIComponent(typed)}`,
            show: <PageLine icon="link" name={text('search.recognise', { address: typed })} />,
          },
        ]
      : [];
  const pages = pagesMatching(navigation.menu, typed, (key) => text.named(key)).map(
    ({ entry, group }): Hit => ({
      key: `page-${entry.id}`,
      group: text('search.pages'),
      path: entry.path,
      show: (
        <PageLine
          icon={group?.icon ?? entry.icon}
          name={text.named(entry.title)}
          beside={group === null ? '' : text.named(group.title)}
        />
      ),
    }),
  );
  return [...address, ...pages, ...products, ...runs, ...stores];
}

function useProductHits(typed: string): Hit[] {
  const text = useText();
  const may = useMay();
  const { data } = useQuery({
    queryKey: ['products', 'search', typed],
    queryFn: ({ signal }) =>
      call(queryProducts, { body: { filter: { text: typed.slice(0, 200) }, limit: 5 } }, { signal }),
    enabled: typed !== '' && !looksLikeAddress(typed) && may('products', 'query'),
    placeholderData: keepPreviousData,
  });
  return (typed === '' || looksLikeAddress(typed) ? [] : (data?.items ?? [])).map((row) => ({
    key: row.id,
    group: text('search.products'),
    path: `/products/${row.id}`,
    show: (
      <ProductCell
        title={row.title}
        pictureUrl={row.pictureUrl}
        sku={row.sku}
        variantCount={row.variantCount}
        size={36}
      />
    ),
  }));
}

/** Of the latest runs those whose title or kind holds what is typed. */
function useRunHits(typed: string): Hit[] {
  const text = useText();
  const may = useMay();
  const current = useCurrentRuns();
  const { data: latest = [] } = useQuery({
    queryKey: runKeys.list('search'),
    queryFn: async ({ signal }) => (await call(listRuns, { query: { limit: '50' } }, { signal })).items,
    enabled: typed !== '' && may('runs', 'query'),
    staleTime: 30_000,
  });
  const known = [...current, ...latest.filter(({ id }) => !current.some((run) => run.id === id))];
  return known
    .map((run) => ({
      run,
      name: text('run.named', { kind: text(`run.kind.${run.kind}`), title: run.title }),
    }))
    .filter(({ name }) => someHolds([name], typed))
    .slice(0, 5)
    .map(({ run, name }) => ({
      key: `run-${run.id}`,
      group: text('search.runs'),
      path: runPath(run.id),
      show: (
        <span className="search-page">
          <StateGlyph state={run.state} />
          <span className="cut">{name}</span>
          <span className="search-beside">{text(`state.${run.state}`)}</span>
        </span>
      ),
    }));
}

/** Stores whose name or domain holds what is typed. */
function useStoreHits(typed: string): Hit[] {
  const text = useText();
  const may = useMay();
  const { data: stores = [] } = useQuery({
    // Under the stores feature's own key, so that connecting one brings it up to date.
    queryKey: ['stores'],
    queryFn: ({ signal }) => call(listStores, {}, { signal }),
    enabled: typed !== '' && may('stores', 'query'),
  });
  return stores
    .filter(({ name, domain }) => someHolds([name, domain], typed))
    .slice(0, 5)
    .map(({ id, name, domain, platform }) => ({
      key: `store-${id}`,
      group: text('search.stores'),
      path: '/list/card',
      show: (
        <span className="search-page">
          <PlatformMark platform={platform} size={20} />
          <span className="cut">{name}</span>
          <span className="search-beside">{domain}</span>
        </span>
      ),
    }));
}

/** Follows typing 120 ms behind. */
function useDebounced(value: string): string {
  const [settled, setSettled] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), 120);
    return () => clearTimeout(timer);
  }, [value]);
  return useDeferredValue(settled);
}

function PageLine({ icon, name, beside = '' }: { icon: string | null; name: string; beside?: string }) {
  return (
    <span className="search-page">
      <Icon name={isIconName(icon) ? icon : 'box'} size={17} />
      <span className="cut">{name}</span>
      {beside !== '' && <span className="search-beside">{beside}</span>}
    </span>
  );
}
