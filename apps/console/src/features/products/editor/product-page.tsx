import { useParams } from 'react-router';
import { usePlatformScope } from '../../../lib/data/platform-scope.ts';
import { useText } from '../../../lib/text/text.ts';
import { NotHere, PageFault } from '../../../ui/feedback/page-fault.tsx';
import { SkeletonPage } from '../../../ui/feedback/skeleton.tsx';
import { useProduct } from '../queries.ts';
import { blankProduct } from './draft/draft.ts';
import { ProductEditor } from './product-editor.tsx';
import '../list/products.css';

/** One product in its editor; `new` starts a blank one. */
export default function ProductPage() {
  const text = useText();
  const { id = 'new' } = useParams();
  const scope = usePlatformScope();
  const isNew = id === 'new';
  const detail = useProduct(isNew ? null : id);
  if (isNew) {
    return <ProductEditor detail={null} product={blankProduct} />;
  }
  if (
    detail.data !== undefined &&
    scope !== null &&
    detail.data.product.source?.platform !== scope.platform
  ) {
    return (
      <NotHere
        what={text('products.notOfPlatform', { platform: scope.name })}
        instead={{ path: `/products/${id}`, title: text('life.edit') }}
      />
    );
  }
  if (detail.data !== undefined) {
    return <ProductEditor key={id} detail={detail.data} product={detail.data.product} />;
  }
  if (!detail.isError) {
    return <SkeletonPage shape="editor" />;
  }
  return (
    <PageFault failure={detail.error} onRetry={() => void detail.refetch()} what={text('products.gone')} />
  );
}
