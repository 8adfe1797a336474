import type { OutboxMessage } from '@bowerbird/contract/system/outbox';
import { messageChannels, messageStates } from '@bowerbird/contract/system/outbox';
import { Input } from 'antd';
import { useDeferredValue, useState } from 'react';
import { useText } from '../../lib/text/text.ts';
import { Empty, EmptyFiltered } from '../../ui/feedback/empty.tsx';
import { Notice, SectionFault } from '../../ui/feedback/fault-row.tsx';
import { Chip } from '../../ui/form/chip.tsx';
import { Icon } from '../../ui/images/icon.tsx';
import { Box, Row } from '../../ui/layout/box.tsx';
import { PageHead } from '../../ui/layout/page-head.tsx';
import { DataTable } from '../../ui/table/data-table.tsx';
import { OutboxRowNarrow, useMessageName, useOutboxColumns } from './outbox-columns.tsx';
import { OutboxDrawer } from './outbox-drawer.tsx';
import type { OutboxFilter } from './outbox-queries.ts';
import { useOutbox } from './outbox-queries.ts';
import './outbox.css';

const everywhere = { mail: true, sms: true };

/** Every mail and text message, the newest first: undelivered messages can be read here and passed on. */
export default function OutboxPage() {
  const text = useText();
  const [chosen, setChosen] = useState<Omit<OutboxFilter, 'recipient'>>({});
  const [search, setSearch] = useState('');
  const recipient = useDeferredValue(search.trim());
  const filter: OutboxFilter = recipient === '' ? chosen : { ...chosen, recipient };
  const outbox = useOutbox(filter);
  const columns = useOutboxColumns();
  const nameOf = useMessageName();
  const [open, setOpen] = useState<string | null>(null);
  const rows = outbox.data?.pages.flatMap(({ items }) => items) ?? [];
  const [first] = outbox.data?.pages ?? [];
  const delivers = first?.delivers ?? everywhere;

  return (
    <div className="page">
      <PageHead
        title={text('menu.system.outbox')}
        hint={first === undefined ? undefined : text('outbox.count', { n: first.total })}
      />
      <Unconfigured delivers={delivers} />
      <Row wrap align="center" gap={[8, 20]} mb={14}>
        <Input
          className="outbox-search"
          allowClear
          prefix={<Icon name="search" />}
          aria-label={text('outbox.recipient.search')}
          placeholder={text('outbox.recipient.search')}
          maxLength={254}
          value={search}
          onChange={({ target }) => setSearch(target.value)}
        />
        <Row as="fieldset" wrap gap={8} shrink m={0} p={0} border="none" aria-label={text('outbox.channel')}>
          {messageChannels.map((channel) => (
            <Chip
              key={channel}
              set={chosen.channel === channel}
              onClick={() => setChosen(toggled(chosen, 'channel', channel))}
            >
              {text(`outbox.channel.${channel}`)}
            </Chip>
          ))}
        </Row>
        <Row as="fieldset" wrap gap={8} shrink m={0} p={0} border="none" aria-label={text('outbox.state')}>
          {messageStates.map((state) => (
            <Chip
              key={state}
              set={chosen.state === state}
              onClick={() => setChosen(toggled(chosen, 'state', state))}
            >
              {text(`outbox.state.${state}`)}
            </Chip>
          ))}
        </Row>
      </Row>
      {outbox.isError && rows.length === 0 ? (
        <SectionFault failure={outbox.error} onRetry={() => void outbox.refetch()} />
      ) : (
        <DataTable<OutboxMessage>
          label={text('menu.system.outbox')}
          rows={rows}
          columns={columns}
          rowKey={({ id }) => id}
          rowName={(message) => `${nameOf(message)} ${message.recipient}`}
          total={first?.total ?? rows.length}
          loading={outbox.isPending}
          loadingMore={outbox.isFetchingNextPage}
          currentKey={open}
          onOpen={({ id }) => setOpen(id)}
          onEnd={() => {
            if (outbox.hasNextPage && !outbox.isFetching) {
              void outbox.fetchNextPage();
            }
          }}
          narrow={(message) => <OutboxRowNarrow message={message} />}
          empty={
            Object.keys(filter).length === 0 ? (
              <Empty>{text('outbox.empty')}</Empty>
            ) : (
              <EmptyFiltered
                onRemove={() => {
                  setChosen({});
                  setSearch('');
                }}
              />
            )
          }
        />
      )}
      {open !== null && <OutboxDrawer id={open} delivers={delivers} onClose={() => setOpen(null)} />}
    </div>
  );
}

/** Shows which channels have no provider, and which settings would change that. */
function Unconfigured({ delivers }: { delivers: { mail: boolean; sms: boolean } }) {
  const text = useText();
  const missing = messageChannels.filter((channel) => !delivers[channel]);
  const [only] = missing;
  if (only === undefined) {
    return null;
  }
  const settings = { mail: 'SMTP_URL, MAIL_FROM, BOWERBIRD_PUBLIC_URL', sms: 'ALIYUN_SMS_*' };
  return (
    <Box mb={14}>
      <Notice tone="neutral">
        {text('outbox.unconfigured', {
          channels: missing.length > 1 ? text('outbox.both') : text(`outbox.channel.${only}`),
          settings: missing.map((channel) => settings[channel]).join('; '),
        })}
      </Notice>
    </Box>
  );
}

function toggled<Name extends 'channel' | 'state'>(
  filter: OutboxFilter,
  name: Name,
  value: NonNullable<OutboxFilter[Name]>,
): OutboxFilter {
  const { [name]: held, ...rest } = filter;
  return held === value ? rest : { ...filter, [name]: value };
}
