import { useText } from '../../lib/text.ts';
import './workplace.css';

interface WorkplaceHeadProps {
  greeting: string;
  /** How many matters need attention. */
  problems: number;
}

/** Heads the day with the greeting; where something needs attention that is the headline, and the greeting stands small above. */
export function WorkplaceHead({ greeting, problems }: WorkplaceHeadProps) {
  const text = useText();
  return problems === 0 ? (
    <h1 className="workplace-greeting">{greeting}</h1>
  ) : (
    <>
      <p className="workplace-greeting small">{greeting}</p>
      <h1 className="workplace-greeting">{text('dashboard.today.needs', { n: problems })}</h1>
    </>
  );
}
