import type { CollectScope } from '@bowerbird/contract/collect/collect';
import { startCollect } from '@bowerbird/contract/collect/collect';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Button } from 'antd';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { call } from '../../../lib/api/call.ts';
import { useLeadToFail } from '../../../lib/api/refused.ts';
import { usePlatformPath } from '../../../lib/data/platform-scope.ts';
import { usePlatforms } from '../../../lib/data/use-platforms.ts';
import { runKeys } from '../../../lib/data/use-runs.tsx';
import { collectPath } from '../../../lib/kept/pasted-addresses.ts';
import { usePage } from '../../../lib/page.ts';
import { useMay } from '../../../lib/person/session.ts';
import { useText } from '../../../lib/text/text.ts';
import { SectionFault } from '../../../ui/feedback/fault-row.tsx';
import { StockOption } from '../../../ui/form/claim/stock-option.tsx';
import { Row } from '../../../ui/layout/box.tsx';
import { ManyAddresses } from './many-addresses.tsx';
import { OneAddress } from './one-address.tsx';
import { OwnAccessPart, useOwnAccess } from './own-access-part.tsx';
import { ReadInBrowser } from './read-in-browser.tsx';
import type { PlannedRun, Recognised } from './recognised.ts';
import { candidateOf, planMany, planOne } from './recognised.ts';
import { SampleProducts } from './sample-products.tsx';
import { MoreOptions, ScopeBox } from './scope-box.tsx';
import type { useRecognition } from './use-recognition.ts';

type Recognition = ReturnType<typeof useRecognition>;

/** Returns the one pasted address; null if there are several. */
export function singleOf(recognised: Recognised[]): Recognised | null {
  const [only, ...others] = recognised;
  return only !== undefined && others.length === 0 && only.probe.stands.length === 1 ? only : null;
}

interface RecognisedPartProps {
  recognition: Recognition;
  onRemove(addresses: string[]): void;
}

/** The pasted addresses, with what each was recognised as. */
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

/** From recognition to the start: scope, pace, the first products and the start button. */
export function StartPart({ recognition }: { recognition: Recognition }) {
  const text = useText();
  const page = usePage();
  const may = useMay();
  const { recognised, busy } = recognition;
  const [wanted, setWanted] = useState<CollectScope | null>(null);
  const [words, setWords] = useState('');
  const [paceMs, setPaceMs] = useState(0);
  const [stock, setStock] = useState(false);
  const platforms = usePlatforms();
  const start = useStart();
  const categoriesPage = usePlatformPath('CategoryCollect', '/collect/category');

  const single = singleOf(recognised);
  const candidate = single === null ? null : candidateOf(single);
  const own = useOwnAccess(candidate?.platform ?? null, single?.recognition?.address ?? '');
  // The merchant's own access can read what the public pages refuse.
  const byAccess = candidate !== null && own?.state === 'works';
  const open = single === null || single.recognition?.fault === null || byAccess;
  const scope = wanted ?? candidate?.scope ?? 'shop';
  const planned = plan(recognised, single, scope, words);
  const addresses = planned.reduce((sum, run) => sum + run.addresses.length, 0);
  const supportsStockRequests = (id: string) =>
    platforms.find((each) => each.id === id)?.supportsStockRequests === true;
  const mayRequestStock = planned.some(({ platform }) => supportsStockRequests(platform));
  function begin() {
    if (planned.length > 0 && !start.isPending) {
      const runs = planned.map((run) =>
        stock && supportsStockRequests(run.platform) ? { ...run, stock } : run,
      );
      start.mutate({ planned: runs, paceMs });
    }
  }
  const access = candidate !== null && single?.recognition && (
    <OwnAccessPart platform={candidate.platform} address={single.recognition.address} />
  );
  if (!open) {
    return (
      <>
        {access}
        {candidate !== null && single?.recognition && (
          <ReadInBrowser candidate={candidate} recognition={single.recognition} />
        )}
      </>
    );
  }
  return (
    <>
      {access}
      {candidate !== null && (
        <ScopeBox
          candidate={candidate}
          value={scope}
          onChange={setWanted}
          words={words}
          onWords={setWords}
          onStart={begin}
          onCategories={() => page.open(categoriesPath(single?.recognition?.address ?? '', categoriesPage))}
        />
      )}
      {mayRequestStock && may('collect', 'add') && <StockOption checked={stock} onChange={setStock} />}
      {(planned.length > 0 || scope === 'search') && may('collect', 'add') && (
        <Row wrap align="start" justify="between" gap={[12, 16]}>
          <MoreOptions
            paceMs={paceMs}
            onPace={setPaceMs}
            onWatch={() =>
              page.open(
                collectPath(
                  recognised.map(({ probe }) => probe.address),
                  '/collect/watches',
                ),
              )
            }
          />
          <Button
            type="primary"
            size="large"
            loading={start.isPending}
            disabled={planned.length === 0 || (single === null && busy)}
            onClick={begin}
          >
            {single === null ? text('collect.start.many', { n: addresses }) : text('collect.start')}
          </Button>
        </Row>
      )}
      {start.isError && <SectionFault failure={start.error} />}
      {candidate !== null && <SampleProducts candidate={candidate} />}
    </>
  );
}

function plan(
  recognised: Recognised[],
  single: Recognised | null,
  scope: CollectScope,
  words: string,
): PlannedRun[] {
  if (single === null) {
    return planMany(recognised);
  }
  const candidate = candidateOf(single);
  const run =
    single.recognition === null || candidate === null
      ? null
      : planOne(single.recognition, candidate, scope, words);
  return run === null ? [] : [run];
}

export function categoriesPath(address: string, page = '/collect/category'): string {
  return `${page}?address=${encodeURIComponent(address)}`;
}

/** Returns a function that starts the planned runs and opens the first; the others continue in the tray. */
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
