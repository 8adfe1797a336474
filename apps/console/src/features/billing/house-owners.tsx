import type { HouseOwner } from '@bowerbird/contract/house-billing';
import { Button, Input } from 'antd';
import { useDeferredValue, useState } from 'react';
import { useFormat } from '../../lib/format.ts';
import { useTexts } from '../../lib/language.ts';
import { useMay } from '../../lib/session.ts';
import { useText } from '../../lib/text.ts';
import { Empty } from '../../ui/empty.tsx';
import { SectionFault } from '../../ui/fault-row.tsx';
import { SkeletonRows } from '../../ui/skeleton.tsx';
import { StateText } from '../../ui/state-glyph.tsx';
import { useToast } from '../../ui/toast.tsx';
import { useTellFailure } from '../../ui/use-tell-failure.ts';
import { useHouseOwners, useUnfreeze } from './house-queries.ts';

/** Merchants with their plans; those who ask to be unfrozen stand first. */
export function HouseOwners() {
  const text = useText();
  const [written, setWritten] = useState('');
  const owners = useHouseOwners(useDeferredValue(written.trim()));
  return (
    <>
      <div className="house-toolbar">
        <Input
          allowClear
          aria-label={text('billing.house.findOwner')}
          placeholder={text('billing.house.findOwner')}
          style={{ maxWidth: 280 }}
          value={written}
          maxLength={120}
          onChange={({ target }) => setWritten(target.value)}
        />
      </div>
      {owners.isError ? (
        <SectionFault failure={owners.error} onRetry={() => void owners.refetch()} />
      ) : owners.data === undefined ? (
        <SkeletonRows rows={5} />
      ) : owners.data.length === 0 ? (
        <Empty>{text('billing.house.noOwners')}</Empty>
      ) : (
        <ul className="order-list">
          {owners.data.map((owner) => (
            <OwnerRow key={owner.id} owner={owner} />
          ))}
        </ul>
      )}
    </>
  );
}

function OwnerRow({ owner }: { owner: HouseOwner }) {
  const text = useText();
  const format = useFormat();
  const may = useMay();
  const toast = useToast();
  const tell = useTellFailure();
  const { language } = useTexts();
  const unfreeze = useUnfreeze();
  const frozen = owner.status === 'frozen';
  const free = () =>
    unfreeze.mutate(owner.id, {
      onSuccess: () =>
        toast({ state: 'complete', text: text('billing.house.unfrozen', { name: owner.name }) }),
      onError: tell,
    });
  return (
    <li className="order-row">
      <div className="order-row-what">
        <span className="order-row-plan">{owner.name}</span>
        {owner.asked !== null && (
          <span className="caption">
            {text('billing.house.asked', { at: format.full(owner.asked.at) })}
            {owner.asked.message !== '' && ` ${owner.asked.message}`}
          </span>
        )}
      </div>
      <div className="order-row-state">
        {frozen ? (
          <StateText state="paused" {...(owner.reason ? { note: owner.reason } : {})}>
            {text('billing.house.frozen')}
          </StateText>
        ) : (
          <StateText state="complete">{text('billing.house.active')}</StateText>
        )}
      </div>
      <span className="order-row-amount">
        {owner.endsAt === null
          ? owner.planName[language]
          : text('billing.house.planUntil', {
              plan: owner.planName[language],
              until: format.day(owner.endsAt),
            })}
      </span>
      <span className="order-row-invoice">
        {frozen && may('user', 'enable') && (
          <Button
            size="small"
            loading={unfreeze.isPending}
            aria-label={text('billing.house.unfreezeOf', { name: owner.name })}
            onClick={free}
          >
            {text('billing.house.unfreeze')}
          </Button>
        )}
      </span>
    </li>
  );
}
