import type { Run, RunKind } from '@bowerbird/contract/runs';
import { Select } from 'antd';
import { useState } from 'react';
import { Link } from 'react-router';
import { runPath } from '../../lib/data/use-runs.tsx';
import { useMay } from '../../lib/person/session.ts';
import { useFormat } from '../../lib/text/format.ts';
import { runName } from '../../lib/text/sentences/run-name.ts';
import { useText } from '../../lib/text/text.ts';
import { SectionFault } from '../../ui/feedback/fault-row.tsx';
import { SkeletonRows } from '../../ui/feedback/skeleton.tsx';
import { StateGlyph } from '../../ui/feedback/state-glyph.tsx';
import { Chip } from '../../ui/form/chip.tsx';
import { Row, Stack } from '../../ui/layout/box.tsx';
import { MoreButton, NothingFound } from './more-button.tsx';
import type { RunsRequest } from './queries.ts';
import { useFoundRuns, useRunPeople } from './queries.ts';

const kinds = ['collect', 'claim', 'export', 'listing'] as const satisfies RunKind[];
const states = [
  'open',
  'complete',
  'partial',
  'failed',
  'cancelled',
] as const satisfies RunsRequest['state'][];

/** Runs whose name contains the search text, by kind, state and who started them. */
export function FoundRuns({ words }: { words: string }) {
  const text = useText();
  const may = useMay();
  const [kind, setKind] = useState<RunKind | null>(null);
  const [state, setState] = useState<RunsRequest['state']>(null);
  const [by, setBy] = useState<string[]>([]);
  const allowed = may('runs', 'query');
  const runs = useFoundRuns({ text: words, kind, state, by }, allowed);
  const people = useRunPeople(allowed).data ?? [];
  const me = people.find((person) => person.me);
  const items = runs.data?.pages.flatMap((page) => page.items) ?? [];
  return (
    <>
      <Row className="search-filters" wrap align="center" gap={[8, 12]} pb={6}>
        <Row
          as="fieldset"
          className="search-chips"
          wrap
          gap={8}
          shrink
          m={0}
          p={[0, 0, 6]}
          border="none"
          aria-label={text('search.runs.kind')}
        >
          <Chip set={kind === null} onClick={() => setKind(null)}>
            {text('search.all')}
          </Chip>
          {kinds.map((each) => (
            <Chip key={each} set={kind === each} onClick={() => setKind(each)}>
              {text(`run.kind.${each}`)}
            </Chip>
          ))}
        </Row>
        <Select
          className="search-people"
          mode="multiple"
          optionFilterProp="label"
          aria-label={text('search.runs.by')}
          placeholder={text('search.runs.by')}
          value={by}
          onChange={(chosen: string[]) => setBy(chosen)}
          options={people.map(({ id, name }) => ({ value: id, label: name }))}
        />
        {me !== undefined && (
          <button type="button" className="link-button" onClick={() => setBy([me.id])}>
            {text('search.runs.mine')}
          </button>
        )}
        <Select
          className="search-state"
          allowClear
          aria-label={text('search.runs.state')}
          placeholder={text('search.runs.state')}
          value={state}
          onChange={(chosen: RunsRequest['state'] | undefined) => setState(chosen ?? null)}
          options={states.map((each) => ({
            value: each,
            label: text(each === 'open' ? 'search.runs.open' : `state.${each}`),
          }))}
        />
      </Row>
      {runs.isError && items.length === 0 && (
        <SectionFault failure={runs.error} onRetry={() => void runs.refetch()} />
      )}
      {runs.isPending && <SkeletonRows rows={4} />}
      {runs.data !== undefined && items.length === 0 && <NothingFound words={words} />}
      <ul className="search-runs">
        {items.map((run) => (
          <FoundRun key={run.id} run={run} />
        ))}
      </ul>
      <MoreButton {...runs} />
    </>
  );
}

function FoundRun({ run }: { run: Run }) {
  const text = useText();
  const format = useFormat();
  return (
    <li>
      <StateGlyph state={run.state} />
      <Stack as="span" grow shrink>
        <Link className="cut" to={runPath(run.id)}>
          {runName(text, run)}
        </Link>
        <span className="caption">
          {[text(`state.${run.state}`), run.createdBy ?? '', format.relative(run.createdAt)]
            .filter(Boolean)
            .join(' · ')}
        </span>
      </Stack>
      <span className="num">
        {format.number(run.done)}
        {run.total !== null && run.total !== run.done && (
          <span className="quiet"> / {format.number(run.total)}</span>
        )}
      </span>
    </li>
  );
}
