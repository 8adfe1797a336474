import type { Standing } from '@bowerbird/contract/billing/billing';
import { Button } from 'antd';
import { useEffect, useState } from 'react';
import { type Refused, readRefused } from '../../lib/api/refused.ts';
import { usePage } from '../../lib/page.ts';
import { useMay, useSession } from '../../lib/person/session.ts';
import { useFormat } from '../../lib/text/format.ts';
import { useText } from '../../lib/text/text.ts';
import { FaultRow, SectionFault } from '../../ui/feedback/fault-row.tsx';
import { SkeletonLines } from '../../ui/feedback/skeleton.tsx';
import { useReportFailure } from '../../ui/feedback/use-report-failure.ts';
import { Box } from '../../ui/layout/box.tsx';
import { Text } from '../../ui/text/text.tsx';
import { useRequestUnfreeze, useStanding } from './queries.ts';
import { ResultView } from './result-view.tsx';

/**
 * Shown when a submission was refused because of the merchant's account state. The reasons are loaded from the server,
 * however the page was reached; going back keeps everything entered.
 */
export default function FailPage() {
  const text = useText();
  const page = usePage();
  const may = useMay();
  const { user } = useSession();
  const [refused, setRefused] = useState(readRefused);
  // Runs each time the page is shown: something else may have been refused since.
  useEffect(() => setRefused(readRefused()), []);
  const requests = user.ownerId !== null && may('account', 'query');
  const standing = useStanding(requests);
  const held = standing.data;
  const usedUp = held?.use.filter((use) => stops(use, refused)) ?? [];
  const reasons = held !== undefined && (held.frozen !== null || usedUp.length > 0);
  const back = () => page.open(refused?.from ?? '/dashboard/workplace');

  return (
    <ResultView
      state="failed"
      title={text('result.fail.error.title')}
      what={text('result.fail.error.description')}
      actions={
        <Button type="primary" onClick={back}>
          {text('result.fail.error.btn-text')}
        </Button>
      }
    >
      {standing.isError ? (
        <SectionFault failure={standing.error} onRetry={() => void standing.refetch()} />
      ) : requests && held === undefined ? (
        <SkeletonLines lines={2} />
      ) : held !== undefined && reasons ? (
        <Box
          as="section"
          w="min(560px, 100%)"
          mt={12}
          textAlign="start"
          aria-label={text('result.fail.error.hint-title')}
        >
          <Box as="h2" pb={8} font="body" weight={600}>
            {text('result.fail.error.hint-title')}
          </Box>
          {held.frozen !== null && <FrozenRow frozen={held.frozen} />}
          {usedUp.length > 0 && <NotEligibleRow usedUp={usedUp} />}
        </Box>
      ) : (
        <Text as="p" mt={12}>
          {text(requests ? 'result.fail.nothing' : 'result.fail.requestYours')}
        </Text>
      )}
    </ResultView>
  );
}

/**
 * Reports whether a quota is the cause: the one that was exceeded, unless it was raised since; without a refusal, every
 * one that is used up.
 */
function stops({ what, used, limit }: Standing['use'][number], refused: Refused | null): boolean {
  if (limit === null) {
    return false;
  }
  return refused === null
    ? used >= limit
    : what === refused.what && (used >= limit || limit <= (refused.limit ?? limit));
}

function FrozenRow({ frozen }: { frozen: NonNullable<Standing['frozen']> }) {
  const text = useText();
  const format = useFormat();
  const reportFailure = useReportFailure();
  const requestConfirmation = useRequestUnfreeze();
  return (
    <FaultRow
      state="paused"
      what={text('result.fail.error.hint-text1')}
      why={
        <>
          {frozen.reason !== null && <div>{frozen.reason}</div>}
          {frozen.requestedAt !== null && (
            <div>{text('result.fail.asked', { at: format.full(frozen.requestedAt) })}</div>
          )}
        </>
      }
      act={
        frozen.requestedAt === null && (
          <Button
            loading={requestConfirmation.isPending}
            onClick={() => requestConfirmation.mutate(undefined, { onError: reportFailure })}
          >
            {text('result.fail.error.hint-btn1')}
          </Button>
        )
      }
    />
  );
}

function NotEligibleRow({ usedUp }: { usedUp: Standing['use'] }) {
  const text = useText();
  const page = usePage();
  const format = useFormat();
  return (
    <FaultRow
      state="conflict"
      what={text('result.fail.error.hint-text2')}
      why={usedUp.map(({ what, used, limit }) => (
        <div key={what}>
          {text('result.fail.usedUp', {
            what: text(`billing.quota.${what}`),
            used: format.number(used),
            limit: format.number(limit ?? 0),
          })}
        </div>
      ))}
      act={
        <Button onClick={() => page.open('/dashboard/prices')}>{text('result.fail.error.hint-btn2')}</Button>
      }
    />
  );
}
