import { useState } from 'react';
import { greetingOf } from '../../lib/greeting.ts';
import { useSession } from '../../lib/session.ts';
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
  return user.ownerId === null ? <AdministratorPage name={user.name} /> : <MerchantPage name={user.name} />;
}

function MerchantPage({ name }: { name: string }) {
  const text = useText();
  const [tip] = useState(() => tips[Math.floor(Math.random() * tips.length)] ?? tips[0]);
  const [hour] = useState(() => new Date().getHours());
  const { data, error, refetch } = useWorkplace();
  if (data === undefined) {
    return error === null ? (
      <SkeletonPage />
    ) : (
      <div className="page reading">
        <SectionFault failure={error} onRetry={() => void refetch()} />
      </div>
    );
  }
  const greeting = text(greetingOf(hour));
  return data.firstRun === null ? (
    <WorkplaceView
      workplace={data}
      greeting={text('dashboard.greetingTip', { greeting, name, tip: text(tip) })}
    />
  ) : (
    <FirstRunPage firstRun={data.firstRun} greeting={text('dashboard.greeting', { greeting, name })} />
  );
}
