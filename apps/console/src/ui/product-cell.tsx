import type { ReactNode } from 'react';
import { useText } from '../lib/text.ts';
import { Picture } from './picture.tsx';
import './product-cell.css';

interface ProductCellProps {
  title: string;
  pictureUrl: string | null;
  /** Shown whole, in the face of codes. */
  sku?: string | null;
  variantCount?: number;
  /** In place of SKU and count. */
  note?: ReactNode;
  /** 36 in lists, 40 in tables, 44 in a comfortable one. */
  size?: 36 | 40 | 44;
}

/** A product in a row: picture, name, code and number of variants. */
export function ProductCell({ title, pictureUrl, sku, variantCount, note, size = 40 }: ProductCellProps) {
  const text = useText();
  return (
    <span className="product-cell">
      <Picture url={pictureUrl} size={size} />
      <span className="product-cell-words">
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
