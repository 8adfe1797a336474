import { useEffect, useState } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { sameTab } from '../../lib/page.ts';

/**
 * Returns the query with which a shop sent the person back to this page, removed from the address at once, until it is
 * forgotten.
 */
export function useReturned(): [returned: string | null, forget: () => void] {
  const { pathname } = useLocation();
  const navigate = useNavigate();
  const [returned, setReturned] = useState<string | null>(null);
  useEffect(() => {
    // A page's own path ends at the #; a visitor from another site loads the console from scratch.
    const given = window.location.hash.slice(1);
    const reported = new URLSearchParams(given);
    if (reported.has('state') && (reported.has('code') || reported.has('error'))) {
      setReturned(given);
      void navigate(pathname, sameTab);
    }
  }, [pathname, navigate]);
  return [returned, () => setReturned(null)];
}
