import { useEffect, useState } from 'react';
import { useText } from '../lib/text.ts';

/** After how long a wait is explained, in milliseconds. */
const slowMs = 8000;

/** Says that something is slow once it has been for eight seconds. */
export function SlowNote() {
  const text = useText();
  const [slow, setSlow] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setSlow(true), slowMs);
    return () => clearTimeout(timer);
  }, []);
  return <p role="status">{slow && text('chunk.slow')}</p>;
}
