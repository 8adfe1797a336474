import { Button } from 'antd';
import { useContext } from 'react';
import { useNavigate } from 'react-router';
import { CallFailure } from '../../lib/api/call-failure.ts';
import { PagePlaceContext } from '../../lib/page.ts';
import { useText } from '../../lib/text/text.ts';
import { Row, Stack } from '../layout/box.tsx';
import { Text } from '../text/text.tsx';
import { EmptyArch } from './empty.tsx';
import './exception.css';
import { SectionFault } from './fault-row.tsx';

interface NotHereProps {
  /** What happened, if there is a more specific text than the general one. */
  what?: string;
  /** Where the object can be seen instead. */
  instead?: { path: string; title: string };
}

/** Nothing exists at this address: deleted, of another account, or never valid; with a link back to its list. */
export function NotHere({ what, instead }: NotHereProps) {
  const text = useText();
  const navigate = useNavigate();
  const place = useContext(PagePlaceContext);
  const way = instead ?? place;
  return (
    <Stack className="exception" align="center" gap={8} textAlign="center">
      <EmptyArch />
      <Text as="h1" font="head" weight={600}>
        {text('exception.404')}
      </Text>
      <Text as="p" maxW={440} tone="t2">
        {what ?? text('exception.gone')}
      </Text>
      <Row gap={10} mt={12}>
        {way !== null && (
          <Button type="primary" onClick={() => void navigate(way.path)}>
            {way.title}
          </Button>
        )}
        <Button type={way === null ? 'primary' : 'default'} onClick={() => void navigate('/')}>
          {text('exception.back')}
        </Button>
      </Row>
    </Stack>
  );
}

/** Reports whether the server responded that nothing exists at the address. */
export function isNotFound(failure: unknown): boolean {
  return CallFailure.from(failure).code === 'not-found';
}

interface PageFaultProps extends NotHereProps {
  failure: unknown;
  onRetry(): void;
}

/** Replaces a detail page that could not be loaded: not found, or the failure with a retry. */
export function PageFault({ failure, onRetry, ...rest }: PageFaultProps) {
  return isNotFound(failure) ? (
    <NotHere {...rest} />
  ) : (
    <div className="page">
      <SectionFault failure={failure} onRetry={onRetry} />
    </div>
  );
}
