import type { NewProductsRule } from '@bowerbird/contract/files/new-products';
import { Button } from 'antd';
import type { ReactNode } from 'react';
import { runPath } from '../../../lib/data/use-runs.tsx';
import { usePage } from '../../../lib/page.ts';
import { useMay } from '../../../lib/person/session.ts';
import { useFaultText } from '../../../lib/text/fault-text.ts';
import { useText } from '../../../lib/text/text.ts';
import { Notice } from '../../../ui/feedback/fault-row.tsx';
import { StateGlyph } from '../../../ui/feedback/state-glyph.tsx';
import { Row, Stack } from '../../../ui/layout/box.tsx';
import { claimedOf, collectedOf } from '../paths.ts';
import { type Import, isClaiming } from '../queries.ts';

type Claim = NonNullable<Import['claim']>;

/** What became of the products of a supplier's file: those that its rule claimed, and those that wait for a person. */
export function ClaimedPart({ of }: { of: Import }) {
  const text = useText();
  const page = usePage();
  const may = useMay();
  const { waiting, claimed } = of.collected;
  const toSupplier = of.source !== null && (
    <Button size="small" onClick={() => page.open(collectedOf({ source: of.source?.id ?? '' }))}>
      {text('import.toSupplier')}
    </Button>
  );
  return (
    <Stack gap={8}>
      {of.claim !== null && <ByRule claim={of.claim} />}
      {waiting > 0 && !isClaiming(of) && (
        <NoticeWithActs
          state="unclaimed"
          tone={of.claim === null ? 'green' : 'amber'}
          acts={
            <>
              {toSupplier}
              {may('collect', 'edit') && (
                <Button
                  size="small"
                  type="primary"
                  onClick={() => page.open(collectedOf({ run: of.id, state: 'unclaimed' }))}
                >
                  {text('import.claim')}
                </Button>
              )}
            </>
          }
        >
          {text('import.waiting', { n: waiting })}
        </NoticeWithActs>
      )}
      {of.claim === null && waiting === 0 && claimed > 0 && (
        <NoticeWithActs state="complete" tone="green" acts={toSupplier}>
          {text('import.waiting.none')}
        </NoticeWithActs>
      )}
    </Stack>
  );
}

/** What the supplier's rule claimed, as its run says, and why not more. */
function ByRule({ claim: { rule, run, claimed } }: { claim: Claim }) {
  const text = useText();
  const page = usePage();
  const may = useMay();
  const sentence = useFaultText();
  const claimedText = useClaimedText();
  const goesOn = isClaiming({ claim: { rule, run, claimed } });
  return (
    <NoticeWithActs
      state={run.state}
      tone={run.fault === null && run.state !== 'cancelled' ? 'green' : 'amber'}
      acts={
        <>
          {may('runs', 'query') && (
            <Button size="small" onClick={() => page.open(runPath(run.id))}>
              {text('import.claimed.run')}
            </Button>
          )}
          {claimed > 0 && (
            <Button size="small" onClick={() => page.open(claimedOf(run.id))}>
              {text('import.claimed.products')}
            </Button>
          )}
        </>
      }
    >
      {goesOn
        ? text('import.claimed.running', { done: run.done, total: run.total ?? 0 })
        : claimedText(rule, claimed)}{' '}
      {run.fault !== null && sentence(run.fault)}
    </NoticeWithActs>
  );
}

function useClaimedText() {
  const text = useText();
  return ({ name, edits }: NewProductsRule, n: number): string =>
    name !== null
      ? text('import.claimed.rule', { name, n })
      : text(edits.length === 0 ? 'import.claimed.asIs' : 'import.claimed.unnamed', { n });
}

interface NoticeWithActsProps {
  state: Parameters<typeof StateGlyph>[0]['state'];
  tone: 'green' | 'amber';
  acts: ReactNode;
  children: ReactNode;
}

function NoticeWithActs({ state, tone, acts, children }: NoticeWithActsProps) {
  return (
    <div role="status">
      <Notice tone={tone} before={<StateGlyph state={state} />}>
        <Row as="span" wrap align="center" justify="between" gap={[8, 16]}>
          <span>{children}</span>
          <Row as="span" inline wrap gap={8}>
            {acts}
          </Row>
        </Row>
      </Notice>
    </div>
  );
}
