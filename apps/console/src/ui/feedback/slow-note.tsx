import { useEffect, useState } from 'react';
import { useText } from '../../lib/text/text.ts';

/** How long a wait lasts before it is explained, in milliseconds. */
const slowMs = 8000;

/** Says that something is slow after eight seconds. */
export function SlowNote() {
  const text = useText();
  const [slow, setSlow] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setSlow(true), slowMs);
    return () => clearTimeout(timer);
  }, []);
  return <p role="status">{slow && text('chunk.slow')}</p>;
}
