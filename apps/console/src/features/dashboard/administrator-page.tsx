import { greetingOf } from '../../lib/greeting.ts';
import { useText } from '../../lib/text.ts';
import { EmptyArch } from '../../ui/empty.tsx';

/** What an administrator does here, and where goods belong. */
export function AdministratorPage({ name }: { name: string }) {
  const text = useText();
  return (
    <div className="page reading">
      <h1 className="page-title">
        {text('dashboard.greeting', { greeting: text(greetingOf(new Date().getHours())), name })}
      </h1>
      <div className="empty">
        <EmptyArch />
        <p className="empty-sentence">{text('dashboard.administrator.what')}</p>
        <p className="empty-sentence">{text('dashboard.administrator.goods')}</p>
      </div>
    </div>
  );
}
