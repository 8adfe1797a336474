import { useEffect, useState } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { sameTab } from '../../lib/page.ts';

/** What a shop sent a person back to this page with, taken out of the address at once, until it is forgotten. */
export function useReturned(): [returned: string | null, forget: () => void] {
  const { pathname } = useLocation();
  const navigate = useNavigate();
  const [returned, setReturned] = useState<string | null>(null);
  useEffect(() => {
    // A page's own location ends at the #; who comes from another site loads the console anew.
    const given = window.location.hash.slice(1);
    const told = new URLSearchParams(given);
    if (told.has('state') && (told.has('code') || told.has('error'))) {
      setReturned(given);
      void navigate(pathname, sameTab);
    }
  }, [pathname, navigate]);
  return [returned, () => setReturned(null)];
}
