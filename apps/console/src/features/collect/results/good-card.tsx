import type { CollectedRow } from '@bowerbird/contract/collect/collected';
import { Checkbox } from 'antd';
import type { MouseEvent } from 'react';
import { useShopNames } from '../../../lib/data/use-shop-names.ts';
import { useFormat } from '../../../lib/text/format.ts';
import { useText } from '../../../lib/text/text.ts';
import { StateGlyph } from '../../../ui/feedback/state-glyph.tsx';
import { Icon } from '../../../ui/images/icon.tsx';
import { Image } from '../../../ui/images/image.tsx';
import { PlatformMark } from '../../../ui/images/platform-mark.tsx';
import { Box, Row } from '../../../ui/layout/box.tsx';
import { ByPlugin } from '../../../ui/stores/by-plugin.tsx';
import { Text } from '../../../ui/text/text.tsx';
import './good-card.css';
import { ShopName } from '../../../ui/text/shop-name.tsx';

interface GoodCardProps {
  row: CollectedRow;
  index: number;
  selected: boolean;
  leaving: boolean;
  focusable: boolean;
  onFocus(): void;
  onSelect(on: boolean, range: boolean): void;
  onOpen(): void;
  onMenu(event: MouseEvent<HTMLElement>): void;
  onCompare(): void;
}

/** One collected product: image with similar products, title, price, counts, source and time. */
export function GoodCard({
  row,
  index,
  selected,
  leaving,
  focusable,
  onFocus,
  onSelect,
  onOpen,
  onMenu,
  onCompare,
}: GoodCardProps) {
  const text = useText();
  const format = useFormat();
  const shopName = useShopNames(row.duplicate === null ? [] : [row.duplicate.shop]);
  const title = row.title || text('product.withoutTitle');
  return (
    // biome-ignore lint/a11y/useSemanticElements: a virtual grid cannot be a table element.
    // biome-ignore lint/a11y/useKeyWithClickEvents: the grid hears the keys of all cards.
    <div
      role="gridcell"
      data-card={index}
      tabIndex={focusable ? 0 : -1}
      aria-selected={selected}
      className={`good-card${selected ? ' selected' : ''}${leaving ? ' leaving' : ''}`}
      onFocus={onFocus}
      onContextMenu={onMenu}
      onClick={(event) => {
        if (event.target instanceof Element && event.target.closest('button, label, input') === null) {
          onOpen();
        }
      }}
    >
      <Box className="good-card-image" relative radius="xl">
        <Image url={row.imageUrl} />
        <Row as="span" className="good-card-box" radius="m">
          <Checkbox
            tabIndex={-1}
            aria-label={text('table.selectRow', { name: title })}
            checked={selected}
            onChange={({ target, nativeEvent }) =>
              onSelect(target.checked, 'shiftKey' in nativeEvent && nativeEvent.shiftKey === true)
            }
          />
        </Row>
        {row.duplicate !== null && (
          <Row
            as="button"
            type="button"
            className="good-card-duplicate"
            inline
            align="center"
            gap={4}
            maxW="calc(100% - 16px)"
            minH={24}
            p={[2, 6]}
            radius="s"
            font="caption"
            tone="amber"
            ground="amber-s"
            hover="underline"
            tabIndex={-1}
            onClick={onCompare}
          >
            <Icon name="merge" size={13} />
            <span className="cut">{duplicateText(row, text, shopName)}</span>
          </Row>
        )}
      </Box>
      <Box className="cut" mt={8} font="body" dir="auto" title={title}>
        {title}
      </Box>
      <Row className="good-card-line" align="center" gap={6} shrink>
        <Text as="strong" nowrap>
          {priceText(row, format)}
        </Text>
        <Box as="span" className="good-card-counts cut" grow tone="t2">
          {row.facts.availability === 'sold-out' && `${text('collect.field.soldOut')} · `}
          {text('collect.card.counts', { variants: row.variantCount, images: row.imageCount })}
        </Box>
        <PlatformMark platform={row.platform} size={16} />
      </Row>
      <Row className="good-card-line caption" align="center" gap={6} shrink>
        {row.productId !== null && <StateGlyph state="claimed" size={14} alone />}
        <span className="cut">{row.category ?? <ShopName shop={row.shop} />}</span>
        {row.byPlugin && <ByPlugin />}
        <Box as="span" className="good-card-time" rigid title={format.full(row.collectedAt)}>
          {format.relative(row.collectedAt)}
        </Box>
      </Row>
    </div>
  );
}

export function duplicateText(
  { duplicate, shop }: CollectedRow,
  text: ReturnType<typeof useText>,
  shopName: (shop: string) => string,
): string {
  if (duplicate === null) {
    return '';
  }
  if (duplicate.kind === 'claimed') {
    return duplicate.shop === shop
      ? text('collect.duplicate.claimedSame')
      : text('collect.duplicate.claimed', { shop: shopName(duplicate.shop) });
  }
  const where = text('collect.duplicate.collected', { shop: shopName(duplicate.shop), n: duplicate.count });
  return `${text(`box.similar.${duplicate.reason}`)} · ${where}`;
}

export function priceText(
  { price, priceMax, currency }: CollectedRow,
  format: ReturnType<typeof useFormat>,
): string {
  if (price === null) {
    return '—';
  }
  const from = format.money(price, currency);
  return priceMax === null || priceMax === price ? from : `${from} – ${format.money(priceMax, currency)}`;
}
