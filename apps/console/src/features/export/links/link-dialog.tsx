import type { ExportLink } from '@bowerbird/contract/exports/links';
import { Button, InputNumber, Modal, Select } from 'antd';
import { useState } from 'react';
import { useFormat } from '../../../lib/text/format.ts';
import { useText } from '../../../lib/text/text.ts';
import { useConfirm } from '../../../ui/feedback/dialog.tsx';
import { Notice, SectionFault } from '../../../ui/feedback/fault-row.tsx';
import { useReportFailure } from '../../../ui/feedback/use-report-failure.ts';
import { Field } from '../../../ui/form/field.tsx';
import { Box, Grid, Row, Stack } from '../../../ui/layout/box.tsx';
import { SectionHead } from '../../../ui/layout/section-head.tsx';
import { CopyButton } from '../../../ui/text/copy-button.tsx';
import type { LinkTarget } from './link-queries.ts';
import { useCreateLink, useLinks, useRevokeLink } from './link-queries.ts';

const day = 24;
/** Hours that a link may be open; those to the newest file of a schedule are for partners, who keep the address. */
const hoursOf = { file: [1, day, 7 * day, 30 * day], schedule: [7 * day, 30 * day, 90 * day, 366 * day] };

interface LinkDialogProps {
  to: LinkTarget;
  name: string;
  onClose(): void;
}

/** Creates links to a file or to the newest file of a schedule, and lists and revokes those there are. */
export default function LinkDialog({ to, name, onClose }: LinkDialogProps) {
  const text = useText();
  const links = useLinks(to);
  return (
    <Modal
      open
      centered
      width={560}
      footer={null}
      title={text('export.link.named', { name })}
      onCancel={onClose}
    >
      <Stack gap={16}>
        <p className="caption">
          {text(to.what === 'file' ? 'export.link.hint' : 'export.link.hint.schedule')}
        </p>
        <NewLink to={to} />
        <section>
          <SectionHead title={text('export.link.list')} count={links.data?.length} />
          {links.isError ? (
            <SectionFault failure={links.error} onRetry={() => void links.refetch()} />
          ) : links.data?.length === 0 ? (
            <Box as="p" className="caption" p={[10, 0]}>
              {text('export.link.none')}
            </Box>
          ) : (
            <Stack as="ul" className="export-links">
              {links.data?.map((link) => (
                <LinkRow key={link.id} link={link} />
              ))}
            </Stack>
          )}
        </section>
      </Stack>
    </Modal>
  );
}

function NewLink({ to }: { to: LinkTarget }) {
  const text = useText();
  const reportFailure = useReportFailure();
  const create = useCreateLink();
  const choices = hoursOf[to.what];
  const [hours, setHours] = useState(choices[1] ?? day);
  const [most, setMost] = useState<number | null>(null);
  const hoursText = (n: number) =>
    n % day === 0 ? text('export.link.days', { n: n / day }) : text('export.link.hours', { n });
  return (
    <Stack gap={12}>
      <Grid columns="minmax(0, 1fr) minmax(0, 1fr) auto" oneUnder={576} gap={12} align="end">
        <Field label={text('export.link.for')}>
          {(control) => (
            <Select
              {...control}
              className="export-field"
              value={hours}
              onChange={setHours}
              options={choices.map((value) => ({ value, label: hoursText(value) }))}
            />
          )}
        </Field>
        <Field label={text('export.link.max')}>
          {(control) => (
            <InputNumber
              {...control}
              className="export-field"
              min={1}
              max={1_000_000}
              precision={0}
              placeholder={text('export.link.max.none')}
              value={most}
              onChange={setMost}
            />
          )}
        </Field>
        <Button
          type="primary"
          loading={create.isPending}
          onClick={() =>
            create.mutate(
              { to, hours, ...(most !== null && { downloadsMax: most }) },
              { onError: reportFailure },
            )
          }
        >
          {text('export.link.create')}
        </Button>
      </Grid>
      {create.data !== undefined && (
        <Stack className="export-new-link" gap={6}>
          <Notice tone="amber">{text('export.link.once')}</Notice>
          <CopyButton value={create.data.address} />
        </Stack>
      )}
    </Stack>
  );
}

function LinkRow({ link }: { link: ExportLink }) {
  const text = useText();
  const format = useFormat();
  const confirm = useConfirm();
  const reportFailure = useReportFailure();
  const revoke = useRevokeLink();
  const { id, state, expiresAt, downloads, downloadsMax, lastUsedAt } = link;
  const isOpen = state === 'open';
  const confirmRevoke = async () => {
    const sure = await confirm({
      title: text('export.link.revoke.title'),
      content: text('export.link.revoke.content'),
      confirm: text('export.link.revoke'),
      danger: true,
    });
    if (sure) {
      revoke.mutate(id, { onError: reportFailure });
    }
  };
  return (
    <Row as="li" align="center" justify="between" gap={12} p={[8, 0]} borderBottom>
      <Stack as="span" shrink>
        <Box as="span" font="small" weight={500} tone={isOpen ? 'green' : 't3'}>
          {text(`export.link.state.${state}`)}
          {isOpen && (
            <Box as="span" weight={400} tone="t2">
              {` · ${text('export.link.until', { time: format.full(expiresAt) })}`}
            </Box>
          )}
        </Box>
        <span className="caption">
          {[
            downloadsMax === null
              ? text('export.link.downloads', { n: downloads })
              : text('export.link.downloadsOf', { n: downloads, max: downloadsMax }),
            ...(lastUsedAt === null ? [] : [text('export.link.used', { time: format.relative(lastUsedAt) })]),
            ...(link.createdBy === null ? [] : [link.createdBy]),
          ].join(' · ')}
        </span>
      </Stack>
      {isOpen && (
        <Button size="small" danger loading={revoke.isPending} onClick={() => void confirmRevoke()}>
          {text('export.link.revoke')}
        </Button>
      )}
    </Row>
  );
}
