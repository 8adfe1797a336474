import { createContext, useContext } from 'react';
import type { Navigation } from './navigation.ts';

export const NavigationContext = createContext<Navigation>({ routes: [], menu: [] });

export function useNavigation(): Navigation {
  return useContext(NavigationContext);
}
