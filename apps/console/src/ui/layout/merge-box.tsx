import { Link } from 'react-router';
import { mergePath, useRecollected } from '../../lib/data/use-recollected.ts';
import { useText } from '../../lib/text/text.ts';
import { RecollectedFigures } from '../charts/recollected-figures.tsx';
import { SectionHead } from './section-head.tsx';

/** What a run changed in the claimed products it found, and a link to the open conflicts; nothing for any other run. */
export function MergeBox({ runId }: { runId: string }) {
  const text = useText();
  const { data } = useRecollected(runId);
  if (!data || Object.values(data.products).every((count) => count === 0)) {
    return null;
  }
  return (
    <section>
      <SectionHead
        bare
        title={text('recollect.box')}
        action={
          <Link to={mergePath(runId)}>
            {data.fieldsUndecided > 0
              ? text('recollect.box.open', { n: data.fieldsUndecided })
              : text('recollect.box.see')}
          </Link>
        }
      />
      <RecollectedFigures of={data} />
    </section>
  );
}
