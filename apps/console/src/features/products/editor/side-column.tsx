import { Link } from 'react-router';
import { mergePath, useConflictsOf } from '../../../lib/data/use-recollected.ts';
import { useMay } from '../../../lib/person/session.ts';
import { variantNames } from '../../../lib/text/cell-text.ts';
import { useFormat } from '../../../lib/text/format.ts';
import { fieldName } from '../../../lib/text/product-text.ts';
import { useText } from '../../../lib/text/text.ts';
import { StateGlyph } from '../../../ui/feedback/state-glyph.tsx';
import { PlatformMark } from '../../../ui/images/platform-mark.tsx';
import { Box, Row, Stack } from '../../../ui/layout/box.tsx';
import { SectionHead } from '../../../ui/layout/section-head.tsx';
import { useCollectAgain } from '../../../ui/stores/use-collect-again.ts';
import { ShopName } from '../../../ui/text/shop-name.tsx';
import { TeamSection } from '../marks/team-section.tsx';
import { useProductHistory } from '../queries.ts';
import { ChangedSince } from '../queues/changed-since.tsx';
import { changeText } from '../sections/change-text.ts';
import { ListedIn } from '../sections/listed-in.tsx';
import { useEditor } from './editor-context.ts';

/** Number of changes shown here; the history section shows all. */
const lastShown = 4;

/** Next to the fields: where the product is listed, its source, and the latest changes. */
export function SideColumn({ onHistory }: { onHistory(): void }) {
  return (
    <Stack as="aside" className="editor-side" gap={24} shrink>
      <Listed />
      <Team />
      <SourceOf />
      <LastChanges onHistory={onHistory} />
    </Stack>
  );
}

function Listed() {
  const text = useText();
  const { detail } = useEditor();
  const listings = detail?.listings ?? [];
  return (
    <section>
      <SectionHead title={text('products.side.listed')} />
      {listings.length === 0 ? (
        <Box as="p" className="editor-none" p={[8, 0]} font="small" tone="t2">
          {text('products.side.notListed')}
        </Box>
      ) : (
        <>
          <ListedIn listings={listings} />
          <ChangedSince />
        </>
      )}
    </section>
  );
}

function Team() {
  const { detail } = useEditor();
  return detail === null ? null : <TeamSection productId={detail.id} />;
}

function SourceOf() {
  const text = useText();
  const format = useFormat();
  const may = useMay();
  const { detail } = useEditor();
  const source = detail?.product.source ?? null;
  if (detail === null || source === null) {
    return null;
  }
  return (
    <section>
      <SectionHead
        title={text('products.side.source')}
        action={
          detail.collectedId !== null &&
          may('collect', 'get') && (
            <Link to={`/collect/results/${detail.collectedId}`}>{text('products.side.compare')}</Link>
          )
        }
      />
      <Row as="p" align="center" gap={8} p={[8, 0, 2]} font="small" shrink>
        <PlatformMark platform={source.platform} size={18} />
        <a className="cut" href={source.url} target="_blank" rel="noopener noreferrer" title={source.url}>
          {source.url.replace(/^https?:\/\//, '')}
        </a>
      </Row>
      <p className="caption">{text('products.side.claimed', { time: format.full(detail.createdAt) })}</p>
      <SourceAgain productId={detail.id} />
    </section>
  );
}

/** Re-collects the source, and links to the conflicts found since. */
function SourceAgain({ productId }: { productId: string }) {
  const text = useText();
  const may = useMay();
  const again = useCollectAgain();
  const { data: conflicts } = useConflictsOf(productId);
  return (
    <Stack align="start" gap={6} mt={8} font="small">
      {conflicts && (
        <Row as={Link} inline align="center" gap={6} tone="amber" to={mergePath(conflicts.runId, productId)}>
          <StateGlyph state="conflict" size={14} />
          {text('recollect.product.conflicts', { n: conflicts.fields.length })}
        </Row>
      )}
      {may('collect', 'add') && (
        <button
          type="button"
          className="link-button"
          disabled={again.isPending}
          onClick={() => again.mutate({ what: { productIds: [productId] } })}
        >
          {text('recollect.product.again')}
        </button>
      )}
    </Stack>
  );
}

function LastChanges({ onHistory }: { onHistory(): void }) {
  const text = useText();
  const format = useFormat();
  const { detail, draft, mayEdit, undoChange, undoing } = useEditor();
  const history = useProductHistory(detail?.id ?? null);
  const changes = history.data ?? [];
  const [firstChanged, ...others] = draft.changed;
  if (detail === null) {
    return null;
  }
  return (
    <section>
      <SectionHead
        title={text('products.side.changes')}
        action={
          changes.length > 0 && (
            <button type="button" className="link-button" onClick={onHistory}>
              {text('products.side.all', { n: changes.length })}
            </button>
          )
        }
      />
      <ul className="editor-last">
        {firstChanged !== undefined && (
          <li className="unsaved">
            <span>
              {others.length === 0
                ? fieldName(text, firstChanged)
                : text('products.filter.andMore', { first: fieldName(text, firstChanged), n: others.length })}
            </span>
            <span className="caption">{text('products.side.unsaved')}</span>
          </li>
        )}
        {changes.slice(0, lastShown).map((change) => (
          <li
            key={change.id}
            className={[
              change.cells.length > 0 ? `by-${change.kind}` : '',
              change.undone ? 'undone' : '',
            ].join(' ')}
          >
            <span>{changeText(text, change, variantNames(detail.product.variants))}</span>
            <span className="caption" title={format.full(change.at)}>
              {[change.by, format.relative(change.at)].filter(Boolean).join(' · ')}
            </span>
            {mayEdit && !change.undone && change.cells.length > 0 && (
              <button
                type="button"
                className="link-button"
                disabled={undoing}
                onClick={() => undoChange(change.id)}
              >
                {text('act.undo')}
              </button>
            )}
          </li>
        ))}
        {changes.every(({ kind }) => kind !== 'created') && detail.product.source !== null && (
          <li>
            <span>{text('products.change.collected')}</span>
            <span className="caption">
              <ShopName shop={detail.product.source.shop} />
            </span>
          </li>
        )}
      </ul>
    </section>
  );
}
