import { getProductLife } from '@bowerbird/contract/products/life';
import { useQuery } from '@tanstack/react-query';
import { Button } from 'antd';
import { useState } from 'react';
import { useParams } from 'react-router';
import { call } from '../../../lib/api/call.ts';
import { usePage, usePageTitle } from '../../../lib/page.ts';
import { useFormat } from '../../../lib/text/format.ts';
import { useText } from '../../../lib/text/text.ts';
import { PageFault } from '../../../ui/feedback/page-fault.tsx';
import { SkeletonPage } from '../../../ui/feedback/skeleton.tsx';
import { Image } from '../../../ui/images/image.tsx';
import { Grid } from '../../../ui/layout/box.tsx';
import { PageHead } from '../../../ui/layout/page-head.tsx';
import { productKeys } from '../queries.ts';
import { LifeFacts } from './life-facts.tsx';
import { LifeLine, type Stop } from './life-line.tsx';
import { LifeLogs } from './life-logs.tsx';
import './life.css';
import '../list/products.css';

/** A product's life: from its source page through claiming, edits and files to the stores, with all logs. */
export default function ProductLifePage() {
  const text = useText();
  const format = useFormat();
  const page = usePage();
  const { id = '' } = useParams();
  const [stop, setStop] = useState<Stop>('source');
  const {
    data: life,
    error,
    isPending,
    refetch,
  } = useQuery({
    // Under the product's own query key: every save of the product reloads it.
    queryKey: [...productKeys.one(id), 'life'],
    queryFn: ({ signal }) => call(getProductLife, { params: { id } }, { signal }),
  });
  usePageTitle(life === undefined ? null : text('life.tab', { title: life.title }));

  if (isPending) {
    return <SkeletonPage shape="run" />;
  }
  if (life === undefined) {
    return <PageFault failure={error} onRetry={() => void refetch()} what={text('products.gone')} />;
  }
  const facts = [
    {
      what: text('products.column.price'),
      value: life.price === null ? '—' : format.money(life.price, life.currency),
    },
    { what: 'SKU', value: life.sku === null || life.sku === '' ? '—' : <code>{life.sku}</code> },
    { what: text('products.field.status'), value: text.named(`products.status.${life.status}`) },
    { what: text('life.revision'), value: `r${life.revision}` },
    { what: text('life.createdAt'), value: format.full(life.createdAt) },
    { what: text('life.updatedAt'), value: format.full(life.updatedAt) },
  ];
  return (
    <div className="page reading">
      <PageHead
        before={<Image url={life.imageUrl} size={40} eager />}
        title={life.title || text('product.withoutTitle')}
        hint={text('menu.profile.advanced')}
        actions={
          <Button type="primary" onClick={() => page.open(`/products/${life.id}`)}>
            {text('life.edit')}
          </Button>
        }
      />
      <Grid
        as="dl"
        className="life-head-facts"
        columns="repeat(auto-fit, minmax(150px, 1fr))"
        gap={[12, 24]}
        p={[14, 0, 18]}
        borderTop
      >
        {facts.map(({ what, value }) => (
          <div key={what}>
            <dt>{what}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </Grid>
      <LifeLine life={life} open={stop} onOpen={setStop} />
      <LifeFacts life={life} stop={stop} />
      <LifeLogs life={life} />
    </div>
  );
}
