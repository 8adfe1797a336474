import type { ProductDetail } from '@bowerbird/contract/products';
import { useMay } from '../../lib/session.ts';
import { useText } from '../../lib/text.ts';
import { SectionFault } from '../../ui/feedback/fault-row.tsx';
import { SkeletonLines } from '../../ui/feedback/skeleton.tsx';
import { Icon } from '../../ui/images/icon.tsx';
import { SafeHtml } from '../../ui/text/safe-html.tsx';
import { useCollected } from './queries.ts';

interface SourceBesideProps {
  detail: ProductDetail;
  /** The current description. */
  html: string;
}

/** Our description on the left, the source snapshot on the right, with a link to the page itself. */
export function SourceBeside({ detail, html }: SourceBesideProps) {
  const text = useText();
  const may = useMay();
  const readable = detail.collectedId !== null && may('collect', 'get');
  const collected = useCollected(readable ? detail.collectedId : null);
  const { source } = detail.product;
  return (
    <div className="editor-beside">
      <div>
        <p className="editor-beside-head">{text('products.beside.ours')}</p>
        <SafeHtml html={html} />
      </div>
      <div>
        <p className="editor-beside-head">
          {text('products.beside.source')}
          {source !== null && (
            <a href={source.url} target="_blank" rel="noopener noreferrer">
              {text('products.beside.open')} <Icon name="external" size={14} />
            </a>
          )}
        </p>
        {!readable ? (
          <p className="quiet">{text('products.beside.none')}</p>
        ) : collected.isError ? (
          <SectionFault failure={collected.error} onRetry={() => void collected.refetch()} />
        ) : collected.data === undefined ? (
          <SkeletonLines lines={5} />
        ) : (
          <SafeHtml html={collected.data.product.descriptionHtml} />
        )}
      </div>
    </div>
  );
}
