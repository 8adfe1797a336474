import type { CategoryNode } from '@bowerbird/contract/collect/collect';
import { readCategories, startCollect } from '@bowerbird/contract/collect/collect';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Button, Checkbox, Input } from 'antd';
import { useEffect, useMemo, useState } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { call } from '../../../lib/api/call.ts';
import { usePlatformPath } from '../../../lib/data/platform-scope.ts';
import { usePlatform } from '../../../lib/data/use-platforms.ts';
import { runKeys } from '../../../lib/data/use-runs.tsx';
import { addressesIn } from '../../../lib/kept/pasted-addresses.ts';
import { usePage, usePageTitle } from '../../../lib/page.ts';
import { useFormat } from '../../../lib/text/format.ts';
import { useText } from '../../../lib/text/text.ts';
import { Empty } from '../../../ui/feedback/empty.tsx';
import { SectionFault } from '../../../ui/feedback/fault-row.tsx';
import { SkeletonLines } from '../../../ui/feedback/skeleton.tsx';
import { useReportFailure } from '../../../ui/feedback/use-report-failure.ts';
import { StockOption } from '../../../ui/form/claim/stock-option.tsx';
import { PasteBar } from '../../../ui/form/html/paste-bar.tsx';
import { Icon } from '../../../ui/images/icon.tsx';
import { Grid, Row } from '../../../ui/layout/box.tsx';
import { FootBar } from '../../../ui/layout/foot-bar.tsx';
import { PageHead } from '../../../ui/layout/page-head.tsx';
import { SectionHead } from '../../../ui/layout/section-head.tsx';
import { OneAddress } from '../address/one-address.tsx';
import { RecentSources } from '../address/recent-sources.tsx';
import type { Candidate, PlannedRun } from '../address/recognised.ts';
import { candidateOf, hostOf } from '../address/recognised.ts';
import { useRecognition } from '../address/use-recognition.ts';
import { collectKeys } from '../queries.ts';
import { GoodTile } from '../results/good-tile.tsx';
import { CategoryList } from './category-list.tsx';
import { chosenOf, rowsMatching, rowsOf, withTick } from './category-tree.ts';
import './categories-page.css';
import '../address/collect-page.css';

const noAddresses: string[] = [];

/**
 * Collects by categories: the source's tree on the left, the products of one category on the right, the choice at the
 * bottom.
 */
export default function CategoriesPage() {
  const text = useText();
  const navigate = useNavigate();
  const here = usePlatformPath('CategoryCollect', '/collect/category');
  const { search } = useLocation();
  const address = useMemo(() => new URLSearchParams(search).get('address'), [search]);
  const [typed, setTyped] = useState(address ?? '');
  const addresses = useMemo(() => (address === null ? noAddresses : [address]), [address]);
  const recognition = useRecognition(addresses);
  const [only] = recognition.recognised;
  const candidate = only === undefined ? null : candidateOf(only);
  usePageTitle(address === null ? null : text('collect.categories.tab', { shop: hostOf(address) }));

  const read = () => {
    const [first] = addressesIn(typed);
    if (first !== undefined) {
      void navigate(`${here}?address=${encodeURIComponent(first)}`, { replace: true });
    }
  };
  return (
    <div className="page reading">
      <PageHead title={text('menu.collect.category')} hint={text('collect.categories.hint')} />
      <PasteBar
        value={typed}
        onChange={setTyped}
        onGo={() => (typed === address ? recognition.again() : read())}
        label={text('collect.categories.paste')}
        placeholder={text('collect.categories.paste')}
        go={text(typed === address ? 'collect.recognise.again' : 'collect.categories.read')}
        busy={recognition.busy}
        quiet={address !== null}
        autoFocus={address === null}
        {...(only === undefined
          ? {}
          : {
              children: (
                <OneAddress
                  recognised={only}
                  onAgain={recognition.again}
                  onChoose={(platform) => recognition.choose(only.probe.address, platform)}
                />
              ),
            })}
      />
      {address === null && (
        <RecentSources
          onChoose={(recent) => {
            setTyped(recent);
            void navigate(`${here}?address=${encodeURIComponent(recent)}`, { replace: true });
          }}
        />
      )}
      {only?.recognition && candidate !== null && (
        <Tree key={candidate.platform} address={only.recognition.address} candidate={candidate} />
      )}
    </div>
  );
}

function Tree({ address, candidate }: { address: string; candidate: Candidate }) {
  const text = useText();
  const format = useFormat();
  const [sought, setSought] = useState('');
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const [whole, setWhole] = useState(false);
  const [stock, setStock] = useState(false);
  const supportsStockRequests = usePlatform(candidate.platform)?.supportsStockRequests === true;
  const [focused, setFocused] = useState<CategoryNode | null>(null);
  const { data, error, refetch } = useQuery({
    queryKey: collectKeys.categories(address, candidate.platform),
    queryFn: ({ signal }) =>
      call(readCategories, { body: { address, platform: candidate.platform } }, { signal }),
    staleTime: 10 * 60_000,
    retry: false,
  });
  const rows = useMemo(() => rowsOf(data?.categories ?? []), [data]);
  const shown = useMemo(() => rowsMatching(rows, sought), [rows, sought]);
  const sum = chosenOf(rows, chosen);
  const start = useStartCategories();

  if (error !== null && data === undefined) {
    return <SectionFault failure={error} onRetry={() => void refetch()} />;
  }
  if (data === undefined) {
    return <SkeletonLines lines={8} />;
  }
  if (rows.length === 0) {
    return <Empty>{text('collect.categories.none')}</Empty>;
  }
  return (
    <>
      <Grid oneUnder={768} columns="minmax(280px, 380px) minmax(0, 1fr)" align="start" gap={32} mt={20}>
        <Grid as="section" gap={10} aria-label={text('collect.tree')}>
          <Input
            prefix={<Icon name="search" />}
            allowClear
            data-page-search
            aria-label={text('collect.tree.search')}
            placeholder={text('collect.tree.search')}
            value={sought}
            onChange={({ target }) => setSought(target.value)}
          />
          <Row
            className="category-whole"
            align="center"
            gap={10}
            minH={38}
            p={[0, 10]}
            borderBottom
            weight={600}
          >
            <Checkbox
              checked={whole}
              indeterminate={!whole && chosen.size > 0}
              onChange={({ target }) => setWhole(target.checked)}
            >
              {text('collect.scope.shop')}
            </Checkbox>
            <span className="num quiet">
              {candidate.scope === 'shop' && candidate.promised !== null
                ? format.number(candidate.promised)
                : ''}
            </span>
          </Row>
          {shown.length === 0 ? (
            <p className="quiet">{text('empty.filtered')}</p>
          ) : (
            <CategoryList
              rows={shown}
              chosen={chosen}
              whole={whole}
              focused={focused?.id ?? null}
              onTick={({ family }, on) => setChosen(withTick(chosen, family, on))}
              onFocus={({ node }) => setFocused(node)}
            />
          )}
        </Grid>
        <CategoryProducts key={focused?.id ?? ''} node={focused} />
      </Grid>
      {supportsStockRequests && <StockOption checked={stock} onChange={setStock} />}
      <FootBar
        actions={
          <Button
            type="primary"
            disabled={!whole && sum.count === 0}
            loading={start.isPending}
            onClick={() =>
              start.mutate({
                platform: candidate.platform,
                ...(whole
                  ? { scope: 'shop', addresses: [new URL('/', address).href] }
                  : { scope: 'category', addresses: sum.addresses }),
                ...(stock && supportsStockRequests && { stock }),
              })
            }
          >
            {text('collect.categories.start')}
          </Button>
        }
      >
        <span role="status">
          {whole
            ? text('collect.categories.whole')
            : sum.count === 0
              ? text('collect.categories.choose')
              : text(sum.promisedIsLeast ? 'collect.categories.sumLeast' : 'collect.categories.sum', {
                  n: sum.count,
                  products: sum.promised,
                })}
        </span>
      </FootBar>
    </>
  );
}

/** The first products of the focused category, loaded once the focus has rested there for a moment. */
function CategoryProducts({ node }: { node: CategoryNode | null }) {
  const text = useText();
  const [settled, setSettled] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(true), 300);
    return () => clearTimeout(timer);
  }, []);
  const addresses = useMemo(
    () => (node === null || !settled ? noAddresses : [node.address]),
    [node, settled],
  );
  const { recognised, busy } = useRecognition(addresses);
  const [only] = recognised;
  const candidate = only === undefined ? null : candidateOf(only);
  if (node === null) {
    return <p className="quiet">{text('collect.categories.look')}</p>;
  }
  return (
    <section className="category-products" aria-busy={busy}>
      <SectionHead
        title={node.name}
        {...(node.promised === null ? {} : { note: text('collect.products', { n: node.promised }) })}
        action={
          <a href={node.address} target="_blank" rel="noreferrer">
            {text('collect.openSource')}
          </a>
        }
      />
      <Grid as="ul" className="good-tiles" columns={6} gap={14}>
        {(candidate?.sample ?? []).map((good) => (
          <GoodTile key={`${good.title} ${good.imageUrl}`} {...good} />
        ))}
      </Grid>
      {candidate === null && (busy || !settled) && <SkeletonLines lines={4} />}
      {candidate !== null && candidate.sample.length === 0 && (
        <p className="quiet">{text('collect.categories.noSample')}</p>
      )}
    </section>
  );
}

function useStartCategories() {
  const page = usePage();
  const cache = useQueryClient();
  const reportFailure = useReportFailure();
  const collectPage = usePlatformPath('ProductCollect', '/collect/product');
  return useMutation({
    mutationFn: (body: PlannedRun) => call(startCollect, { body }),
    onSuccess: ({ runId }) => {
      void cache.invalidateQueries({ queryKey: runKeys.current });
      page.open(`${collectPage}?run=${runId}`);
    },
    onError: reportFailure,
  });
}
