import { Button } from 'antd';
import { useNavigate } from 'react-router';
import { useText } from '../lib/text/text.ts';
import { EmptyArch } from '../ui/feedback/empty.tsx';
import { Row, Stack } from '../ui/layout/box.tsx';
import { CopyButton } from '../ui/text/copy-button.tsx';
import { Text } from '../ui/text/text.tsx';
import '../ui/feedback/exception.css';

interface ExceptionPageProps {
  status: 403 | 404 | 500;
  /** Id of the request that failed. */
  requestId?: string | null;
  onRetry?(): void;
}

/** Shows a missing permission, a missing page or a server error: what happened and a link to the home page. */
export function ExceptionPage({ status, requestId, onRetry }: ExceptionPageProps) {
  const text = useText();
  const navigate = useNavigate();
  const numbered = requestId !== undefined && requestId !== null;
  return (
    <Stack className="exception" align="center" gap={8} textAlign="center">
      <EmptyArch />
      <Text as="p" className="exception-status" mt={8} font="figure" weight={650}>
        {status}
      </Text>
      <Text as="h1" font="head" weight={600}>
        {text(`exception.${status}`)}
      </Text>
      <Text as="p" maxW={440} tone="t2">
        {text(status === 500 && !numbered ? 'exception.500.later' : `exception.${status}.what`)}
      </Text>
      {numbered && <CopyButton value={requestId} />}
      <Row gap={10} mt={12}>
        {onRetry !== undefined && <Button onClick={onRetry}>{text('act.retry')}</Button>}
        <Button type="primary" onClick={() => void navigate('/')}>
          {text('exception.back')}
        </Button>
      </Row>
    </Stack>
  );
}
