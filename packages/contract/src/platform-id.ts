import { z } from 'zod/mini';

/** The id of a platform, as in `PlatformInfo.id`. */
export const PlatformId = z.string().check(z.maxLength(40));
