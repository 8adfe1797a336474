import type { Edit } from '@bowerbird/catalog/edit';
import type { ListingOptions } from '@bowerbird/contract/listing';
import { Button, Checkbox, Radio } from 'antd';
import { useEffect, useMemo, useState } from 'react';
import { useLocation, useNavigate } from 'react-router';
import type { ClaimRule } from '../../lib/claim-rule.ts';
import { editsOf, firstRule } from '../../lib/claim-rule.ts';
import { usePage } from '../../lib/page.ts';
import { addressesIn } from '../../lib/pasted-addresses.ts';
import { useText } from '../../lib/text.ts';
import { ClaimFields } from '../../ui/claim-fields.tsx';
import { Empty } from '../../ui/empty.tsx';
import { SectionFault } from '../../ui/fault-row.tsx';
import { FootBar } from '../../ui/foot-bar.tsx';
import { PageHead } from '../../ui/page-head.tsx';
import { PasteBar } from '../../ui/paste-bar.tsx';
import { SectionHead } from '../../ui/section-head.tsx';
import { SkeletonLines } from '../../ui/skeleton.tsx';
import { useToast } from '../../ui/toast.tsx';
import { useTellFailure } from '../../ui/use-tell-failure.ts';
import { CopiesPart } from './copies-part.tsx';
import type { CopyScope } from './copy-draft.ts';
import { firstOptions, promisedOf, scopesOf, sourceOf } from './copy-draft.ts';
import { StepsHint } from './copy-steps.tsx';
import { useRecognition, useStartCopy, useStores } from './queries.ts';
import { SourcePart } from './source-part.tsx';
import { isReady, StoresPart } from './stores-part.tsx';
import './copying.css';

const here = '/listing/copy';

/** A guided way from a source into the merchant's stores: where from, what is done on the way, where to, and go. */
export default function CopyPage() {
  const text = useText();
  const { search } = useLocation();
  const query = useMemo(() => new URLSearchParams(search), [search]);
  const stores = useStores();
  const fromBlog = query.get('from') === 'wordpress';
  return (
    <div className="page reading copy-page">
      <PageHead
        title={text(fromBlog ? 'copying.title.wordpress' : 'copying.title')}
        hint={<StepsHint current={0} />}
      />
      {stores.data?.length === 0 ? (
        <NoStore />
      ) : stores.isError && stores.data === undefined ? (
        <SectionFault failure={stores.error} onRetry={() => void stores.refetch()} />
      ) : (
        <NewCopy address={addressesIn(query.get('address') ?? '')[0] ?? null} fromBlog={fromBlog} />
      )}
    </div>
  );
}

function NoStore() {
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
      {text('copying.noStore')}
    </Empty>
  );
}

function NewCopy({ address, fromBlog }: { address: string | null; fromBlog: boolean }) {
  const text = useText();
  const page = usePage();
  const navigate = useNavigate();
  const toast = useToast();
  const tell = useTellFailure();
  const stores = useStores().data;
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
  const [tried, setTried] = useState(false);
  useEffect(() => setTyped(address ?? ''), [address]);

  const candidate = recognition.data?.candidates[0] ?? null;
  const scope = wanted ?? (candidate === null ? 'shop' : (scopesOf(candidate)[0] ?? 'shop'));
  const chosen = ticked ?? preferred(stores ?? [], fromBlog);
  const edits = editsFor(ruled ? rule : firstRule, asTags);
  const look = () => {
    const [first] = addressesIn(typed);
    if (first !== undefined) {
      setWanted(null);
      const blog = fromBlog ? '&from=wordpress' : '';
      void navigate(`${here}?address=${encodeURIComponent(first)}${blog}`, { replace: true });
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
      { platform, scope, address: source, edits: edits ?? [], storeIds: chosen, options, mayCopy: true },
      { onError: tell, onSuccess: ({ id }) => page.open(`/listing/copies/${id}`) },
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
          <section className="copy-rule">
            <SectionHead bare title={text('copying.onTheWay')} note={text('copying.onTheWay.note')} />
            <Radio.Group
              className="copy-scopes"
              aria-label={text('copying.onTheWay')}
              value={ruled ? 'ruled' : 'as-is'}
              onChange={({ target }) => setRuled(target.value === 'ruled')}
              options={(['as-is', 'ruled'] as const).map((value) => ({
                value,
                label: text(`copying.goods.${value}`),
              }))}
            />
            {ruled && <ClaimFields rule={rule} onRule={setRule} />}
            <Checkbox checked={asTags} onChange={({ target }) => setAsTags(target.checked)}>
              {text('copying.asTags')}
            </Checkbox>
          </section>
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
          <section className={tried && !mayCopy ? 'copy-right missing' : 'copy-right'}>
            <Checkbox checked={mayCopy} onChange={({ target }) => setMayCopy(target.checked)}>
              {text('copying.mayCopy')}
            </Checkbox>
            <p className="caption">{text('copying.mayCopy.note')}</p>
          </section>
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

/** What is done to each product on its way; null while the rule cannot be read. */
function editsFor(rule: ClaimRule, asTags: boolean): Edit[] | null {
  const edits = editsOf(rule);
  return edits === null || !asTags ? edits : [...edits, { kind: 'categories-to-tags' }];
}

/** With one store there is nothing to choose; from a blog the way leads to Shopify. */
function preferred(stores: Parameters<typeof StoresPart>[0]['stores'], fromBlog: boolean): string[] {
  const ready = stores.filter(isReady);
  const shopify = fromBlog ? ready.filter(({ platform }) => platform === 'shopify') : [];
  const [first] = shopify.length > 0 ? shopify : ready;
  return first !== undefined && (ready.length === 1 || shopify.length === 1) ? [first.id] : [];
}
