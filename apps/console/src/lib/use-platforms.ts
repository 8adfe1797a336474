import type { PlatformInfo } from '@bowerbird/contract/platforms';
import { listPlatforms } from '@bowerbird/contract/platforms';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { call } from './call.ts';

const none: PlatformInfo[] = [];

/** Every platform the server knows, in its order; empty until it has answered. */
export function usePlatforms(): PlatformInfo[] {
  const { data } = useQuery({
    queryKey: ['platforms'],
    queryFn: ({ signal }) => call(listPlatforms, {}, { signal }),
    staleTime: Number.POSITIVE_INFINITY,
  });
  return data ?? none;
}

export function usePlatform(id: string | null): PlatformInfo | null {
  const platforms = usePlatforms();
  return useMemo(() => platforms.find((platform) => platform.id === id) ?? null, [platforms, id]);
}
