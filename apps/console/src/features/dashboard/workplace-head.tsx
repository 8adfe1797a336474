import { useText } from '../../lib/text/text.ts';
import { Text } from '../../ui/text/text.tsx';
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
    <Text as="h1" className="workplace-greeting" weight={650} anywhere>
      {greeting}
    </Text>
  ) : (
    <>
      <Text as="p" className="workplace-greeting small" weight={650} anywhere>
        {greeting}
      </Text>
      <Text as="h1" className="workplace-greeting" weight={650} anywhere>
        {text('dashboard.today.needs', { n: problems })}
      </Text>
    </>
  );
}
