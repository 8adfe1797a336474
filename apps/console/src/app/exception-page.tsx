import { Button } from 'antd';
import { useNavigate } from 'react-router';
import { useText } from '../lib/text.ts';
import { EmptyArch } from '../ui/feedback/empty.tsx';
import { CopyButton } from '../ui/text/copy-button.tsx';
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
    <div className="exception">
      <EmptyArch />
      <p className="exception-status">{status}</p>
      <h1 className="exception-title">{text(`exception.${status}`)}</h1>
      <p className="exception-what">
        {text(status === 500 && !numbered ? 'exception.500.later' : `exception.${status}.what`)}
      </p>
      {numbered && <CopyButton value={requestId} />}
      <div className="exception-actions">
        {onRetry !== undefined && <Button onClick={onRetry}>{text('act.retry')}</Button>}
        <Button type="primary" onClick={() => void navigate('/')}>
          {text('exception.back')}
        </Button>
      </div>
    </div>
  );
}
