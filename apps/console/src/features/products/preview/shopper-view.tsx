import { comparePrices, isDecimal } from '@bowerbird/catalog/pricing/price';
import type { Product, Variant } from '@bowerbird/catalog/product';
import { imageAddress } from '@bowerbird/catalog/stored/image-identity';
import { useState } from 'react';
import { useFormat } from '../../../lib/text/format.ts';
import { useText } from '../../../lib/text/text.ts';
import { Chip } from '../../../ui/form/chip.tsx';
import { Image } from '../../../ui/images/image.tsx';
import { Box, Grid, Row, Stack } from '../../../ui/layout/box.tsx';
import { SafeHtml } from '../../../ui/text/safe-html.tsx';
import { Text } from '../../../ui/text/text.tsx';

/** A product as a shopper sees it in a simple theme: images, title, price, options and description. */
export function ShopperView({ product }: { product: Product }) {
  const text = useText();
  const [chosen, setChosen] = useState<readonly string[]>(product.variants[0]?.optionValues ?? []);
  const [pressed, setPressed] = useState<string | null>(null);
  const variant = variantOf(product, chosen);
  const image = pressed ?? imageAddress(product, variant?.imageUrl ?? null) ?? product.images[0]?.url ?? null;
  const choose = (at: number, value: string) => {
    setChosen(product.options.map((_, place) => (place === at ? value : (chosen[place] ?? ''))));
    setPressed(null);
  };
  return (
    <Grid as="article" className="shopper" columns="minmax(0, 1fr) minmax(0, 1fr)" gap={32} align="start">
      <div className="shopper-images">
        <Box overflow="hidden" radius="xl">
          <Image url={image} eager />
        </Box>
        {product.images.length > 1 && (
          <Row
            as="ul"
            className="shopper-thumbs"
            wrap
            gap={8}
            mt={10}
            aria-label={text('products.section.images')}
          >
            {[...new Set(product.images.map(({ url }) => url))].slice(0, 10).map((url, at) => (
              <li key={url}>
                <Box
                  as="button"
                  radius="m"
                  type="button"
                  aria-pressed={url === image}
                  aria-label={text('products.image.name', { n: at + 1 })}
                  onClick={() => setPressed(url)}
                >
                  <Image url={url} size={56} />
                </Box>
              </li>
            ))}
          </Row>
        )}
      </div>
      <Stack gap={14} shrink>
        {product.vendor !== null && product.vendor !== '' && (
          <Text as="p" font="caption" tone="t2" dir="auto">
            {product.vendor}
          </Text>
        )}
        <Text as="h2" className="shopper-title" weight={650} anywhere dir="auto">
          {product.title || text('product.withoutTitle')}
        </Text>
        <ShopperPrice variant={variant} currency={product.currency} />
        {product.options.map(({ name, values }, at) => (
          <Row
            as="fieldset"
            key={name}
            className="shopper-option"
            wrap
            gap={8}
            shrink
            m={0}
            p={0}
            border="none"
          >
            <legend dir="auto">{name}</legend>
            {values.map((value) => (
              <Chip key={value} set={chosen[at] === value} onClick={() => choose(at, value)}>
                {value}
              </Chip>
            ))}
          </Row>
        ))}
        <p className={isSoldOut(variant) ? 'tone-red' : 'quiet'} role="status">
          {variant === undefined
            ? text('products.preview.noVariant')
            : isSoldOut(variant)
              ? text('products.preview.soldOut')
              : text('products.preview.inStock')}
        </p>
        <div dir="auto">
          <SafeHtml html={product.descriptionHtml} className="shopper-description" />
        </div>
      </Stack>
    </Grid>
  );
}

interface ShopperPriceProps {
  variant: Variant | undefined;
  currency: string | null;
}

/** The price, and above it the compare-at price if that is higher. */
function ShopperPrice({ variant, currency }: ShopperPriceProps) {
  const text = useText();
  const format = useFormat();
  if (variant === undefined || variant.price === null || !isDecimal(variant.price)) {
    return (
      <Row as="p" className="shopper-price" align="baseline" gap={10}>
        —
      </Row>
    );
  }
  const { price, compareAtPrice } = variant;
  const lowered =
    compareAtPrice !== null && isDecimal(compareAtPrice) && comparePrices(compareAtPrice, price) > 0;
  return (
    <Row as="p" className="shopper-price num" align="baseline" gap={10}>
      <strong>{format.money(price, currency)}</strong>
      {lowered && (
        <Text as="s" font="body" tone="t3">
          <span className="only-read">{text('products.variant.compareAtPrice')} </span>
          {format.money(compareAtPrice, currency)}
        </Text>
      )}
    </Row>
  );
}

function variantOf({ options, variants }: Product, chosen: readonly string[]): Variant | undefined {
  return options.length === 0
    ? variants[0]
    : variants.find(({ optionValues }) => optionValues.every((value, at) => value === chosen[at]));
}

/** Reports whether a variant is sold out, as stores define it: marked as unavailable, or none left. */
function isSoldOut(variant: Variant | undefined): boolean {
  return variant?.available === false || (typeof variant?.stock === 'number' && variant.stock <= 0);
}
