import type { Figure, SystemPart, SystemStatus } from '@bowerbird/contract/system/system';
import { systemParts } from '@bowerbird/contract/system/system';
import { Fragment } from 'react';
import { useFormat } from '../../lib/text/format.ts';
import { useText } from '../../lib/text/text.ts';
import { SectionFault } from '../../ui/feedback/fault-row.tsx';
import { SkeletonRows } from '../../ui/feedback/skeleton.tsx';
import { StateGlyph } from '../../ui/feedback/state-glyph.tsx';
import { Box, Row } from '../../ui/layout/box.tsx';
import { PageHead } from '../../ui/layout/page-head.tsx';
import { SectionHead } from '../../ui/layout/section-head.tsx';
import { FigureRow } from './figure-row.tsx';
import { ProcessList } from './process-list.tsx';
import { ReaderList } from './reader-list.tsx';
import { useSystemStatus } from './status-queries.ts';
import './system.css';

/** The state of this installation: its figures, their normal ranges, and what a person must do. */
export default function StatusPage() {
  const text = useText();
  const format = useFormat();
  const { data, error, refetch } = useSystemStatus();
  return (
    <div className="page reading">
      <PageHead
        title={text('menu.system.status')}
        hint={data && text('system.measured', { time: format.time(data.measuredAt, true) })}
      />
      {data !== undefined ? (
        <Status status={data} />
      ) : error !== null ? (
        <SectionFault failure={error} onRetry={() => void refetch()} />
      ) : (
        <SkeletonRows rows={6} />
      )}
    </div>
  );
}

function Status({ status }: { status: SystemStatus }) {
  const text = useText();
  const actions = status.figures.filter(({ act }) => act).length;
  const readers = <ReaderList drift={status.drift ?? []} />;
  // What needs action is above what is only informative.
  const lost = status.figures.some(({ part, act }) => part === 'readers' && act);
  return (
    <>
      <Row
        as="p"
        className="system-verdict"
        align="center"
        gap={10}
        mb={20}
        font="large"
        weight={600}
        role="status"
      >
        <StateGlyph state={actions === 0 ? 'complete' : 'failed'} size={20} />
        {actions === 0 ? text('system.well') : text('system.unwell', { n: actions })}
      </Row>
      {lost && readers}
      <Box className="system-parts" gap={[0, 44]}>
        {systemParts
          .filter((part) => part !== 'readers')
          .map((part) => (
            <Part key={part} part={part} status={status} />
          ))}
        <section>
          <SectionHead title={text('system.part.providers')} />
          <ul>
            <Provider name={text('system.provider.mail')} on={status.providers.mail} without="outbox" />
            <Provider name={text('system.provider.sms')} on={status.providers.sms} without="outbox" />
            <Provider
              name={text('system.provider.payment')}
              on={status.providers.payment}
              without="transfer"
            />
            <Provider name={text('system.provider.practice')} on={status.practice} without="none" />
          </ul>
        </section>
      </Box>
      {!lost && readers}
      <ProcessList processes={status.processes} />
    </>
  );
}

function Part({ part, status }: { part: SystemPart; status: SystemStatus }) {
  const text = useText();
  const figures = status.figures.filter((figure) => figure.part === part);
  return (
    <section>
      <SectionHead title={text(`system.part.${part}`)} note={<PartNote part={part} status={status} />} />
      <ul>
        {figures.map((figure: Figure) => (
          <Fragment key={figure.name}>
            <FigureRow figure={figure} />
            {figure.name === 'storage.used' && <Folders folders={status.folders} />}
          </Fragment>
        ))}
        {part === 'queue' &&
          status.queues.map(({ kind, waiting, active }) => (
            <li key={kind} className="figure-row small">
              <span>{text.named(`run.kind.${kind}`, {}, kind)}</span>
              <span className="quiet">{text('system.queue', { waiting, active })}</span>
            </li>
          ))}
      </ul>
    </section>
  );
}

function Folders({ folders }: Pick<SystemStatus, 'folders'>) {
  const text = useText();
  const format = useFormat();
  return folders.map(({ name, bytes }) => (
    <li key={name} className="figure-row small">
      <span>{text.named(`system.folder.${name === '.' ? 'own' : name}`, {}, name)}</span>
      <span className="quiet">{format.bytes(bytes)}</span>
    </li>
  ));
}

function PartNote({ part, status }: { part: SystemPart; status: SystemStatus }) {
  const text = useText();
  switch (part) {
    case 'program':
      return text('system.version', { version: status.version, node: status.node });
    case 'database':
      return text(status.database.embedded ? 'system.database.embedded' : 'system.database.own', {
        version: status.database.version,
      });
    case 'storage':
      return <code>{status.dataFolder}</code>;
    default:
      return null;
  }
}

interface ProviderProps {
  name: string;
  on: boolean;
  /** What happens without it. */
  without: 'outbox' | 'transfer' | 'none';
}

function Provider({ name, on, without }: ProviderProps) {
  const text = useText();
  return (
    <li className="figure-row">
      <span>{name}</span>
      <Row
        as="span"
        className={on ? 'provider-state' : 'provider-state quiet'}
        inline
        align="center"
        gap={6}
        font="small"
        textAlign="end"
      >
        <StateGlyph state={on ? 'complete' : 'none'} />
        {on ? text('system.provider.on') : text(`system.provider.off.${without}`)}
      </Row>
    </li>
  );
}
