import { z } from 'zod/mini';

/** The id of a platform, as `PlatformInfo.id` gives it. */
export const PlatformId = z.string().check(z.maxLength(40));
