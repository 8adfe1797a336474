import { useEffect, useState } from 'react';
import { useNavigate, useSearchParams } from 'react-router';
import { sameTab } from '../../lib/page.ts';
import { useText } from '../../lib/text/text.ts';
import { PageHead } from '../../ui/layout/page-head.tsx';
import { SetUpExisting, SetUpNew } from './setup/set-up-page.tsx';
import { StartPart } from './start/start-part.tsx';
import './import.css';

/** Files in: dropping one, setting up how it is read, and what was imported before. */
export default function ImportPage() {
  const text = useText();
  const navigate = useNavigate();
  const [query] = useSearchParams();
  const fileId = query.get('file');
  const importId = query.get('import');
  // A page that is set up again begins without what was entered for another file.
  const [shown, setShown] = useState(fileId);
  useEffect(() => setShown(fileId), [fileId]);
  if (fileId !== null && shown === fileId) {
    return importId === null ? (
      <SetUpNew key={fileId} fileId={fileId} />
    ) : (
      <SetUpExisting key={importId} importId={importId} />
    );
  }
  return (
    <div className="page">
      <PageHead title={text('menu.products.import')} hint={text('import.hint')} />
      <StartPart onSetUp={(id) => void navigate(`/products/import?file=${id}`, sameTab)} />
    </div>
  );
}
