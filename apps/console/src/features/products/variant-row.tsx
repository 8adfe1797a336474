import { isDecimal, marginPercent } from '@bowerbird/catalog/price';
import type { Picture as ProductPicture, Variant } from '@bowerbird/catalog/product';
import { Checkbox, Popover, Select } from 'antd';
import { memo, useState } from 'react';
import { useFormat } from '../../lib/format.ts';
import { useText } from '../../lib/text.ts';
import { Icon } from '../../ui/icon.tsx';
import { Picture } from '../../ui/picture.tsx';
import { VariantUpload } from './images/variant-upload.tsx';
import type { VariantActs } from './variant-acts.ts';
import { VariantCell } from './variant-cell.tsx';
import { cellsBeforeMargin, type TypedCell, typedCells } from './variant-columns.ts';

interface VariantRowProps {
  variant: Variant;
  index: number;
  template: string;
  /** Pixels from the top, where only rows in view are drawn. */
  top: number | null;
  /** Cells that differ from what is saved; null for a new variant. */
  changed: ReadonlySet<string> | null;
  wrong: ReadonlySet<string>;
  pictures: ProductPicture[];
  acts: VariantActs;
  removable: boolean;
  readOnly: boolean;
}

/** One variant: picture, name, codes, amounts, stock and flags. */
export const VariantRow = memo(function VariantRow(props: VariantRowProps) {
  const { variant, index, template, top, changed, acts, removable, readOnly } = props;
  const text = useText();
  const name = variant.optionValues.join(' · ') || text('products.variant.only');
  const mark = (cell: string) => (changed === null || changed.has(cell) ? ' changed' : '');
  const typed = (cell: TypedCell) => (
    <VariantCell
      key={cell}
      {...props}
      cell={cell}
      name={name}
      changed={changed === null || changed.has(cell)}
      wrong={props.wrong.has(cell)}
    />
  );
  const flag = (cell: 'requiresShipping' | 'taxable') => (
    // biome-ignore lint/a11y/useSemanticElements: a virtual grid cannot be a table element.
    // biome-ignore lint/a11y/useFocusableInteractive: its box is.
    <div role="gridcell" className={`variants-cell${mark(cell)}`}>
      <Checkbox
        aria-label={`${name}: ${text(`products.variant.${cell}`)}`}
        checked={variant[cell]}
        disabled={readOnly}
        onChange={({ target }) => acts.set(index, { [cell]: target.checked })}
      />
    </div>
  );
  return (
    // biome-ignore lint/a11y/useSemanticElements: see above.
    // biome-ignore lint/a11y/useFocusableInteractive: its fields are.
    <div
      role="row"
      aria-rowindex={index + 2}
      className={top === null ? 'variants-row' : 'variants-row placed'}
      data-field={`variants.${index}`}
      style={{
        gridTemplateColumns: template,
        ...(top === null ? {} : { transform: `translateY(${top}px)` }),
      }}
    >
      {/* biome-ignore lint/a11y/useSemanticElements: see above. */}
      {/* biome-ignore lint/a11y/useFocusableInteractive: its button is. */}
      <div role="rowheader" className={`variants-cell fixed name${mark('pictureUrl')}`}>
        <VariantPicture {...props} name={name} />
        <span className="cut" dir="auto" title={name}>
          {name}
        </span>
      </div>
      {typedCells.slice(0, cellsBeforeMargin).map(typed)}
      {/* biome-ignore lint/a11y/useSemanticElements: see above. */}
      {/* biome-ignore lint/a11y/useFocusableInteractive: a figure only. */}
      <div role="gridcell" className="variants-cell num">
        <Margin variant={variant} />
      </div>
      {typedCells.slice(cellsBeforeMargin).map(typed)}
      {/* biome-ignore lint/a11y/useSemanticElements: see above. */}
      {/* biome-ignore lint/a11y/useFocusableInteractive: its control is. */}
      <div role="gridcell" className={`variants-cell${mark('available')}`}>
        <Select
          size="small"
          variant="borderless"
          className="editor-control"
          aria-label={`${name}: ${text('products.variant.available')}`}
          disabled={readOnly}
          value={variant.available === null ? 'unknown' : variant.available ? 'yes' : 'no'}
          onChange={(value) => acts.set(index, { available: value === 'unknown' ? null : value === 'yes' })}
          options={(['yes', 'no', 'unknown'] as const).map((value) => ({
            value,
            label: text(`products.available.${value}`),
          }))}
        />
      </div>
      {flag('requiresShipping')}
      {flag('taxable')}
      {/* biome-ignore lint/a11y/useSemanticElements: see above. */}
      {/* biome-ignore lint/a11y/useFocusableInteractive: its button is. */}
      <div role="gridcell" className="variants-cell">
        {removable && (
          <button
            type="button"
            className="editor-icon small"
            aria-label={text('act.remove', { name })}
            onClick={() => acts.remove(variant.id)}
          >
            <Icon name="close" size={12} />
          </button>
        )}
      </div>
    </div>
  );
});

function Margin({ variant: { price, cost } }: { variant: Variant }) {
  const format = useFormat();
  const margin =
    cost !== null && price !== null && isDecimal(cost) && isDecimal(price)
      ? marginPercent(price, cost, 1)
      : null;
  if (margin === null) {
    return <span className="quiet">—</span>;
  }
  const share = Number(margin) / 100;
  return <span className={share <= 0 ? 'tone-red' : 'tone-green'}>{format.percent(share, 1)}</span>;
}

function VariantPicture({
  variant,
  index,
  pictures,
  acts,
  name,
  readOnly,
}: VariantRowProps & { name: string }) {
  const text = useText();
  const [open, setOpen] = useState(false);
  const choose = (pictureUrl: string | null) => {
    setOpen(false);
    acts.set(index, { pictureUrl });
  };
  if (readOnly) {
    return <Picture url={variant.pictureUrl} size={28} />;
  }
  return (
    <Popover
      trigger="click"
      arrow={false}
      placement="bottomLeft"
      open={open}
      onOpenChange={setOpen}
      content={
        <>
          <div className="variants-pictures">
            <button type="button" aria-pressed={variant.pictureUrl === null} onClick={() => choose(null)}>
              <span className="variants-no-picture">{text('products.variant.noPicture')}</span>
            </button>
            {[...new Set(pictures.map(({ url }) => url))].map((url, at) => (
              <button
                key={url}
                type="button"
                aria-pressed={variant.pictureUrl === url}
                aria-label={text('products.picture.name', { n: at + 1 })}
                onClick={() => choose(url)}
              >
                <Picture url={url} size={56} />
              </button>
            ))}
          </div>
          <VariantUpload variantId={variant.id} name={name} />
        </>
      }
    >
      <button
        type="button"
        className="variants-picture"
        aria-label={text('products.variant.picture', { name })}
      >
        <Picture url={variant.pictureUrl} size={28} />
      </button>
    </Popover>
  );
}
