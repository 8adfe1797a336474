import { useFormat } from '../../../lib/text/format.ts';
import { useText } from '../../../lib/text/text.ts';
import { SkeletonBlock } from '../../../ui/feedback/skeleton.tsx';
import { Image } from '../../../ui/images/image.tsx';
import { Box, Row } from '../../../ui/layout/box.tsx';
import './good-tile.css';

interface GoodTileProps {
  title: string;
  imageUrl: string | null;
  price: string | null;
  currency: string | null;
  variants?: number;
  onOpen?(): void;
}

/** One product in a short row: image, name, price and number of variants. */
export function GoodTile({ title, imageUrl, price, currency, variants, onOpen }: GoodTileProps) {
  const text = useText();
  const format = useFormat();
  const content = (
    <>
      <Image url={imageUrl} />
      <Box as="span" className="good-tile-name cut" block h={20} mt={8} font="small" title={title}>
        {title || text('product.withoutTitle')}
      </Box>
      <Row as="span" className="good-tile-note" wrap justify="between" gap={[0, 8]} font="caption" tone="t2">
        <span>{price === null ? '' : format.money(price, currency)}</span>
        {variants !== undefined && variants > 1 && <span>{text('product.variants', { n: variants })}</span>}
      </Row>
    </>
  );
  return onOpen === undefined ? (
    <li className="good-tile">{content}</li>
  ) : (
    <li className="good-tile">
      <Box as="button" type="button" block w="100%" radius="xl" onClick={onOpen}>
        {content}
      </Box>
    </li>
  );
}

const places = ['first', 'second', 'third', 'fourth', 'fifth', 'sixth'];

/** Placeholders of the first products, in their shape, so that nothing moves when they arrive. */
export function TilesComing() {
  const text = useText();
  return (
    <>
      {places.map((place, index) => (
        <li key={place} className="good-tile-coming">
          {index === 0 && <span className="only-read">{text('collect.recent.coming')}</span>}
          <Box as="span" className="skeleton" block ground="sunk" />
          <Box as="span" className="good-tile-name" block h={20} mt={8} font="small">
            <SkeletonBlock width="80%" height={12} />
          </Box>
          <Row
            as="span"
            className="good-tile-note"
            wrap
            justify="between"
            gap={[0, 8]}
            font="caption"
            tone="t2"
          >
            <SkeletonBlock width="40%" height={10} />
          </Row>
        </li>
      ))}
    </>
  );
}
