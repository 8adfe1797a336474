import type { AdminOwner } from '@bowerbird/contract/billing/admin-billing';
import { Button, Input } from 'antd';
import { useDeferredValue, useState } from 'react';
import { useMay } from '../../../lib/person/session.ts';
import { useFormat } from '../../../lib/text/format.ts';
import { useTexts } from '../../../lib/text/language.ts';
import { useText } from '../../../lib/text/text.ts';
import { Empty } from '../../../ui/feedback/empty.tsx';
import { SectionFault } from '../../../ui/feedback/fault-row.tsx';
import { SkeletonRows } from '../../../ui/feedback/skeleton.tsx';
import { StateText } from '../../../ui/feedback/state-glyph.tsx';
import { useToast } from '../../../ui/feedback/toast.tsx';
import { useReportFailure } from '../../../ui/feedback/use-report-failure.ts';
import { Grid, Row, Stack } from '../../../ui/layout/box.tsx';
import { Text } from '../../../ui/text/text.tsx';
import { useAdminOwners, useUnfreeze } from './admin-queries.ts';

/** Merchants with their plans; those who request unfreezing come first. */
export function AdminOwners() {
  const text = useText();
  const [written, setWritten] = useState('');
  const owners = useAdminOwners(useDeferredValue(written.trim()));
  return (
    <>
      <div className="admin-toolbar">
        <Input
          allowClear
          aria-label={text('billing.admin.findOwner')}
          placeholder={text('billing.admin.findOwner')}
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
        <Empty>{text('billing.admin.noOwners')}</Empty>
      ) : (
        <Grid
          as="ul"
          className="order-list"
          columns="minmax(0, 1.4fr) minmax(0, 1.2fr) minmax(140px, auto) minmax(148px, auto)"
          gap={[0, 16]}
        >
          {owners.data.map((owner) => (
            <OwnerRow key={owner.id} owner={owner} />
          ))}
        </Grid>
      )}
    </>
  );
}

function OwnerRow({ owner }: { owner: AdminOwner }) {
  const text = useText();
  const format = useFormat();
  const may = useMay();
  const toast = useToast();
  const reportFailure = useReportFailure();
  const { language } = useTexts();
  const unfreeze = useUnfreeze();
  const frozen = owner.status === 'frozen';
  const free = () =>
    unfreeze.mutate(owner.id, {
      onSuccess: () =>
        toast({ state: 'complete', text: text('billing.admin.unfrozen', { name: owner.name }) }),
      onError: reportFailure,
    });
  return (
    <Grid
      as="li"
      className="order-row"
      columns="subgrid"
      align="center"
      minH={56}
      p={[8, 0]}
      borderBottom
      font="small"
    >
      <Stack shrink>
        <Text weight={500}>{owner.name}</Text>
        {owner.requested !== null && (
          <span className="caption">
            {text('billing.admin.asked', { at: format.full(owner.requested.at) })}
            {owner.requested.message !== '' && ` ${owner.requested.message}`}
          </span>
        )}
      </Stack>
      <div className="order-row-state">
        {frozen ? (
          <StateText state="paused" {...(owner.reason ? { note: owner.reason } : {})}>
            {text('billing.admin.frozen')}
          </StateText>
        ) : (
          <StateText state="complete">{text('billing.admin.active')}</StateText>
        )}
      </div>
      <span className="order-row-amount">
        {owner.endsAt === null
          ? owner.planName[language]
          : text('billing.admin.planUntil', {
              plan: owner.planName[language],
              until: format.day(owner.endsAt),
            })}
      </span>
      <Row as="span" className="order-row-invoice" wrap justify="end" gap={[4, 10]}>
        {frozen && may('user', 'enable') && (
          <Button
            size="small"
            loading={unfreeze.isPending}
            aria-label={text('billing.admin.unfreezeOf', { name: owner.name })}
            onClick={free}
          >
            {text('billing.admin.unfreeze')}
          </Button>
        )}
      </Row>
    </Grid>
  );
}
