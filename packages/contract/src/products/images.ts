import { z } from 'zod/mini';
import { browserRoute, route } from '../route.ts';

/** File types that are accepted as a product's image. SVG is not accepted because it can contain scripts. */
export const imageTypes = ['image/jpeg', 'image/png', 'image/webp', 'image/gif', 'image/avif'] as const;

/** Limits for one uploaded image; Shopify has the same limits. */
export const imageLimits = {
  bytes: 20 * 1024 * 1024,
  /** Width times height, in pixels. */
  pixels: 25_000_000,
  /** For an animated image. */
  frames: 500,
} as const;

/**
 * An image that the merchant uploaded to us. `address` is the `url` of a product's image; width and height are in
 * pixels as displayed.
 */
export const UploadedImage = z.object({
  id: z.uuid(),
  address: z.string(),
  type: z.enum(imageTypes),
  bytes: z.int(),
  width: z.int(),
  height: z.int(),
});
export type UploadedImage = z.infer<typeof UploadedImage>;

/**
 * Uploads one image as `multipart/form-data` with one file, `image`. Uploading the same file again gives the same
 * image. Fails with `image.unreadable`, `image.type-unsupported`, `image.too-large` (bytes), `image.too-many-pixels`,
 * `image.too-many-frames` or `image.too-costly`. An image that no product uses is deleted after seven days.
 */
export const uploadImage = route({
  method: 'POST',
  path: '/images',
  needs: { permission: 'products', action: 'edit' },
  answer: UploadedImage,
  status: 201,
});

/** Returns an uploaded image to the users of its merchant. */
export const showImage = browserRoute({
  method: 'GET',
  path: '/images/:id',
  needs: { permission: 'products', action: 'get' },
  params: z.object({ id: z.uuid() }),
  streams: 'file',
});

/** Returns an uploaded image to anyone with its signed URL: the stores it is listed to, and readers of a CSV file. */
export const showPublicImage = browserRoute({
  method: 'GET',
  path: '/public-images/:name',
  needs: 'guest',
  params: z.object({ name: z.string().check(z.maxLength(80)) }),
  streams: 'file',
});

/** The same, with words behind the signed name after which a store names its file; they choose nothing. */
export const showNamedImage = browserRoute({
  method: 'GET',
  path: '/public-images/:name/:file',
  needs: 'guest',
  params: z.object({
    name: z.string().check(z.maxLength(80)),
    file: z.string().check(z.maxLength(90)),
  }),
  streams: 'file',
});
