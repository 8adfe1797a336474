import { Button } from 'antd';
import { useParams } from 'react-router';
import { usePlatform } from '../../../lib/data/use-platforms.ts';
import { usePage, usePageTitle } from '../../../lib/page.ts';
import { useMay } from '../../../lib/person/session.ts';
import { useFormat } from '../../../lib/text/format.ts';
import { useText } from '../../../lib/text/text.ts';
import { PageFault } from '../../../ui/feedback/page-fault.tsx';
import { SkeletonLines } from '../../../ui/feedback/skeleton.tsx';
import { Icon } from '../../../ui/images/icon.tsx';
import { Grid } from '../../../ui/layout/box.tsx';
import { PageHead } from '../../../ui/layout/page-head.tsx';
import { useCollectAgain } from '../../../ui/stores/use-collect-again.ts';
import { useClaim } from '../claiming/use-claim.ts';
import { useCollectedDetail } from '../queries.ts';
import { ResultOutcome } from './result-outcome.tsx';
import { ResultReading } from './result-reading.tsx';
import { ResultSource } from './result-source.tsx';
import './result-page.css';

/** One collected product: the original source, our snapshot field by field, and our product made of it. */
export default function ResultPage() {
  const text = useText();
  const page = usePage();
  const may = useMay();
  const format = useFormat();
  const { id = '' } = useParams();
  const { data, error, refetch } = useCollectedDetail(id);
  const claim = useClaim({ onClaimed: () => undefined });
  const again = useCollectAgain();
  const platform = usePlatform(data?.row.platform ?? null);
  usePageTitle(data?.row.title);

  if (data === undefined) {
    return error === null ? (
      <div className="page">
        <SkeletonLines lines={8} />
      </div>
    ) : (
      <PageFault failure={error} onRetry={() => void refetch()} />
    );
  }
  const { row, product } = data;
  const what = { collected: { ids: [row.id] } };
  // If read singly or by a browser, its inventory was never requested.
  const supportsStockRequests =
    platform?.supportsStockRequests === true && product.variants.some(({ stock }) => stock === null);
  return (
    <div className="page">
      <PageHead
        title={row.title || text('product.withoutTitle')}
        hint={text('collect.result.hint', { time: format.relative(row.collectedAt), n: row.timesSeen })}
        actions={
          <>
            {may('collect', 'add') && (
              <Button
                icon={<Icon name="refresh" />}
                loading={again.isPending}
                onClick={() => again.mutate({ what })}
              >
                {text('recollect.again')}
              </Button>
            )}
            {supportsStockRequests && may('collect', 'add') && (
              <Button loading={again.isPending} onClick={() => again.mutate({ what, stock: true })}>
                {text('collect.stock')}
              </Button>
            )}
            {row.productId !== null ? (
              <Button type="primary" onClick={() => page.open(`/products/${row.productId}`)}>
                {text('collect.openProduct')}
              </Button>
            ) : (
              may('products', 'add') && (
                <Button
                  type="primary"
                  icon={<Icon name="check" />}
                  loading={claim.isPending}
                  onClick={() => claim.mutate({ selection: { ids: [row.id] }, count: 1, edits: [] })}
                >
                  {text('collect.result.claim')}
                </Button>
              )
            )}
          </>
        }
      />
      <Grid
        className="result-columns"
        oneUnder={768}
        columns="minmax(0, 1.1fr) minmax(0, 1.2fr) minmax(240px, 0.8fr)"
        align="start"
        gap={36}
      >
        <ResultSource detail={data} />
        <ResultReading detail={data} />
        <ResultOutcome detail={data} />
      </Grid>
    </div>
  );
}
