import type { Product } from '@bowerbird/catalog/product';
import { Segmented } from 'antd';
import { useState } from 'react';
import { useText } from '../../../lib/text/text.ts';
import { Box, Row } from '../../../ui/layout/box.tsx';
import { Drawer } from '../../../ui/layout/drawer.tsx';
import { ShopperView } from './shopper-view.tsx';
import './preview.css';

interface PreviewDrawerProps {
  product: Product;
  onClose(): void;
}

/** The product as it is now, including unsaved changes, as a shopper would see it on a computer or a phone. */
export default function PreviewDrawer({ product, onClose }: PreviewDrawerProps) {
  const text = useText();
  const [device, setDevice] = useState<'desktop' | 'phone'>('desktop');
  return (
    <Drawer
      title={
        <Row as="span" wrap align="center" gap={[8, 16]}>
          {text('products.preview')}
          <Segmented
            size="small"
            disabled={false}
            aria-label={text('products.preview.device')}
            value={device}
            onChange={setDevice}
            options={[
              { value: 'desktop', label: text('products.preview.desktop') },
              { value: 'phone', label: text('products.preview.phone') },
            ]}
          />
        </Row>
      }
      width={960}
      open
      onClose={onClose}
    >
      <p className="caption">{text('products.preview.note')}</p>
      <Box className={`preview-frame ${device}`} p={24} border="line" radius="xl" ground="bg">
        <ShopperView product={product} />
      </Box>
    </Drawer>
  );
}
