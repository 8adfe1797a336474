import { Button } from 'antd';
import type { ReactNode } from 'react';
import { lazy, Suspense, useState } from 'react';
import { useRun } from '../../../lib/data/use-runs.tsx';
import { usePage } from '../../../lib/page.ts';
import { useFormat } from '../../../lib/text/format.ts';
import { useText } from '../../../lib/text/text.ts';
import { Bar } from '../../../ui/charts/bar.tsx';
import { Icon } from '../../../ui/images/icon.tsx';
import { Box, Grid, Row, Stack } from '../../../ui/layout/box.tsx';
import { Text } from '../../../ui/text/text.tsx';
import { Announcements } from '../announcements.tsx';
import { AddressBar } from '../bench/address-bar.tsx';
import { FirstRunEnd } from '../first-run-end/first-run-end.tsx';
import { ProductWall } from '../product-wall.tsx';
import type { FirstRun } from '../queries.ts';
import { useCollectPractice, useHideFirstRun, useListPractice } from '../queries.ts';
import type { StepState } from './first-run-steps.ts';
import { stepStates } from './first-run-steps.ts';
import './first-run.css';

const PricesDialog = lazy(async () => ({ default: (await import('../prices-dialog.tsx')).PricesDialog }));

interface FirstRunPageProps {
  firstRun: FirstRun;
  greeting: string;
}

/** The guided first run: collect, claim and price, list; on the practice shop and store, each with one click. */
export function FirstRunPage({ firstRun, greeting }: FirstRunPageProps) {
  const text = useText();
  const page = usePage();
  const hide = useHideFirstRun();
  const all = stepStates(firstRun);
  return (
    <Grid className="page first-run" oneUnder={992} columns="minmax(0, 1fr) 360px" align="start" maxW={1180}>
      <div className="first-run-main">
        <Announcements />
        <p className="quiet">{greeting}</p>
        <Text as="h1" className="first-run-title" m={[2, 0, 4]} weight={650}>
          {text('dashboard.first.title')}
        </Text>
        <p className="quiet">{text('dashboard.first.about')}</p>
        <Box m={[20, 0, 14]}>
          <AddressBar quiet />
        </Box>
        <ol>
          <CollectStep firstRun={firstRun} state={all.collect} />
          <ClaimStep firstRun={firstRun} state={all.claim} />
          <ListStep firstRun={firstRun} state={all.list} />
        </ol>
        {all.list === 'done' && <FirstRunEnd firstRun={firstRun} />}
        <Row className="first-run-hide" wrap align="center" justify="end" gap={[8, 16]} mt={16} tone="t2">
          {all.list === 'done' && <span>{text('dashboard.first.done')}</span>}
          <Button
            type={all.list === 'done' ? 'primary' : 'link'}
            loading={hide.isPending}
            onClick={() => hide.mutate(undefined)}
          >
            {text(all.list === 'done' ? 'dashboard.first.finish' : 'dashboard.first.hide')}
          </Button>
        </Row>
      </div>
      <aside className="first-run-side">
        <ProductWall />
        <h2 className="section-title">{text('dashboard.first.own')}</h2>
        <ul>
          <NextThing
            icon="store"
            name="dashboard.first.store"
            about="dashboard.first.store.about"
            onOpen={() => page.open('/list/card')}
          />
          <NextThing
            icon="collect"
            name="dashboard.first.collect"
            about="dashboard.first.collect.about"
            onOpen={() => page.open('/collect/product')}
          />
        </ul>
      </aside>
    </Grid>
  );
}

interface NextThingProps {
  icon: 'store' | 'collect';
  name: 'dashboard.first.store' | 'dashboard.first.collect';
  about: 'dashboard.first.store.about' | 'dashboard.first.collect.about';
  onOpen(): void;
}

function NextThing({ icon, name, about, onOpen }: NextThingProps) {
  const text = useText();
  return (
    <li>
      <Row
        as="button"
        type="button"
        className="next-thing"
        align="center"
        gap={14}
        w="100%"
        minH={64}
        borderTop
        tone="t1"
        hover="ground"
        onClick={onOpen}
      >
        <Icon name={icon} size={17} />
        <Stack as="span" grow shrink>
          <span>{text(name)}</span>
          <Text font="small" tone="t2">
            {text(about)}
          </Text>
        </Stack>
        <Icon name="right" size={14} />
      </Row>
    </li>
  );
}

interface StepProps {
  number: number;
  state: StepState;
  title: string;
  about: ReactNode;
  act?: ReactNode;
  children?: ReactNode;
}

function Step({ number, state, title, about, act, children }: StepProps) {
  const text = useText();
  const format = useFormat();
  return (
    <Row
      as="li"
      className={`first-step ${state}`}
      align="center"
      gap={18}
      minH={77}
      p={[12, 0]}
      borderBottom
      aria-current={state === 'open' || state === 'running' ? 'step' : undefined}
    >
      <Row
        as="span"
        className="step-number"
        inline
        rigid
        align="center"
        justify="center"
        w={30}
        h={30}
        border="line2"
        radius="round"
        weight={600}
        tone="t3"
      >
        {state === 'done' ? <Icon name="check" size={15} /> : format.number(number)}
        {state === 'done' && <span className="only-read">{text('state.complete')}</span>}
      </Row>
      <Stack className="step-text" grow shrink gap={2}>
        <Box className="step-title" font="head" weight={600}>
          {title}
        </Box>
        <Box font="small" tone="t2" role={state === 'failed' ? 'alert' : 'status'}>
          {about}
        </Box>
        {children}
      </Stack>
      {act !== undefined && (
        <Box className="step-action" rigid>
          {act}
        </Box>
      )}
    </Row>
  );
}

function CollectStep({ firstRun, state }: { firstRun: FirstRun; state: StepState }) {
  const text = useText();
  const page = usePage();
  const format = useFormat();
  const start = useCollectPractice();
  const { collect } = firstRun;
  const promised = collect?.promised ?? null;
  const got = collect?.got ?? 0;
  const about = {
    open: text('dashboard.step.collect.about'),
    later: text('dashboard.step.collect.about'),
    failed: text('dashboard.step.collect.failed'),
    running:
      promised === null
        ? text('dashboard.step.collect.running', { got })
        : text('dashboard.step.collect.runningOf', { got, promised }),
    done:
      collect === null
        ? text('dashboard.step.collect.before')
        : promised === null
          ? text('dashboard.step.collect.done', { got, time: format.duration(Math.max(1, collect.seconds)) })
          : text('dashboard.step.collect.doneOf', {
              got,
              promised,
              time: format.duration(Math.max(1, collect.seconds)),
            }),
  }[state];
  return (
    <Step
      number={1}
      state={state}
      title={text('dashboard.step.collect')}
      about={about}
      act={
        state === 'done' ? (
          <Button
            type="link"
            onClick={() =>
              page.open(collect === null ? '/collect/results' : `/collect/product?run=${collect.runId}`)
            }
          >
            {text('dashboard.step.collect.see')}
          </Button>
        ) : (
          <Button
            type="primary"
            loading={start.isPending || state === 'running'}
            onClick={() => start.mutate(firstRun)}
          >
            {text(state === 'failed' ? 'act.retry' : 'dashboard.step.collect.go')}
          </Button>
        )
      }
    >
      {state === 'running' && (
        <Bar part={promised ? got / promised : null} label={text('dashboard.step.collect')} />
      )}
    </Step>
  );
}

function ClaimStep({ firstRun, state }: { firstRun: FirstRun; state: StepState }) {
  const text = useText();
  const page = usePage();
  const [open, setOpen] = useState(false);
  const { claim, collect } = firstRun;
  return (
    <Step
      number={2}
      state={state}
      title={text('dashboard.step.claim')}
      about={
        state === 'done'
          ? text('dashboard.step.claim.done', { n: claim?.products ?? 0 })
          : state === 'later' || collect === null
            ? text('dashboard.step.claim.about')
            : text('dashboard.step.claim.aboutOf', { n: collect.got })
      }
      act={
        state === 'done' ? (
          <Button type="link" onClick={() => page.open('/products/list')}>
            {text('dashboard.step.claim.see')}
          </Button>
        ) : (
          <>
            <Button
              type={state === 'open' ? 'primary' : 'default'}
              disabled={state !== 'open'}
              onClick={() => setOpen(true)}
            >
              {text('dashboard.step.claim.go')}
            </Button>
            {open && (
              <Suspense fallback={null}>
                <PricesDialog firstRun={firstRun} open onClose={() => setOpen(false)} />
              </Suspense>
            )}
          </>
        )
      }
    />
  );
}

function ListStep({ firstRun, state }: { firstRun: FirstRun; state: StepState }) {
  const text = useText();
  const page = usePage();
  const start = useListPractice();
  const { listing } = firstRun;
  const { data: run } = useRun(listing !== null && state === 'running' ? listing.runId : null);
  const listed = Math.max(listing?.listed ?? 0, state === 'running' ? (run?.done ?? 0) : 0);
  const total = listing?.total ?? 0;
  const about = {
    open: text('dashboard.step.list.about'),
    later: text('dashboard.step.list.about'),
    running: text('dashboard.step.list.running', { listed, total }),
    done: text('dashboard.step.list.done', { listed, total }),
    failed: text('dashboard.step.list.failed'),
  }[state];
  return (
    <Step
      number={3}
      state={state}
      title={text('dashboard.step.list')}
      about={about}
      act={
        state === 'done' || state === 'failed' ? (
          <Button type="link" onClick={() => page.open(`/profile/basic/${listing?.runId}`)}>
            {text('dashboard.step.list.see')}
          </Button>
        ) : (
          <Button
            type={state === 'later' ? 'default' : 'primary'}
            disabled={state === 'later' || firstRun.storeId === null}
            loading={start.isPending || state === 'running'}
            onClick={() => start.mutate(firstRun)}
          >
            {text('dashboard.step.list.go')}
          </Button>
        )
      }
    >
      {state === 'running' && (
        <Bar part={total === 0 ? null : listed / total} label={text('dashboard.step.list')} />
      )}
    </Step>
  );
}
