import type { ReactNode } from 'react';
import { useText } from '../../lib/text.ts';
import { Image } from '../images/image.tsx';
import './product-cell.css';

interface ProductCellProps {
  title: string;
  imageUrl: string | null;
  /** Shown in full, in monospace. */
  sku?: string | null;
  variantCount?: number;
  /** Shown instead of SKU and count. */
  note?: ReactNode;
  /** 36 in lists, 40 in tables, 44 in a comfortable one. */
  size?: 36 | 40 | 44;
}

/** A product in a row: image, name, SKU and number of variants. */
export function ProductCell({ title, imageUrl, sku, variantCount, note, size = 40 }: ProductCellProps) {
  const text = useText();
  return (
    <span className="product-cell">
      <Image url={imageUrl} size={size} />
      <span className="product-cell-text">
        <span className="product-cell-name cut" dir="auto" title={title}>
          {title || text('product.withoutTitle')}
        </span>
        <span className="product-cell-note">
          {note ?? (
            <>
              {sku !== undefined && sku !== null && sku !== '' && <code>{sku}</code>}
              {variantCount !== undefined && <span>{text('product.variants', { n: variantCount })}</span>}
            </>
          )}
        </span>
      </span>
    </span>
  );
}
