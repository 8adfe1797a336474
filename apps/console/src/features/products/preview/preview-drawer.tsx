import type { Product } from '@bowerbird/catalog/product';
import { Segmented } from 'antd';
import { useState } from 'react';
import { useText } from '../../../lib/text.ts';
import { Drawer } from '../../../ui/layout/drawer.tsx';
import { ShopperView } from './shopper-view.tsx';
import './preview.css';

interface PreviewDrawerProps {
  product: Product;
  open: boolean;
  onClose(): void;
}

/** The product as it is now, including unsaved changes, as a shopper would see it on a computer or a phone. */
export function PreviewDrawer({ product, open, onClose }: PreviewDrawerProps) {
  const text = useText();
  const [device, setDevice] = useState<'desktop' | 'phone'>('desktop');
  return (
    <Drawer
      title={
        <span className="preview-head">
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
        </span>
      }
      width={960}
      open={open}
      onClose={onClose}
    >
      <p className="caption">{text('products.preview.note')}</p>
      <div className={`preview-frame ${device}`}>
        <ShopperView product={product} />
      </div>
    </Drawer>
  );
}
