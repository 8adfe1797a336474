import type { Edit } from '@bowerbird/catalog/edits/edit';
import type { ClaimRule } from '@bowerbird/contract/collect/claim-rule';
import { editsOf, firstRule } from '@bowerbird/contract/collect/claim-rule';
import type { ListingOptions } from '@bowerbird/contract/listing/listing';
import { Button, Checkbox, Radio } from 'antd';
import { useEffect, useMemo, useState } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { usePlatformScope } from '../../lib/data/platform-scope.ts';
import { usePlatform } from '../../lib/data/use-platforms.ts';
import { addressesIn } from '../../lib/kept/pasted-addresses.ts';
import { usePage } from '../../lib/page.ts';
import { useText } from '../../lib/text/text.ts';
import { Empty } from '../../ui/feedback/empty.tsx';
import { SectionFault } from '../../ui/feedback/fault-row.tsx';
import { SkeletonLines } from '../../ui/feedback/skeleton.tsx';
import { useToast } from '../../ui/feedback/toast.tsx';
import { useReportFailure } from '../../ui/feedback/use-report-failure.ts';
import { ClaimFields } from '../../ui/form/claim/claim-fields.tsx';
import { StockOption } from '../../ui/form/claim/stock-option.tsx';
import { PasteBar } from '../../ui/form/html/paste-bar.tsx';
import { Box, Stack } from '../../ui/layout/box.tsx';
import { FootBar } from '../../ui/layout/foot-bar.tsx';
import { PageHead } from '../../ui/layout/page-head.tsx';
import { SectionHead } from '../../ui/layout/section-head.tsx';
import { CopiesPart } from './copies-part.tsx';
import type { CopyScope } from './copy-draft.ts';
import { firstOptions, promisedOf, scopesOf, sourceOf } from './copy-draft.ts';
import { StepsHint } from './copy-steps.tsx';
import type { Way } from './copy-way.ts';
import { candidateFor, useStoresOf, wordpressToShopify } from './copy-way.ts';
import { useRecognition, useStartCopy } from './queries.ts';
import { SourcePart } from './source-part.tsx';
import { isReady, StoresPart } from './stores-part.tsx';
import './copying.css';

/** Guides from a source into the merchant's stores: source, changes, stores, start. */
export default function CopyPage() {
  const text = useText();
  const { search } = useLocation();
  const query = useMemo(() => new URLSearchParams(search), [search]);
  const way = usePlatformScope()?.platform === 'wordpress' ? wordpressToShopify : null;
  const stores = useStoresOf(way);
  const fromBlog = way !== null || query.get('from') === 'wordpress';
  return (
    <div className="page reading copy-page">
      <PageHead
        title={text(fromBlog ? 'copying.title.wordpress' : 'copying.title')}
        hint={<StepsHint current={0} />}
      />
      {stores.data?.length === 0 ? (
        <NoStore way={way} />
      ) : stores.isError && stores.data === undefined ? (
        <SectionFault failure={stores.error} onRetry={() => void stores.refetch()} />
      ) : (
        <NewCopy address={addressesIn(query.get('address') ?? '')[0] ?? null} fromBlog={fromBlog} way={way} />
      )}
    </div>
  );
}

function NoStore({ way }: { way: Way | null }) {
  const text = useText();
  const page = usePage();
  return (
    <Empty
      act={
        <Button type="primary" onClick={() => page.open('/list/card')}>
          {text('copying.connect')}
        </Button>
      }
    >
      {text(way === null ? 'copying.noStore' : 'copying.noStore.shopify')}
    </Empty>
  );
}

interface NewCopyProps {
  address: string | null;
  fromBlog: boolean;
  way: Way | null;
}

function NewCopy({ address, fromBlog, way }: NewCopyProps) {
  const text = useText();
  const page = usePage();
  const navigate = useNavigate();
  const toast = useToast();
  const reportFailure = useReportFailure();
  const { pathname } = useLocation();
  const stores = useStoresOf(way).data;
  const start = useStartCopy();
  const recognition = useRecognition(address);
  const [typed, setTyped] = useState(address ?? '');
  const [wanted, setWanted] = useState<CopyScope | null>(null);
  const [ruled, setRuled] = useState(false);
  const [rule, setRule] = useState<ClaimRule>(firstRule);
  const [ticked, setTicked] = useState<string[] | null>(null);
  const [asTags, setAsTags] = useState(true);
  const [options, setOptions] = useState<ListingOptions>(firstOptions);
  const [mayCopy, setMayCopy] = useState(false);
  const [atSourcePrice, setAtSourcePrice] = useState(false);
  const [stock, setStock] = useState(false);
  const [tried, setTried] = useState(false);
  useEffect(() => setTyped(address ?? ''), [address]);

  const candidate = candidateFor(way, recognition.data?.candidates ?? []);
  const supportsStockRequests = usePlatform(candidate?.platform ?? null)?.supportsStockRequests === true;
  const scope = wanted ?? (candidate === null ? 'shop' : (scopesOf(candidate)[0] ?? 'shop'));
  const chosen = ticked ?? preferred(stores ?? [], fromBlog);
  const edits = editsFor(ruled ? rule : firstRule, asTags);
  // The source's price becomes the cost; at an unchanged price, the price guard would stop every product.
  const keepsPrices = !ruled || rule.kind === 'keep';
  const look = () => {
    const [first] = addressesIn(typed);
    if (first !== undefined) {
      setWanted(null);
      const blog = fromBlog && way === null ? '&from=wordpress' : '';
      void navigate(`${pathname}?address=${encodeURIComponent(first)}${blog}`, { replace: true });
    }
  };

  const missing =
    candidate === null
      ? 'copying.needSource'
      : edits === null
        ? 'copying.needRule'
        : chosen.length === 0
          ? 'copying.needStore'
          : !mayCopy
            ? 'copying.needRight'
            : null;
  const go = () => {
    setTried(true);
    if (missing !== null || candidate === null || recognition.data === undefined) {
      toast({ state: 'partial', text: text(missing ?? 'copying.needSource') });
      return;
    }
    const { platform } = candidate;
    const source = sourceOf(recognition.data.address, candidate.scope, scope);
    start.mutate(
      {
        platform,
        scope,
        address: source,
        edits: edits ?? [],
        storeIds: chosen,
        options: optionsFor(options, keepsPrices && atSourcePrice),
        ...(stock && supportsStockRequests && { stock }),
        mayCopy: true,
      },
      { onError: reportFailure, onSuccess: ({ id }) => page.open(`/listing/copies/${id}`) },
    );
  };

  const promised = candidate === null ? null : promisedOf(candidate, scope);
  return (
    <>
      <section>
        <SectionHead bare title={text('copying.from')} note={text('copying.from.note')} />
        <PasteBar
          value={typed}
          onChange={setTyped}
          onGo={look}
          label={text('copying.address')}
          placeholder={text(fromBlog ? 'copying.address.blog' : 'copying.address.shop')}
          go={text('copying.look')}
          busy={recognition.isFetching}
          quiet={address !== null}
          autoFocus={address === null}
          {...(address === null
            ? {}
            : {
                children: (
                  <SourcePart
                    recognition={recognition.data}
                    failure={recognition.error}
                    candidate={candidate}
                    elsewhere={
                      way !== null && candidate === null && (recognition.data?.candidates.length ?? 0) > 0
                        ? `/listing/copy?address=${encodeURIComponent(address)}`
                        : null
                    }
                    scope={scope}
                    onScope={setWanted}
                    onRetry={() => void recognition.refetch()}
                  />
                ),
              })}
        />
      </section>
      {address === null ? (
        <CopiesPart />
      ) : (
        <>
          <Stack as="section" className="copy-rule" gap={10} maxW={560} font="small">
            <SectionHead bare title={text('copying.onTheWay')} note={text('copying.onTheWay.note')} />
            <Radio.Group
              className="copy-scopes"
              aria-label={text('copying.onTheWay')}
              value={ruled ? 'ruled' : 'as-is'}
              onChange={({ target }) => setRuled(target.value === 'ruled')}
              options={(['as-is', 'ruled'] as const).map((value) => ({
                value,
                label: text(`copying.products.${value}`),
              }))}
            />
            {ruled && <ClaimFields rule={rule} onRule={setRule} />}
            {keepsPrices && (
              <>
                <Checkbox checked={atSourcePrice} onChange={({ target }) => setAtSourcePrice(target.checked)}>
                  {text('copying.atSourcePrice')}
                </Checkbox>
                <p className="caption">{text('copying.atSourcePrice.note')}</p>
              </>
            )}
            {supportsStockRequests && <StockOption checked={stock} onChange={setStock} />}
            <Checkbox checked={asTags} onChange={({ target }) => setAsTags(target.checked)}>
              {text('copying.asTags')}
            </Checkbox>
          </Stack>
          <section>
            <SectionHead bare title={text('copying.into')} note={text('copying.into.note')} />
            {stores === undefined ? (
              <SkeletonLines lines={3} />
            ) : (
              <StoresPart stores={stores} chosen={chosen} onChosen={setTicked} />
            )}
            <Radio.Group
              className="copy-scopes"
              aria-label={text('copying.standing')}
              value={options.status}
              onChange={({ target }) =>
                setOptions({ ...options, status: target.value === 'draft' ? 'draft' : 'active' })
              }
              options={(['active', 'draft'] as const).map((value) => ({
                value,
                label: text(`copying.status.${value}`),
              }))}
            />
          </section>
          <Box
            as="section"
            className={tried && !mayCopy ? 'copy-right missing' : 'copy-right'}
            p={[14, 16]}
            radius="xl"
            ground="canvas"
          >
            <Checkbox checked={mayCopy} onChange={({ target }) => setMayCopy(target.checked)}>
              {text('copying.mayCopy')}
            </Checkbox>
            <p className="caption">{text('copying.mayCopy.note')}</p>
          </Box>
          <FootBar
            actions={
              <Button type="primary" loading={start.isPending} onClick={go}>
                {promised === null
                  ? text('copying.go', { m: chosen.length })
                  : text('copying.goCounted', { n: promised, m: chosen.length })}
              </Button>
            }
          >
            {text(missing ?? 'copying.foot')}
          </FootBar>
        </>
      )}
    </>
  );
}

/** Returns the edits for each product; null while the rule is invalid. */
function editsFor(rule: ClaimRule, asTags: boolean): Edit[] | null {
  const edits = editsOf(rule);
  return edits === null || !asTags ? edits : [...edits, { kind: 'categories-to-tags' }];
}

/** Allows listing at the source's own prices, for this copy alone. */
function optionsFor(options: ListingOptions, atSourcePrice: boolean): ListingOptions {
  return atSourcePrice ? { ...options, released: ['risk.below-cost', 'risk.margin'] } : options;
}

/** Preselects the only store; coming from a blog, the Shopify store. */
function preferred(stores: Parameters<typeof StoresPart>[0]['stores'], fromBlog: boolean): string[] {
  const ready = stores.filter(isReady);
  const shopify = fromBlog ? ready.filter(({ platform }) => platform === 'shopify') : [];
  const [first] = shopify.length > 0 ? shopify : ready;
  return first !== undefined && (ready.length === 1 || shopify.length === 1) ? [first.id] : [];
}
