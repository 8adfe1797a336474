import { useText } from '../../lib/text.ts';
import './workplace.css';

interface WorkplaceHeadProps {
  greeting: string;
  /** Number of problems that need attention. */
  problems: number;
}

/**
 * Shows the greeting as the headline; if something needs attention, that is the headline, with a small greeting above.
 */
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
