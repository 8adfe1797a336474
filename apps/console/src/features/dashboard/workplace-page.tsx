import { lazy, Suspense, useState } from 'react';
import { useMay, useSession } from '../../lib/person/session.ts';
import { greetingOf } from '../../lib/text/sentences/greeting.ts';
import { useText } from '../../lib/text/text.ts';
import { SectionFault } from '../../ui/feedback/fault-row.tsx';
import { SkeletonPage } from '../../ui/feedback/skeleton.tsx';
import { FirstRunPage } from './first-run/first-run.tsx';
import { useWorkplace } from './queries.ts';
import { WorkplaceView } from './workplace-view.tsx';

const AdministratorPage = lazy(async () => ({
  default: (await import('./administrator-page.tsx')).AdministratorPage,
}));

const tips = [
  'dashboard.tip.rest',
  'dashboard.tip.food',
  'dashboard.tip.game',
  'dashboard.tip.tired',
] as const;

/** Start page: what needs attention, what runs, what arrived; for a first visit, the guided first run. */
export default function WorkplacePage() {
  const { user } = useSession();
  const text = useText();
  const [tip] = useState(() => tips[Math.floor(Math.random() * tips.length)] ?? tips[0]);
  const [hour] = useState(() => new Date().getHours());
  const greeting = text(greetingOf(hour));
  const whole = text('dashboard.greetingTip', { greeting, name: user.name, tip: text(tip) });
  return user.ownerId === null ? (
    <Suspense fallback={<SkeletonPage shape="dashboard" />}>
      <AdministratorPage greeting={whole} />
    </Suspense>
  ) : (
    <MerchantPage
      greeting={whole}
      firstGreeting={text('dashboard.greeting', { greeting, name: user.name })}
    />
  );
}

interface MerchantPageProps {
  greeting: string;
  /** Without a tip to take a break: a beginner needs none yet. */
  firstGreeting: string;
}

function MerchantPage({ greeting, firstGreeting }: MerchantPageProps) {
  const { data, error, refetch } = useWorkplace();
  const may = useMay();
  // The guided first run is only for people with the permissions it needs.
  const mayWalk = may('collect', 'add') && may('products', 'add') && may('listing', 'add');
  if (data === undefined) {
    return error === null ? (
      <SkeletonPage shape="dashboard" />
    ) : (
      <div className="page reading">
        <SectionFault failure={error} onRetry={() => void refetch()} />
      </div>
    );
  }
  return data.firstRun === null || !mayWalk ? (
    <WorkplaceView workplace={data} greeting={greeting} />
  ) : (
    <FirstRunPage firstRun={data.firstRun} greeting={firstGreeting} />
  );
}
