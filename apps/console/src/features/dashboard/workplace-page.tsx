import { useState } from 'react';
import { greetingOf } from '../../lib/greeting.ts';
import { useMay, useSession } from '../../lib/session.ts';
import { useText } from '../../lib/text.ts';
import { SectionFault } from '../../ui/fault-row.tsx';
import { SkeletonPage } from '../../ui/skeleton.tsx';
import { AdministratorPage } from './administrator-page.tsx';
import { FirstRunPage } from './first-run.tsx';
import { useWorkplace } from './queries.ts';
import { WorkplaceView } from './workplace-view.tsx';

const tips = [
  'dashboard.tip.rest',
  'dashboard.tip.food',
  'dashboard.tip.game',
  'dashboard.tip.tired',
] as const;

/** Where the day begins: what needs the person, what runs, what came in; the first time, the guided first way. */
export default function WorkplacePage() {
  const { user } = useSession();
  const text = useText();
  const [tip] = useState(() => tips[Math.floor(Math.random() * tips.length)] ?? tips[0]);
  const [hour] = useState(() => new Date().getHours());
  const greeting = text(greetingOf(hour));
  const whole = text('dashboard.greetingTip', { greeting, name: user.name, tip: text(tip) });
  return user.ownerId === null ? (
    <AdministratorPage greeting={whole} />
  ) : (
    <MerchantPage
      greeting={whole}
      firstGreeting={text('dashboard.greeting', { greeting, name: user.name })}
    />
  );
}

interface MerchantPageProps {
  greeting: string;
  /** Without a rest tip: who begins needs no rest yet. */
  firstGreeting: string;
}

function MerchantPage({ greeting, firstGreeting }: MerchantPageProps) {
  const { data, error, refetch } = useWorkplace();
  const may = useMay();
  // The guided way is only for who may walk it.
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
