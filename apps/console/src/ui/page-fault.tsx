import { Button } from 'antd';
import { useContext } from 'react';
import { useNavigate } from 'react-router';
import { CallFailure } from '../lib/call-failure.ts';
import { PagePlaceContext } from '../lib/page.ts';
import { useText } from '../lib/text.ts';
import { EmptyArch } from './empty.tsx';
import './exception.css';
import { SectionFault } from './fault-row.tsx';

interface NotHereProps {
  /** What happened, where it can be said better than in general. */
  what?: string;
  /** Where the thing can be seen after all. */
  instead?: { path: string; title: string };
}

/** Nothing is at this address: deleted, another account's, or never an address; with the way back to its list. */
export function NotHere({ what, instead }: NotHereProps) {
  const text = useText();
  const navigate = useNavigate();
  const place = useContext(PagePlaceContext);
  const way = instead ?? place;
  return (
    <div className="exception">
      <EmptyArch />
      <h1 className="exception-title">{text('exception.404')}</h1>
      <p className="exception-what">{what ?? text('exception.gone')}</p>
      <div className="exception-acts">
        {way !== null && (
          <Button type="primary" onClick={() => void navigate(way.path)}>
            {way.title}
          </Button>
        )}
        <Button type={way === null ? 'primary' : 'default'} onClick={() => void navigate('/')}>
          {text('exception.back')}
        </Button>
      </div>
    </div>
  );
}

/** Whether the server said that there is nothing at the address. */
export function isNotFound(failure: unknown): boolean {
  return CallFailure.from(failure).code === 'not-found';
}

interface PageFaultProps extends NotHereProps {
  failure: unknown;
  onRetry(): void;
}

/** In place of a page whose one thing could not be read: not found, or the failure with another try. */
export function PageFault({ failure, onRetry, ...rest }: PageFaultProps) {
  return isNotFound(failure) ? (
    <NotHere {...rest} />
  ) : (
    <div className="page">
      <SectionFault failure={failure} onRetry={onRetry} />
    </div>
  );
}
