import type { CollectScope } from '@bowerbird/contract/collect';
import { startCollect } from '@bowerbird/contract/collect';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Button } from 'antd';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { call } from '../../lib/call.ts';
import { usePage } from '../../lib/page.ts';
import { useMay } from '../../lib/session.ts';
import { useText } from '../../lib/text.ts';
import { runKeys } from '../../lib/use-runs.tsx';
import { SectionFault } from '../../ui/fault-row.tsx';
import { ManyAddresses } from './many-addresses.tsx';
import { OneAddress } from './one-address.tsx';
import type { PlannedRun } from './recognised.ts';
import { candidateOf, planMany, planOne } from './recognised.ts';
import { SampleGoods } from './sample-goods.tsx';
import { MoreOptions, ScopeBox } from './scope-box.tsx';
import type { useRecognition } from './use-recognition.ts';

interface StartPartProps {
  recognition: ReturnType<typeof useRecognition>;
  onRemove(addresses: string[]): void;
}

/** From what was recognised to what is collected: platform, scope, pace and the start. */
export function StartPart({ recognition, onRemove }: StartPartProps) {
  const text = useText();
  const page = usePage();
  const may = useMay();
  const { recognised, left, busy, choose, again } = recognition;
  const [wanted, setWanted] = useState<CollectScope | null>(null);
  const [paceMs, setPaceMs] = useState(0);
  const start = useStart();

  const [only, ...others] = recognised;
  const single = others.length === 0 && only !== undefined && only.probe.stands.length === 1 ? only : null;
  const candidate = single === null ? null : candidateOf(single);
  const scope = wanted ?? candidate?.scope ?? 'shop';
  const planned =
    single?.recognition && candidate !== null
      ? [planOne(single.recognition, candidate, scope)]
      : planMany(single === null ? recognised : []);
  const closed = single?.recognition?.fault !== null && single?.recognition?.fault !== undefined;
  const addresses = planned.reduce((sum, run) => sum + run.addresses.length, 0);

  return (
    <>
      {single !== null ? (
        <OneAddress
          recognised={single}
          busy={busy}
          onAgain={again}
          onChoose={(platform) => choose(single.probe.address, platform)}
        />
      ) : (
        <ManyAddresses
          recognised={recognised}
          left={left}
          busy={busy}
          onAgain={again}
          onChoose={choose}
          onRemove={onRemove}
        />
      )}
      {candidate !== null && !closed && (
        <ScopeBox
          candidate={candidate}
          value={scope}
          onChange={setWanted}
          onCategories={() => page.open(categoriesPath(single?.recognition?.address ?? ''))}
        />
      )}
      {planned.length > 0 && !closed && may('collect', 'add') && (
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

export function categoriesPath(address: string): string {
  return `/collect/category?address=${encodeURIComponent(address)}`;
}

/** Starts the runs planned and shows the first; the others go on in the tray. */
function useStart() {
  const navigate = useNavigate();
  const cache = useQueryClient();
  return useMutation({
    mutationFn: async ({ planned, paceMs }: { planned: PlannedRun[]; paceMs: number }) => {
      const ids: string[] = [];
      for (const run of planned) {
        const { runId } = await call(startCollect, { body: { ...run, ...(paceMs === 0 ? {} : { paceMs }) } });
        ids.push(runId);
      }
      return ids;
    },
    onSuccess: ([first]) => {
      void cache.invalidateQueries({ queryKey: runKeys.current });
      void navigate(`/collect/product?run=${first}`, { replace: true });
    },
  });
}
