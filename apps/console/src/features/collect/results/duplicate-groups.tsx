import type { CollectedRow, DuplicateGroup } from '@bowerbird/contract/collect/collected';
import { Button } from 'antd';
import { useMay } from '../../../lib/person/session.ts';
import { useFormat } from '../../../lib/text/format.ts';
import { useText } from '../../../lib/text/text.ts';
import { Empty } from '../../../ui/feedback/empty.tsx';
import { SectionFault } from '../../../ui/feedback/fault-row.tsx';
import { SkeletonRows } from '../../../ui/feedback/skeleton.tsx';
import { StateText } from '../../../ui/feedback/state-glyph.tsx';
import { Icon } from '../../../ui/images/icon.tsx';
import { Image } from '../../../ui/images/image.tsx';
import { PlatformMark } from '../../../ui/images/platform-mark.tsx';
import { Box, Grid, Row, Stack } from '../../../ui/layout/box.tsx';
import { Text } from '../../../ui/text/text.tsx';
import { useDuplicates } from '../queries.ts';
import { priceText } from './good-card.tsx';
import { useSettleGroup } from './use-settle-group.ts';
import './duplicate-groups.css';
import { ShopName } from '../../../ui/text/shop-name.tsx';

interface DuplicateGroupsProps {
  platform: string | undefined;
  onBack(): void;
  onOpen(row: CollectedRow): void;
  onCompare(row: CollectedRow): void;
  onClaim(id: string): void;
}

/** Similar products in the box, group by group: keep all, claim one, or delete the others. */
export function DuplicateGroups({ platform, onBack, ...actions }: DuplicateGroupsProps) {
  const text = useText();
  const { data, error, refetch, hasNextPage, fetchNextPage, isFetchingNextPage } = useDuplicates(platform);
  if (error !== null && data === undefined) {
    return <SectionFault failure={error} onRetry={() => void refetch()} />;
  }
  if (data === undefined) {
    return <SkeletonRows />;
  }
  const groups = data.pages.flatMap(({ items }) => items);
  if (groups.length === 0) {
    return (
      <Empty act={<Button onClick={onBack}>{text('box.similar.back')}</Button>}>
        {text('box.similar.none')}
      </Empty>
    );
  }
  return (
    <section
      aria-label={text(
        data.pages[0]?.totalIsEstimate ? 'collect.filter.duplicatesMore' : 'box.similar.groups',
        { n: data.pages[0]?.total ?? 0 },
      )}
    >
      <Stack as="ul" gap={16} mb={16}>
        {groups.map((group) => (
          <OneGroup key={group.id} group={group} {...actions} />
        ))}
      </Stack>
      {hasNextPage && (
        <Button loading={isFetchingNextPage} onClick={() => void fetchNextPage()}>
          {text('act.more')}
        </Button>
      )}
    </section>
  );
}

interface OneGroupProps extends Omit<DuplicateGroupsProps, 'platform' | 'onBack'> {
  group: DuplicateGroup;
}

function OneGroup({ group, onOpen, onCompare, onClaim }: OneGroupProps) {
  const text = useText();
  const may = useMay();
  const { keep, deleteOthers, busy } = useSettleGroup(group);
  const [first] = group.rows;
  return (
    <Stack as="li" className="box similar-group" gap={12} shrink>
      <Row className="similar-head" wrap align="center" gap={[6, 8]}>
        <Icon name="merge" size={16} />
        <strong>{text(`box.similar.${group.reason}`)}</strong>
        <span className="quiet">{text('box.similar.count', { n: group.count })}</span>
        <Row as="span" wrap gap={8} ms="auto">
          {first !== undefined && (
            <Button type="text" size="small" onClick={() => onCompare(first)}>
              {text('box.similar.compare')}
            </Button>
          )}
          {may('collect', 'edit') && (
            <Button size="small" loading={busy} onClick={() => void keep()}>
              {text('box.similar.keep')}
            </Button>
          )}
        </Row>
      </Row>
      <Grid as="ul" className="similar-rows" columns="repeat(auto-fill, minmax(132px, 176px))" gap={16}>
        {group.rows.map((row) => (
          <OneSimilar
            key={row.id}
            row={row}
            others={group.count - 1}
            onOpen={() => onOpen(row)}
            onClaim={() => {
              onClaim(row.id);
              void keep(true);
            }}
            onDeleteOthers={() => void deleteOthers(row.id)}
          />
        ))}
      </Grid>
      {group.count > group.rows.length && (
        <p className="caption">{text('box.similar.more', { n: group.count - group.rows.length })}</p>
      )}
    </Stack>
  );
}

interface OneSimilarProps {
  row: CollectedRow;
  others: number;
  onOpen(): void;
  onClaim(): void;
  onDeleteOthers(): void;
}

function OneSimilar({ row, others, onOpen, onClaim, onDeleteOthers }: OneSimilarProps) {
  const text = useText();
  const format = useFormat();
  const may = useMay();
  return (
    <Box as="li" className="similar-one" gap={6} shrink>
      <Stack
        as="button"
        type="button"
        className="similar-open"
        gap={6}
        shrink
        textAlign="start"
        onClick={onOpen}
      >
        <Image url={row.imageUrl} />
        <Box as="span" className="similar-title" font="small" lines={2} title={row.title}>
          {row.title || text('product.withoutTitle')}
        </Box>
      </Stack>
      <Row as="span" className="good-card-line" align="center" gap={6} shrink>
        <Text as="strong" nowrap>
          {priceText(row, format)}
        </Text>
        <Box as="span" className="good-card-counts cut" grow tone="t2">
          {text('collect.card.counts', { variants: row.variantCount, images: row.imageCount })}
        </Box>
      </Row>
      <Row as="span" className="good-card-line caption" align="center" gap={6} shrink>
        <PlatformMark platform={row.platform} size={16} />
        <span className="cut">
          <ShopName shop={row.shop} />
        </span>
        <Box as="span" className="good-card-time" rigid>
          {format.relative(row.collectedAt)}
        </Box>
      </Row>
      {row.productId === null ? (
        may('products', 'add') && (
          <Button size="small" onClick={onClaim}>
            {text('box.similar.claim')}
          </Button>
        )
      ) : (
        <StateText state="claimed" />
      )}
      {may('collect', 'delete') && (
        <Button size="small" type="text" danger onClick={onDeleteOthers}>
          {text('box.similar.delete', { n: others })}
        </Button>
      )}
    </Box>
  );
}
