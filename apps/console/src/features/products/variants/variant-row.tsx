import { isDecimal, marginPercent } from '@bowerbird/catalog/pricing/price';
import type { Image as ProductImage, Variant } from '@bowerbird/catalog/product';
import { imageAddress, imageIdentity } from '@bowerbird/catalog/stored/image-identity';
import { Checkbox, Popover, Select } from 'antd';
import { memo, useState } from 'react';
import { useFormat } from '../../../lib/text/format.ts';
import { useText } from '../../../lib/text/text.ts';
import { Icon } from '../../../ui/images/icon.tsx';
import { Image } from '../../../ui/images/image.tsx';
import { Box, Grid, Row } from '../../../ui/layout/box.tsx';
import { VariantUpload } from '../images/variant-upload.tsx';
import type { VariantActions } from './variant-actions.ts';
import { VariantCell } from './variant-cell.tsx';
import { cellsBeforeMargin, type TypedCell, typedCells } from './variant-columns.ts';

interface VariantRowProps {
  variant: Variant;
  index: number;
  template: string;
  /** Offset from the top in pixels, if only rows in view are rendered. */
  top: number | null;
  /** Cells that differ from what is saved; null for a new variant. */
  changed: ReadonlySet<string> | null;
  wrong: ReadonlySet<string>;
  images: ProductImage[];
  actions: VariantActions;
  removable: boolean;
  readOnly: boolean;
}

/** One variant: image, name, codes, amounts, inventory and flags. */
export const VariantRow = memo(function VariantRow(props: VariantRowProps) {
  const { variant, index, template, top, changed, actions, removable, readOnly } = props;
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
        onChange={({ target }) => actions.set(index, { [cell]: target.checked })}
      />
    </div>
  );
  return (
    <Grid
      role="row"
      aria-rowindex={index + 2}
      className={top === null ? 'variants-row' : 'variants-row placed'}
      align="center"
      minW="100%"
      h={44}
      borderBottom
      ground="bg"
      data-field={`variants.${index}`}
      style={{
        gridTemplateColumns: template,
        ...(top === null ? {} : { transform: `translateY(${top}px)` }),
      }}
    >
      <Box
        role="rowheader"
        className={`variants-cell fixed name${mark('imageUrl')}`}
        relative
        shrink
        p={[0, 8]}
      >
        <VariantImage {...props} name={name} />
        <span className="cut" dir="auto" title={name}>
          {name}
        </span>
      </Box>
      {typedCells.slice(0, cellsBeforeMargin).map(typed)}
      <Box role="gridcell" className="variants-cell num" relative shrink p={[0, 8]}>
        <Margin variant={variant} />
      </Box>
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
          onChange={(value) =>
            actions.set(index, { available: value === 'unknown' ? null : value === 'yes' })
          }
          options={(['yes', 'no', 'unknown'] as const).map((value) => ({
            value,
            label: text(`products.available.${value}`),
          }))}
        />
      </div>
      {flag('requiresShipping')}
      {flag('taxable')}
      <Box role="gridcell" className="variants-cell" relative shrink p={[0, 8]}>
        {removable && (
          <button
            type="button"
            className="editor-icon small"
            aria-label={text('act.remove', { name })}
            onClick={() => actions.remove(variant.id)}
          >
            <Icon name="close" size={12} />
          </button>
        )}
      </Box>
    </Grid>
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

function VariantImage({
  variant,
  index,
  images,
  actions,
  name,
  readOnly,
}: VariantRowProps & { name: string }) {
  const text = useText();
  const [open, setOpen] = useState(false);
  const shown = imageAddress({ images }, variant.imageUrl);
  const choose = (imageUrl: string | null) => {
    setOpen(false);
    actions.set(index, { imageUrl });
  };
  if (readOnly) {
    return <Image url={shown} size={28} />;
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
          <Row className="variants-images" wrap gap={8} maxW={276} maxH={300} overflow="auto" p={2}>
            <Box
              as="button"
              radius="m"
              type="button"
              aria-pressed={variant.imageUrl === null}
              onClick={() => choose(null)}
            >
              <Row
                as="span"
                className="variants-no-image"
                align="center"
                justify="center"
                w={56}
                h={56}
                radius="m"
                font="caption"
                textAlign="center"
                tone="t2"
              >
                {text('products.variant.noImage')}
              </Row>
            </Box>
            {[...new Map(images.map((image) => [imageIdentity(image), image.url]))].map(
              ([identity, url], at) => (
                <Box
                  as="button"
                  radius="m"
                  key={identity}
                  type="button"
                  aria-pressed={variant.imageUrl === identity}
                  aria-label={text('products.image.name', { n: at + 1 })}
                  onClick={() => choose(identity)}
                >
                  <Image url={url} size={56} />
                </Box>
              ),
            )}
          </Row>
          <VariantUpload variantId={variant.id} name={name} />
        </>
      }
    >
      <button type="button" className="variants-image" aria-label={text('products.variant.image', { name })}>
        <Image url={shown} size={28} />
      </button>
    </Popover>
  );
}
