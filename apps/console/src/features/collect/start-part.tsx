import type { CollectScope } from '@bowerbird/contract/collect';
import { startCollect } from '@bowerbird/contract/collect';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Button } from 'antd';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { call } from '../../lib/call.ts';
import { usePage } from '../../lib/page.ts';
import { usePlatformPath } from '../../lib/platform-scope.ts';
import { useLeadToFail } from '../../lib/refused.ts';
import { useMay } from '../../lib/session.ts';
import { useText } from '../../lib/text.ts';
import { runKeys } from '../../lib/use-runs.tsx';
import { SectionFault } from '../../ui/fault-row.tsx';
import { ManyAddresses } from './many-addresses.tsx';
import { OneAddress } from './one-address.tsx';
import type { PlannedRun, Recognised } from './recognised.ts';
import { candidateOf, planMany, planOne } from './recognised.ts';
import { SampleGoods } from './sample-goods.tsx';
import { MoreOptions, ScopeBox } from './scope-box.tsx';
import type { useRecognition } from './use-recognition.ts';

type Recognition = ReturnType<typeof useRecognition>;

/** The one address that was pasted; null where there are several. */
export function singleOf(recognised: Recognised[]): Recognised | null {
  const [only, ...others] = recognised;
  return only !== undefined && others.length === 0 && only.probe.stands.length === 1 ? only : null;
}

interface RecognisedPartProps {
  recognition: Recognition;
  onRemove(addresses: string[]): void;
}

/** What was pasted, with what each was recognised as. */
export function RecognisedPart({ recognition, onRemove }: RecognisedPartProps) {
  const { recognised, left, choose, again } = recognition;
  const single = singleOf(recognised);
  return single === null ? (
    <ManyAddresses recognised={recognised} left={left} onChoose={choose} onRemove={onRemove} />
  ) : (
    <OneAddress
      recognised={single}
      onAgain={again}
      onChoose={(platform) => choose(single.probe.address, platform)}
    />
  );
}

/** From what was recognised to what is collected: scope, pace, the first goods and the start. */
export function StartPart({ recognition }: { recognition: Recognition }) {
  const text = useText();
  const page = usePage();
  const may = useMay();
  const { recognised, busy } = recognition;
  const [wanted, setWanted] = useState<CollectScope | null>(null);
  const [paceMs, setPaceMs] = useState(0);
  const start = useStart();
  const categoriesPage = usePlatformPath('CategoryCollect', '/collect/category');

  const single = singleOf(recognised);
  const open = single === null || single.recognition?.fault === null;
  const candidate = single === null ? null : candidateOf(single);
  const scope = wanted ?? candidate?.scope ?? 'shop';
  const planned = plan(recognised, single, scope);
  const addresses = planned.reduce((sum, run) => sum + run.addresses.length, 0);
  if (!open) {
    return null;
  }
  return (
    <>
      {candidate !== null && (
        <ScopeBox
          candidate={candidate}
          value={scope}
          onChange={setWanted}
          onCategories={() => page.open(categoriesPath(single?.recognition?.address ?? '', categoriesPage))}
        />
      )}
      {planned.length > 0 && may('collect', 'add') && (
        <div className="start-line">
          <MoreOptions paceMs={paceMs} onPace={setPaceMs} />
          <Button
            type="primary"
            size="large"
            loading={start.isPending}
            disabled={single === null && busy}
            onClick={() => start.mutate({ planned, paceMs })}
          >
            {single === null ? text('collect.start.many', { n: addresses }) : text('collect.start')}
          </Button>
        </div>
      )}
      {start.isError && <SectionFault failure={start.error} />}
      {candidate !== null && <SampleGoods candidate={candidate} />}
    </>
  );
}

function plan(recognised: Recognised[], single: Recognised | null, scope: CollectScope): PlannedRun[] {
  if (single === null) {
    return planMany(recognised);
  }
  const candidate = candidateOf(single);
  return single.recognition === null || candidate === null
    ? []
    : [planOne(single.recognition, candidate, scope)];
}

export function categoriesPath(address: string, page = '/collect/category'): string {
  return `${page}?address=${encodeURIComponent(address)}`;
}

/** Starts the runs planned and shows the first; the others go on in the tray. */
function useStart() {
  const navigate = useNavigate();
  const cache = useQueryClient();
  const here = usePlatformPath('ProductCollect', '/collect/product');
  const leadToFail = useLeadToFail();
  return useMutation({
    onError: leadToFail,
    mutationFn: async ({ planned, paceMs }: { planned: PlannedRun[]; paceMs: number }) => {
      const ids: string[] = [];
      for (const run of planned) {
        const { runId } = await call(startCollect, {
          body: { ...run, ...(paceMs === 0 ? {} : { paceMs }) },
        });
        ids.push(runId);
      }
      return ids;
    },
    onSuccess: ([first]) => {
      void cache.invalidateQueries({ queryKey: runKeys.current });
      void navigate(`${here}?run=${first}`, { replace: true });
    },
  });
}
