import type { ProductLife } from '@bowerbird/contract/products/life';
import { useState } from 'react';
import { Link } from 'react-router';
import { runPath } from '../../../lib/data/use-runs.tsx';
import { useFaultText } from '../../../lib/text/fault-text.ts';
import { useFormat } from '../../../lib/text/format.ts';
import { useText } from '../../../lib/text/text.ts';
import type { StateName } from '../../../ui/feedback/state-glyph.tsx';
import { StateText } from '../../../ui/feedback/state-glyph.tsx';
import { Box, Stack } from '../../../ui/layout/box.tsx';
import { TabRow } from '../../../ui/layout/tab-row.tsx';
import type { Column } from '../../../ui/table/column.ts';
import { DataTable } from '../../../ui/table/data-table.tsx';
import { fieldsText } from './life-facts.tsx';

const logs = ['collecting', 'editing', 'listing'] as const;
type Log = (typeof logs)[number];

interface Line {
  id: string;
  at: string;
  type: string;
  by: string | null;
  result: ProductLife['listing'][number]['result'];
  run: { id: string; title: string } | null;
  remark: string;
}

const glyphs: Record<Line['result'], StateName> = { done: 'complete', failed: 'refused', open: 'verifying' };

/** The three logs of a product: action, person, result, time and remark. */
export function LifeLogs({ life }: { life: ProductLife }) {
  const text = useText();
  const format = useFormat();
  const [log, setLog] = useState<Log>('collecting');
  const lines = useLines(life)[log];
  const columns: Column<Line>[] = [
    { key: 'type', title: text('life.log.type'), width: 'minmax(120px, 1fr)', render: ({ type }) => type },
    {
      key: 'by',
      title: text('life.log.by'),
      width: '120px',
      render: ({ by }) => by ?? text('life.log.system'),
    },
    {
      key: 'result',
      title: text('life.log.result'),
      width: '140px',
      render: ({ result }) => (
        <StateText state={glyphs[result]}>{text(`life.log.result.${result}`)}</StateText>
      ),
    },
    { key: 'at', title: text('life.log.at'), width: '150px', render: ({ at }) => format.full(at) },
    {
      key: 'remark',
      title: text('life.log.remark'),
      width: 'minmax(160px, 2fr)',
      render: (line) => <Remark line={line} />,
    },
  ];
  return (
    <section className="life-logs" aria-label={text('life.logs')}>
      <TabRow<Log>
        label={text('life.logs')}
        value={log}
        onChange={setLog}
        tabs={logs.map((key) => ({
          key,
          title: text(`life.log.${key}`),
          count: format.number(life[key].length),
        }))}
      />
      <DataTable
        label={text(`life.log.${log}`)}
        rows={lines}
        columns={columns}
        rowKey={({ id }) => id}
        rowName={({ type }) => type}
        rowHeight={44}
        empty={
          <Box as="p" className="quiet" p={[24, 0]}>
            {text('life.log.none')}
          </Box>
        }
        narrow={(line) => (
          <Stack as="span" gap={2} p={[8, 0]} shrink>
            <span>
              {line.type} · {line.by ?? text('life.log.system')}
            </span>
            <StateText state={glyphs[line.result]}>{text(`life.log.result.${line.result}`)}</StateText>
            <span className="caption">{format.full(line.at)}</span>
            <Remark line={line} />
          </Stack>
        )}
      />
    </section>
  );
}

function Remark({ line }: { line: Line }) {
  return (
    <span className="life-remark cut" title={line.remark}>
      {line.run !== null && <Link to={runPath(line.run.id)}>{line.run.title}</Link>} {line.remark}
    </span>
  );
}

function useLines(life: ProductLife): Record<Log, Line[]> {
  const text = useText();
  const sentence = useFaultText();
  return {
    collecting: life.collecting.map((line) => ({
      ...line,
      type: text(`life.collecting.${line.kind}`),
      remark: '',
    })),
    editing: life.editing.map((line) => ({
      ...line,
      type: text(`life.editing.${line.kind}`),
      remark: [
        line.fields.length === 0 ? '' : fieldsText(text, line.fields),
        `r${line.revision}`,
        line.takenBack ? text('life.takenBack') : '',
      ]
        .filter(Boolean)
        .join(' · '),
    })),
    listing: life.listing.map((line) => ({
      ...line,
      type: text(`life.listing.${line.kind}`),
      remark: [line.store, `r${line.revision}`, line.fault === null ? '' : sentence(line.fault)]
        .filter(Boolean)
        .join(' · '),
    })),
  };
}
