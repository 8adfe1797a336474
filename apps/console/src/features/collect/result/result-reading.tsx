import type { Product } from '@bowerbird/catalog/product';
import type { ReactNode } from 'react';
import { useFaultText } from '../../../lib/text/fault-text.ts';
import { useFormat } from '../../../lib/text/format.ts';
import { useText } from '../../../lib/text/text.ts';
import { Box, Grid } from '../../../ui/layout/box.tsx';
import { SectionHead } from '../../../ui/layout/section-head.tsx';
import { Text } from '../../../ui/text/text.tsx';
import { VariantGapLines } from '../../../ui/text/variant-gap-lines.tsx';
import type { CollectedDetail } from './result-source.tsx';

/** Maximum number of variants shown one by one. */
const variantsMax = 100;

const none = <span className="quiet">—</span>;

/** What we read, field by field, each with the way it was read. */
export function ResultReading({ detail: { product, ways, uncertain } }: { detail: CollectedDetail }) {
  const text = useText();
  const missing = notReported(product);
  return (
    <section>
      <SectionHead title={text('collect.result.reading')} />
      {missing.length > 0 && (
        <p className="result-uncertain">
          {text('box.read.partial', {
            fields: missing.map((field) => text.named(`collect.field.${field}`, {}, field)).join(', '),
          })}
        </p>
      )}
      <dl className="result-fields">
        {fieldsOf(product, text).map(({ field, value }) => (
          <Grid
            columns="112px minmax(0, 1fr) auto"
            align="baseline"
            gap={12}
            p={[8, 0]}
            borderBottom
            font="small"
            key={field}
          >
            <Text as="dt" tone="t2">
              {text.named(`collect.field.${field}`)}
            </Text>
            <Text as="dd" anywhere>
              {value}
            </Text>
            <Text
              as="dd"
              className={`result-way${uncertain.includes(field) ? ' uncertain' : ''}`}
              anywhere
              title={uncertain.includes(field) ? text('box.read.uncertain.hint') : undefined}
            >
              {[
                // A field that the source did not give at all was not read in any way.
                ...(value === none && missing.includes(field) ? [] : [wayText(ways[field], text)]),
                ...(uncertain.includes(field) ? [text('box.read.uncertain')] : []),
              ].join(' · ')}
            </Text>
          </Grid>
        ))}
      </dl>
      {uncertain.includes('variants') && <p className="result-uncertain">{text('box.read.lowest')}</p>}
      <Variants product={product} />
      <VariantGapLines product={product} className="result-uncertain" />
      <StockNote product={product} />
    </section>
  );
}

/** Returns the fields that the product's page did not give, or not completely, as its reader noted them. */
function notReported({ extra }: Product): string[] {
  const unknown = extra.page?.unknown;
  return Array.isArray(unknown) ? unknown.filter((field) => typeof field === 'string') : [];
}

function fieldsOf(product: Product, text: ReturnType<typeof useText>): { field: string; value: ReactNode }[] {
  const words = (value: string | null) => (value === null || value === '' ? none : value);
  return [
    { field: 'title', value: product.title },
    { field: 'handle', value: <code>{product.handle}</code> },
    { field: 'vendor', value: words(product.vendor) },
    { field: 'productType', value: words(product.productType) },
    { field: 'tags', value: words(product.tags.join(', ')) },
    { field: 'categories', value: words(product.categories.map((path) => path.join(' / ')).join('; ')) },
    {
      field: 'options',
      value: words(product.options.map(({ name, values }) => `${name}: ${values.join(', ')}`).join('; ')),
    },
    { field: 'images', value: text('collect.result.images', { n: product.images.length }) },
    { field: 'currency', value: words(product.currency) },
    { field: 'seo', value: words([product.seo.title, product.seo.description].filter(Boolean).join(' · ')) },
    ...(product.attributes.length === 0
      ? []
      : [
          {
            field: 'attributes',
            value: product.attributes.map(({ name, value }) => `${name}: ${value}`).join('; '),
          },
        ]),
  ];
}

/** Returns how a field was read in words; a form of a page without words of its own is the page. */
function wayText(way: string | undefined, text: ReturnType<typeof useText>): string {
  return way === undefined
    ? ''
    : text.named(`collect.read.${way}`, {}, text.named(`box.read.${way}`, {}, text('collect.read.page')));
}

function Variants({ product }: { product: Product }) {
  const text = useText();
  const format = useFormat();
  const { variants, currency } = product;
  return (
    <>
      <Box as="table" className="result-variants" w="100%" font="small">
        <caption className="only-read">{text('collect.field.variants')}</caption>
        <thead>
          <tr>
            <th>{text('product.variants', { n: variants.length })}</th>
            <th>SKU</th>
            <th className="num">{text('collect.column.price')}</th>
            <th className="num">{text('collect.field.stock')}</th>
          </tr>
        </thead>
        <tbody>
          {variants.slice(0, variantsMax).map((variant) => (
            <tr key={variant.id}>
              <Box as="td" p={[6, 8, 6, 0]} borderBottom anywhere>
                {variant.optionValues.join(' / ') || '—'}
              </Box>
              <Box as="td" p={[6, 8, 6, 0]} borderBottom anywhere>
                {variant.sku === null ? '—' : <code>{variant.sku}</code>}
              </Box>
              <Box as="td" className="num" p={[6, 8, 6, 0]} borderBottom anywhere>
                {format.money(variant.price, currency)}
              </Box>
              <Box as="td" className="num" p={[6, 8, 6, 0]} borderBottom anywhere>
                {stockText(variant, text, format)}
              </Box>
            </tr>
          ))}
        </tbody>
      </Box>
      {variants.length > variantsMax && (
        <p className="caption">{text('collect.result.moreVariants', { n: variants.length - variantsMax })}</p>
      )}
    </>
  );
}

/** Explains why the inventory of a product is unknown, if it was requested. */
function StockNote({ product: { extra } }: { product: Product }) {
  const text = useText();
  const sentence = useFaultText();
  const because = extra.stock?.stated === false ? extra.stock.because : undefined;
  if (typeof because !== 'string') {
    return null;
  }
  const reason = because === 'not-stated' ? text('collect.stock.notStated') : sentence({ code: because });
  return <p className="result-uncertain">{text('collect.certificate.stock.unstated', { reason })}</p>;
}

/**
 * Returns the quantity; for none or less, adds that it can still be bought. Without a quantity, returns what is known
 * instead.
 */
function stockText(
  { stock, available }: Product['variants'][number],
  text: ReturnType<typeof useText>,
  format: ReturnType<typeof useFormat>,
): string {
  const words =
    available === null ? null : text(available ? 'collect.field.available' : 'collect.field.soldOut');
  if (stock === null) {
    return words ?? '—';
  }
  const isSoldPast = stock <= 0 && available === true;
  return isSoldPast ? `${format.number(stock)} · ${words}` : format.number(stock);
}
