import { imageAddress } from '@bowerbird/catalog/image-identity';
import { comparePrices, isDecimal } from '@bowerbird/catalog/price';
import type { Product, Variant } from '@bowerbird/catalog/product';
import { useState } from 'react';
import { useFormat } from '../../../lib/format.ts';
import { useText } from '../../../lib/text.ts';
import { Chip } from '../../../ui/form/chip.tsx';
import { Image } from '../../../ui/images/image.tsx';
import { SafeHtml } from '../../../ui/text/safe-html.tsx';

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
    <article className="shopper">
      <div className="shopper-images">
        <div className="shopper-image">
          <Image url={image} eager />
        </div>
        {product.images.length > 1 && (
          <ul className="shopper-thumbs" aria-label={text('products.section.images')}>
            {[...new Set(product.images.map(({ url }) => url))].slice(0, 10).map((url, at) => (
              <li key={url}>
                <button
                  type="button"
                  aria-pressed={url === image}
                  aria-label={text('products.image.name', { n: at + 1 })}
                  onClick={() => setPressed(url)}
                >
                  <Image url={url} size={56} />
                </button>
              </li>
            ))}
          </ul>
        )}
      </div>
      <div className="shopper-text">
        {product.vendor !== null && product.vendor !== '' && (
          <p className="shopper-vendor" dir="auto">
            {product.vendor}
          </p>
        )}
        <h2 className="shopper-title" dir="auto">
          {product.title || text('product.withoutTitle')}
        </h2>
        <ShopperPrice variant={variant} currency={product.currency} />
        {product.options.map(({ name, values }, at) => (
          <fieldset key={name} className="shopper-option">
            <legend dir="auto">{name}</legend>
            {values.map((value) => (
              <Chip key={value} set={chosen[at] === value} onClick={() => choose(at, value)}>
                {value}
              </Chip>
            ))}
          </fieldset>
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
      </div>
    </article>
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
    return <p className="shopper-price">—</p>;
  }
  const { price, compareAtPrice } = variant;
  const lowered =
    compareAtPrice !== null && isDecimal(compareAtPrice) && comparePrices(compareAtPrice, price) > 0;
  return (
    <p className="shopper-price num">
      <strong>{format.money(price, currency)}</strong>
      {lowered && (
        <s>
          <span className="only-read">{text('products.variant.compareAtPrice')} </span>
          {format.money(compareAtPrice, currency)}
        </s>
      )}
    </p>
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
