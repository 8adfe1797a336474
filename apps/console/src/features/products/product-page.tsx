import { Button } from 'antd';
import { Link, useNavigate, useParams } from 'react-router';
import { CallFailure } from '../../lib/call-failure.ts';
import { useText } from '../../lib/text.ts';
import { Empty } from '../../ui/empty.tsx';
import { SectionFault } from '../../ui/fault-row.tsx';
import { SkeletonPage } from '../../ui/skeleton.tsx';
import { blankProduct } from './draft.ts';
import { ProductEditor } from './product-editor.tsx';
import { useProduct } from './queries.ts';
import './products.css';

/** One product in its editor; `new` begins a blank one. */
export default function ProductPage() {
  const text = useText();
  const navigate = useNavigate();
  const { id = 'new' } = useParams();
  const isNew = id === 'new';
  const detail = useProduct(isNew ? null : id);
  if (isNew) {
    return <ProductEditor detail={null} product={blankProduct} />;
  }
  if (detail.data !== undefined) {
    return <ProductEditor key={id} detail={detail.data} product={detail.data.product} />;
  }
  if (!detail.isError) {
    return <SkeletonPage />;
  }
  return (
    <div className="page">
      {CallFailure.from(detail.error).code === 'not-found' ? (
        <Empty
          act={
            <Button type="primary" onClick={() => void navigate('/products/list')}>
              {text('menu.products.list')}
            </Button>
          }
          link={<Link to="/collect/results">{text('products.empty.results')}</Link>}
        >
          {text('products.gone')}
        </Empty>
      ) : (
        <SectionFault failure={detail.error} onRetry={() => void detail.refetch()} />
      )}
    </div>
  );
}
