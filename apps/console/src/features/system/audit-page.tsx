import type { AuditEvent } from '@bowerbird/contract/system/audit';
import { exportAudit } from '@bowerbird/contract/system/audit';
import { Button, Select } from 'antd';
import { useState } from 'react';
import { addressOf } from '../../lib/api/call.ts';
import { useMay } from '../../lib/person/session.ts';
import { useText } from '../../lib/text/text.ts';
import { Empty, EmptyFiltered } from '../../ui/feedback/empty.tsx';
import { SectionFault } from '../../ui/feedback/fault-row.tsx';
import { OneDay } from '../../ui/form/date-range.tsx';
import { Icon } from '../../ui/images/icon.tsx';
import { Row } from '../../ui/layout/box.tsx';
import { PageHead } from '../../ui/layout/page-head.tsx';
import { DataTable } from '../../ui/table/data-table.tsx';
import { AuditRowNarrow, useAuditColumns } from './audit-columns.tsx';
import { AuditDrawer } from './audit-drawer.tsx';
import type { AuditFilter } from './audit-queries.ts';
import { useAudit, useAuditFacets } from './audit-queries.ts';
import { useWhat } from './audit-text.ts';
import './system.css';

/** What was done, by whom and from where, the newest first. */
export default function AuditPage() {
  const text = useText();
  const may = useMay();
  const what = useWhat();
  const columns = useAuditColumns();
  const [filter, setFilter] = useState<AuditFilter>({});
  const [open, setOpen] = useState<AuditEvent | null>(null);
  const facets = useAuditFacets();
  const audit = useAudit(filter);
  const rows = audit.data?.pages.flatMap(({ items }) => items) ?? [];
  const total = audit.data?.pages[0]?.total;
  const filtered = Object.keys(filter).length > 0;
  const set = (name: keyof AuditFilter, value: string | undefined) => {
    const { [name]: _, ...rest } = filter;
    setFilter(value === undefined || value === '' ? rest : { ...rest, [name]: value });
  };

  return (
    <div className="page">
      <PageHead
        title={text('menu.system.audit')}
        hint={total === undefined ? undefined : text('audit.count', { n: total })}
        actions={
          may('user', 'export') && (
            <Button icon={<Icon name="download" />} href={addressOf(exportAudit, { query: filter })} download>
              {text('audit.export')}
            </Button>
          )
        }
      />
      <Row wrap align="center" gap={8} mb={12}>
        <Select
          className="audit-select"
          allowClear
          showSearch
          optionFilterProp="label"
          aria-label={text('audit.person')}
          placeholder={text('audit.person')}
          value={filter.userId ?? null}
          onChange={(id: string | null) => set('userId', id ?? undefined)}
          options={facets.data?.people.map(({ id, name }) => ({ value: id, label: name })) ?? []}
        />
        <Select
          className="audit-select wide"
          allowClear
          showSearch
          optionFilterProp="label"
          aria-label={text('audit.what')}
          placeholder={text('audit.what')}
          value={filter.what ?? null}
          onChange={(chosen: string | null) => set('what', chosen ?? undefined)}
          options={facets.data?.whats.map((value) => ({ value, label: what(value) })) ?? []}
        />
        <DayField
          label={text('audit.from')}
          day={filter.from}
          onDay={(day) => set('from', day && startOf(day, 0))}
        />
        <DayField
          label={text('audit.to')}
          day={filter.to && startOf(localDay(filter.to), -1)}
          onDay={(day) => set('to', day && startOf(day, 1))}
        />
      </Row>
      {audit.isError && rows.length === 0 ? (
        <SectionFault failure={audit.error} onRetry={() => void audit.refetch()} />
      ) : (
        <DataTable
          label={text('menu.system.audit')}
          rows={rows}
          columns={columns}
          rowKey={({ id }) => id}
          rowName={(event) => what(event.what)}
          rowHeight={44}
          total={total ?? rows.length}
          loading={audit.isPending}
          loadingMore={audit.isFetchingNextPage}
          currentKey={open?.id ?? null}
          onOpen={(event) => setOpen(event)}
          onEnd={() => {
            if (audit.hasNextPage && !audit.isFetching) {
              void audit.fetchNextPage();
            }
          }}
          narrow={(event) => <AuditRowNarrow event={event} />}
          empty={
            filtered ? (
              <EmptyFiltered onRemove={() => setFilter(lessOf(filter))} />
            ) : (
              <Empty>{text('audit.empty')}</Empty>
            )
          }
        />
      )}
      <AuditDrawer event={open} onClose={() => setOpen(null)} />
    </div>
  );
}

interface DayFieldProps {
  label: string;
  day: string | undefined;
  onDay(day: string | undefined): void;
}

function DayField({ label, day, onDay }: DayFieldProps) {
  return (
    <Row as="span" className="audit-day" inline align="center" gap={6}>
      <span className="caption" aria-hidden="true">
        {label}
      </span>
      <OneDay
        label={label}
        value={day === undefined ? null : localDay(day)}
        onChange={(chosen) => onDay(chosen ?? undefined)}
      />
    </Row>
  );
}

/** Returns the day of an instant in the reader's time zone. */
function localDay(instant: string): string {
  const at = new Date(instant);
  return new Date(at.getTime() - at.getTimezoneOffset() * 60_000).toISOString().slice(0, 10);
}

/** Returns when a day begins in the reader's time zone, the given number of days later. */
function startOf(day: string, later: number): string {
  const at = new Date(`${day}T00:00:00`);
  at.setDate(at.getDate() + later);
  return at.toISOString();
}

function lessOf(filter: AuditFilter): AuditFilter {
  return Object.fromEntries(Object.entries(filter).slice(0, -1));
}
