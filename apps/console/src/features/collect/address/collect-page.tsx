import { hasEnded } from '@bowerbird/contract/runs';
import { Button } from 'antd';
import { useEffect, useMemo, useRef, useState } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { usePlatformPath, usePlatformScope } from '../../../lib/data/platform-scope.ts';
import { usePlatforms } from '../../../lib/data/use-platforms.ts';
import { useCurrentRuns } from '../../../lib/data/use-runs.tsx';
import {
  addressesIn,
  addressesInTable,
  addressesOfQuery,
  collectPath,
} from '../../../lib/kept/pasted-addresses.ts';
import { usePage, usePageRun, usePageTitle } from '../../../lib/page.ts';
import { useText } from '../../../lib/text/text.ts';
import { ProgressLine } from '../../../ui/charts/progress-line.tsx';
import { SectionFault } from '../../../ui/feedback/fault-row.tsx';
import { SkeletonRows } from '../../../ui/feedback/skeleton.tsx';
import { PasteBar } from '../../../ui/form/html/paste-bar.tsx';
import { PlatformMark } from '../../../ui/images/platform-mark.tsx';
import { Box, Grid, Stack } from '../../../ui/layout/box.tsx';
import { PageHead } from '../../../ui/layout/page-head.tsx';
import { SectionHead } from '../../../ui/layout/section-head.tsx';
import { useCollectRun } from '../queries.ts';
import { CertificateBox } from '../run/certificate-box.tsx';
import { RunActions, RunAgain } from '../run/run-actions.tsx';
import { RunView } from '../run/run-view.tsx';
import { RecentSources } from './recent-sources.tsx';
import { candidateOf } from './recognised.ts';
import { RecognisedPart, StartPart } from './start-part.tsx';
import { useRecognition } from './use-recognition.ts';
import { WaysBox } from './ways-box.tsx';
import './collect-page.css';

/** Collects products: paste, recognise, scope, run, certificate; one page, top to bottom. */
export default function CollectPage() {
  const { search } = useLocation();
  const query = useMemo(() => new URLSearchParams(search), [search]);
  const runId = query.get('run');
  return runId === null ? <NewCollect query={query} /> : <CollectOfRun key={runId} id={runId} />;
}

function NewCollect({ query }: { query: URLSearchParams }) {
  const text = useText();
  const navigate = useNavigate();
  const here = usePlatformPath('ProductCollect', '/collect/product');
  const pasted = useMemo(() => addressesOfQuery(query), [query]);
  const [typed, setTyped] = useState(() => pasted.join('\n'));
  usePageRun(null);
  usePageTitle(null);

  const recognise = (words: string) => {
    const addresses = addressesIn(words);
    if (addresses.length > 0) {
      void navigate(collectPath(addresses, here), { replace: true });
    }
  };
  const addFile = async (file: File) => {
    const words = [...addressesIn(typed), ...addressesInTable(await file.text())].join('\n');
    setTyped(words);
    recognise(words);
  };
  // A pasted address from another page is shown in the field, too.
  const arrived = pasted.join('\n');
  const last = useRef(arrived);
  useEffect(() => {
    if (last.current !== arrived) {
      last.current = arrived;
      setTyped(arrived);
    }
  }, [arrived]);

  const remove = (gone: string[]) => {
    const rest = pasted.filter((address) => !gone.includes(address));
    setTyped(rest.join('\n'));
    void navigate(rest.length === 0 ? here : collectPath(rest, here), { replace: true });
  };

  const recognition = useRecognition(pasted);
  const [first] = recognition.recognised;
  const promised =
    first !== undefined && recognition.recognised.length === 1
      ? (candidateOf(first)?.promised ?? null)
      : null;

  return (
    <div className="page reading">
      <PageHead title={text('menu.collect.product')} hint={text('collect.hint')} />
      <Grid oneUnder={992} columns="minmax(0, 1fr) 316px" align="start" gap={28}>
        <Grid gap={16}>
          <PasteBar
            value={typed}
            onChange={setTyped}
            onGo={() => (typed === arrived && arrived !== '' ? recognition.again() : recognise(typed))}
            onFile={(file) => void addFile(file)}
            label={text('collect.paste')}
            placeholder={text('collect.paste.placeholder')}
            go={text(typed === arrived && arrived !== '' ? 'collect.recognise.again' : 'collect.recognise')}
            busy={recognition.busy}
            quiet={typed === arrived && arrived !== ''}
            autoFocus={pasted.length === 0}
            {...(pasted.length === 0
              ? { foot: <Supported /> }
              : { children: <RecognisedPart recognition={recognition} onRemove={remove} /> })}
          />
          {pasted.length > 0 ? <StartPart key={arrived} recognition={recognition} /> : <RunningHere />}
          {pasted.length === 0 && <RecentSources onChoose={recognise} />}
        </Grid>
        <Grid as="aside" gap={16}>
          <CertificateBox run={null} promised={promised} />
        </Grid>
      </Grid>
    </div>
  );
}

/** The logos of the platforms that can be read. */
function Supported() {
  const text = useText();
  const scope = usePlatformScope();
  const platforms = usePlatforms().filter(
    ({ id, collects }) => collects && (scope === null || id === scope.platform),
  );
  return (
    <>
      <span>{text('collect.supports')}</span>
      {platforms.map(({ id }) => (
        <PlatformMark key={id} platform={id} size={18} />
      ))}
      <span>{text('collect.supports.drop')}</span>
    </>
  );
}

/** Collecting runs in the background; a click opens one again. */
function RunningHere() {
  const text = useText();
  const navigate = useNavigate();
  const here = usePlatformPath('ProductCollect', '/collect/product');
  const runs = useCurrentRuns().filter((run) => run.kind === 'collect' && !hasEnded(run));
  if (runs.length === 0) {
    return null;
  }
  return (
    <Box as="section" mt={10}>
      <SectionHead title={text('collect.running')} live />
      <Stack gap={14}>
        {runs.map((run) => (
          <Box
            as="button"
            key={run.id}
            type="button"
            block
            w="100%"
            p={[4, 0]}
            radius="m"
            onClick={() => void navigate(`${here}?run=${run.id}`, { replace: true })}
          >
            <ProgressLine
              name={run.title}
              done={run.done}
              total={run.total}
              secondsLeft={run.secondsLeft}
              notes={run.failed > 0 ? [text('progress.skipped', { n: run.failed })] : []}
            />
          </Box>
        ))}
      </Stack>
    </Box>
  );
}

function CollectOfRun({ id }: { id: string }) {
  const text = useText();
  const page = usePage();
  const navigate = useNavigate();
  const here = usePlatformPath('ProductCollect', '/collect/product');
  const box = usePlatformPath('CollectedResults', '/collect/results');
  const { data: run, error, refetch } = useCollectRun(id);
  const ended = run !== undefined && hasEnded(run.run);
  usePageRun(ended ? null : id);
  usePageTitle(run === undefined ? null : text('collect.tab', { shop: run.shop }));

  return (
    <div className="page reading">
      <PageHead
        title={text('menu.collect.product')}
        {...(ended ? {} : { hint: text('collect.mayLeave') })}
        actions={
          run === undefined ? undefined : ended ? (
            <>
              <RunAgain runId={id} />
              <Button
                type={run.run.state === 'complete' ? 'primary' : 'default'}
                onClick={() => page.open(`${box}?run=${id}`)}
              >
                {text('collect.openBox')}
              </Button>
            </>
          ) : (
            <RunActions run={run} />
          )
        }
      />
      {error !== null && run === undefined && <SectionFault failure={error} onRetry={() => void refetch()} />}
      {run === undefined && error === null && <SkeletonRows rows={6} />}
      {run !== undefined && (
        <Grid oneUnder={992} columns="minmax(0, 1fr) 316px" align="start" gap={28}>
          <Grid gap={16}>
            <RunView run={run} onAnother={() => void navigate(here, { replace: true })} />
          </Grid>
          <Grid as="aside" gap={16}>
            <CertificateBox run={run} />
            {run.ways.length > 0 && (
              <WaysBox
                ways={run.ways}
                resting={run.run.state !== 'running'}
                byPlugin={run.run.byPlugin === true}
              />
            )}
          </Grid>
        </Grid>
      )}
    </div>
  );
}
