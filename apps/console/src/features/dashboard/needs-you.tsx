import { Button } from 'antd';
import { useFaultText } from '../../lib/fault-text.ts';
import { useFormat } from '../../lib/format.ts';
import { usePage } from '../../lib/page.ts';
import { useText } from '../../lib/text.ts';
import { mergePath } from '../../lib/use-recollected.ts';
import { FaultRow } from '../../ui/fault-row.tsx';
import { SectionHead } from '../../ui/section-head.tsx';
import type { StateName } from '../../ui/state-glyph.tsx';
import { StateGlyph } from '../../ui/state-glyph.tsx';
import type { Workplace } from './queries.ts';

type Need = Workplace['needsYou'][number];

const states = {
  refused: 'refused',
  unsure: 'unsure',
  'access-lost': 'paused',
  'partial-collect': 'partial',
  conflict: 'conflict',
  merge: 'conflict',
} as const satisfies Record<Need['kind'], StateName>;

/** Only what a person must decide, each with one act; nothing of it is one line. */
export function NeedsYou({ needs }: { needs: Need[] }) {
  const text = useText();
  const format = useFormat();
  if (needs.length === 0) {
    return (
      <section>
        <SectionHead title={text('dashboard.needs')} />
        <p className="workplace-none">
          <StateGlyph state="complete" /> {text('dashboard.needs.none')}
        </p>
      </section>
    );
  }
  return (
    <section>
      <SectionHead title={text('dashboard.needs')} count={format.number(needs.length)} />
      {needs.map((need) => (
        <NeedRow key={`${need.kind} ${need.runId} ${need.storeId}`} need={need} />
      ))}
    </section>
  );
}

function NeedRow({ need: { kind, count, title, runId, storeId, fault } }: { need: Need }) {
  const text = useText();
  const page = usePage();
  const sentence = useFaultText();
  // Where the whole run broke off, its one fault is no count of goods.
  const stopped = kind === 'partial-collect' && fault !== null;
  const words = stopped ? 'stopped-collect' : kind;
  const path =
    kind === 'access-lost'
      ? '/list/card'
      : kind === 'merge'
        ? mergePath('all')
        : kind === 'partial-collect' && runId !== null
          ? `/collect/product?run=${runId}`
          : runId === null
            ? '/list/query-list'
            : `/profile/basic/${runId}`;
  return (
    <FaultRow
      key={storeId}
      state={stopped ? 'failed' : states[kind]}
      what={text(`dashboard.need.${words}`, { n: count, title })}
      why={fault === null ? text(`dashboard.need.${kind}.why`) : sentence(fault)}
      act={<Button onClick={() => page.open(path)}>{text(`dashboard.need.${words}.act`)}</Button>}
    />
  );
}
