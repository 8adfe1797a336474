import type { CollectedRow, DuplicateGroup } from '@bowerbird/contract/collected';
import { Button } from 'antd';
import { useFormat } from '../../lib/format.ts';
import { useMay } from '../../lib/session.ts';
import { useText } from '../../lib/text.ts';
import { Empty } from '../../ui/feedback/empty.tsx';
import { SectionFault } from '../../ui/feedback/fault-row.tsx';
import { SkeletonRows } from '../../ui/feedback/skeleton.tsx';
import { StateText } from '../../ui/feedback/state-glyph.tsx';
import { Icon } from '../../ui/images/icon.tsx';
import { Image } from '../../ui/images/image.tsx';
import { PlatformMark } from '../../ui/images/platform-mark.tsx';
import { priceText } from './good-card.tsx';
import { useDuplicates } from './queries.ts';
import { useSettleGroup } from './use-settle-group.ts';
import './duplicate-groups.css';

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
    <section aria-label={text('box.similar.groups', { n: data.pages[0]?.total ?? 0 })}>
      <ul className="similar-groups">
        {groups.map((group) => (
          <OneGroup key={group.id} group={group} {...actions} />
        ))}
      </ul>
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
    <li className="box similar-group">
      <div className="similar-head">
        <Icon name="merge" size={16} />
        <strong>{text(`box.similar.${group.reason}`)}</strong>
        <span className="quiet">{text('box.similar.count', { n: group.count })}</span>
        <span className="similar-actions">
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
        </span>
      </div>
      <ul className="similar-rows">
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
      </ul>
      {group.count > group.rows.length && (
        <p className="caption">{text('box.similar.more', { n: group.count - group.rows.length })}</p>
      )}
    </li>
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
    <li className="similar-one">
      <button type="button" className="similar-open" onClick={onOpen}>
        <Image url={row.imageUrl} />
        <span className="similar-title" title={row.title}>
          {row.title || text('product.withoutTitle')}
        </span>
      </button>
      <span className="good-card-line">
        <strong>{priceText(row, format)}</strong>
        <span className="good-card-counts cut">
          {text('collect.card.counts', { variants: row.variantCount, images: row.imageCount })}
        </span>
      </span>
      <span className="good-card-line caption">
        <PlatformMark platform={row.platform} size={16} />
        <span className="cut" title={row.shop}>
          {row.shop}
        </span>
        <span className="good-card-time">{format.relative(row.collectedAt)}</span>
      </span>
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
    </li>
  );
}
