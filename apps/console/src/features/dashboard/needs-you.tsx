import { Button } from 'antd';
import { mergePath } from '../../lib/data/use-recollected.ts';
import { runPath } from '../../lib/data/use-runs.tsx';
import { usePage } from '../../lib/page.ts';
import { useFaultText } from '../../lib/text/fault-text.ts';
import { useFormat } from '../../lib/text/format.ts';
import { useText } from '../../lib/text/text.ts';
import { FaultRow } from '../../ui/feedback/fault-row.tsx';
import type { StateName } from '../../ui/feedback/state-glyph.tsx';
import { StateGlyph } from '../../ui/feedback/state-glyph.tsx';
import { Image } from '../../ui/images/image.tsx';
import { SectionHead } from '../../ui/layout/section-head.tsx';
import { Text } from '../../ui/text/text.tsx';
import type { Workplace } from './queries.ts';

type Need = Workplace['needsYou'][number];

const states = {
  refused: 'refused',
  verifying: 'verifying',
  'access-lost': 'paused',
  'partial-collect': 'partial',
  conflict: 'conflict',
  merge: 'conflict',
} as const satisfies Record<Need['kind'], StateName>;

/** Lists only what a person must decide, each with one action; if there is nothing, one line says so. */
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
        <NeedRow key={`${need.kind} ${need.runId} ${need.storeId} ${need.fault?.code}`} need={need} />
      ))}
    </section>
  );
}

function NeedRow({ need }: { need: Need }) {
  const text = useText();
  const page = usePage();
  const why = useWhy();
  const { kind, count, title, storeId, fault, product } = need;
  // If the whole run stopped, its one error is not a number of products.
  const stopped = kind === 'partial-collect' && fault !== null;
  const words = stopped ? 'stopped-collect' : kind;
  return (
    <FaultRow
      key={storeId}
      state={stopped ? 'failed' : states[kind]}
      before={product !== null && <Image url={product.imageUrl} size={36} />}
      what={text(`dashboard.need.${words}`, { n: count, title })}
      why={
        <>
          {why(need)}
          {product !== null && (
            <Text className="cut" block font="caption" tone="t3" title={product.title}>
              {count === 1 ? product.title : text('dashboard.need.sample', { title: product.title })}
            </Text>
          )}
        </>
      }
      act={<Button onClick={() => page.open(pathOf(need))}>{text(`dashboard.need.${words}.act`)}</Button>}
    />
  );
}

/** Returns the path where a problem is handled. */
function pathOf({ kind, runId }: Need): string {
  switch (kind) {
    case 'access-lost':
      return '/list/card';
    case 'merge':
      return mergePath('all');
    case 'partial-collect':
      return runId === null ? '/list/query-list' : `/collect/product?run=${runId}`;
    default:
      return runId === null ? '/list/query-list' : runPath(runId);
  }
}

/**
 * Returns the cause of a problem in the reader's language. A store's own message stays on the run's page, and so do
 * values of one product if the message covers many.
 */
function useWhy(): (need: Need) => string {
  const text = useText();
  const sentence = useFaultText();
  return ({ kind, count, fault, cause }) => {
    if (fault !== null) {
      const isRaw = Object.hasOwn(fault.params, 'message');
      const isOfOne = count === 1 || kind === 'partial-collect' || kind === 'access-lost';
      return sentence(isOfOne && !isRaw ? fault : { code: fault.code });
    }
    return cause === null ? text(`dashboard.need.${kind}.why`) : sentence({ code: cause });
  };
}
